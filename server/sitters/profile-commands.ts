import type { Settings } from '#contract/settings.ts'
import { type Sitter, SitterInput } from '#contract/sitters/sitters.ts'
import { localOf } from '#server/kernel/day.ts'
import type { TxDeps } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { locate } from '#server/sitters/location-commands.ts'
import {
  displayName,
  faultsOf,
  missingFrom,
  servicesOf,
  type SitterProfile,
} from '#server/sitters/profile.ts'
import { columnsOfProfile } from '#server/sitters/profile-fields.ts'
import * as store from '#server/sitters/store.ts'

/** Returns the columns and services of a profile, or throws if it cannot be saved or published. */
export async function prepareProfile(
  deps: TxDeps,
  sitterId: string,
  profile: SitterProfile,
  before: Published | null,
) {
  const { settings } = await currentSettings(deps.db)
  const faults = faultsOf(profile, settings)
  if (faults.length > 0)
    throw new Problem('request-invalid', {
      detail: 'Correct the fields named in "errors" and send it again.',
      errors: faults,
    })
  const services = servicesOf(profile, settings)
  const location = await locate(deps, sitterId, profile, settings)
  const missing = missingFrom({
    headline: profile.headline,
    hasPlace: location.place_id !== null,
    services,
  })
  if (profile.status === 'published' && missing.length > 0)
    throw new Problem('sitter-incomplete', {
      detail: 'Fill in what is missing, or save it as a draft.',
      errors: missing.map(({ field, message }) => ({ path: field, message })),
    })
  const at = deps.now()
  const columns = {
    ...location,
    ...publicationOf(profile, settings, before, at),
    ...columnsOfProfile(profile),
    updated_at: at,
  }
  return { columns, services }
}

type Published = Pick<store.SitterRow, 'published_at' | 'submitted_at'>

/** Returns the status and its times: a profile published for the first time may have to wait for a review. */
function publicationOf(
  { status: wanted }: SitterProfile,
  { sitterReview }: Pick<Settings, 'sitterReview'>,
  before: Published | null,
  at: Date,
) {
  const publishedBefore = before?.published_at ?? null
  const needsReview = wanted === 'published' && sitterReview && !publishedBefore
  const status: Sitter['status'] = needsReview ? 'in_review' : wanted
  return {
    status,
    published_at: publishedBefore ?? (status === 'published' ? at : null),
    submitted_at: needsReview ? (before?.submitted_at ?? at) : null,
    // Submitting the profile again clears the reason for which it was sent back.
    ...(wanted === 'published' ? { sent_back_at: null, sent_back_reason: null } : {}),
  }
}

/**
 * Ensures that the account has a sitter profile. For an account that only helps friends it creates a draft that nobody
 * else sees; it can be published like any draft.
 */
export async function ensureSitter(
  deps: TxDeps,
  accountId: string,
  timeZone: string | undefined,
): Promise<void> {
  const account = await store.findAccount(deps.db, accountId)
  if (!account || (await store.findSitterOfAccount(deps.db, accountId))) return
  const at = deps.now()
  const id = newId(at)
  const profile = SitterInput.parse({ headline: 'I look after the pets of friends' })
  const { columns: prepared } = await prepareProfile(deps, id, profile, null)
  const columns = { ...prepared, time_zone: timeZone ?? prepared.time_zone }
  await store.insertSitter(deps.db, {
    ...columns,
    id,
    account_id: accountId,
    name: displayName(account.name),
    calendar_confirmed_on: localOf(at, columns.time_zone).on,
    created_at: at,
  })
}
