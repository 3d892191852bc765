import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { openContentKinds } from '#contract/staff/codes.ts'
import type * as contract from '#contract/staff/content.ts'
import { render, shippedText } from '#server/content/commands.ts'
import * as store from '#server/content/store.ts'
import { missingIn, readableText, type Written } from '#server/content/written.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

const refused = (detail: string) => new Problem('text-refused', { detail })
const stale = (detail: string) => new Problem('version-stale', { detail })

const draftStale = () => stale('Somebody else has saved or published this text. Read it again.')

type Draft = HandlerInput<typeof contract.saveDraft>['body']

export async function saveDraft(
  { db, now }: Deps,
  { accountId }: Viewer,
  { key, revision, fields, body }: Draft & { key: store.TextKey },
): Promise<EndpointResponse<typeof contract.saveDraft>> {
  if (!openContentKinds.includes(key.kind) && !(await shippedText(key)))
    throw refused('Texts of this kind cannot be added, because no page would show them.')
  const at = now()
  const draft = { fields, body, accountId, at }
  const saved =
    revision === 0
      ? await store.insertDraft(db, key, draft)
      : await store.updateDraft(db, key, { ...draft, revision })
  if (!saved) throw draftStale()
  return { revision: saved.revision, at: at.toISOString() }
}

export async function removeDraft(
  { db }: Deps,
  key: store.TextKey,
  { revision }: HandlerInput<typeof contract.removeDraft>['query'],
): Promise<EndpointResponse<typeof contract.removeDraft>> {
  if (!(await store.deleteDraft(db, key, revision))) throw draftStale()
  return { removed: true }
}

/** What all changes of the versions say: the newest version that was read, and why it is changed. */
type Change = { key: store.TextKey; version: number; reason: string }

/** Locks the versions; throws if there is a newer one than was read. */
async function requireNewest({ db }: TxDeps, { key, version }: Change): Promise<void> {
  await store.lockVersions(db)
  const [newest] = await store.findVersions(db, key, { before: undefined, limit: 1 })
  if (version !== (newest?.version ?? 0))
    throw stale('Somebody else has published or hidden this text. Read it again.')
}

type New = Pick<store.NewVersion, 'change' | 'written'> & { publishAt?: Date; inSubstance?: boolean }

/** Writes the next version, which counts from now if nothing else is said. */
async function insert(
  { db, now }: TxDeps,
  { accountId }: Viewer,
  { key, version, reason, publishAt, inSubstance = false, ...rest }: Change & New,
): Promise<{ version: number }> {
  if (inSubstance && key.kind !== 'legal') throw refused('Only legal texts need the consent of people.')
  const at = now()
  const next = version + 1
  const row = {
    ...key,
    ...rest,
    version: next,
    inSubstance,
    publishAt: publishAt ?? at,
    reason,
    accountId,
    at,
  }
  await store.insertVersion(db, row)
  await announce(db, 'content')
  return { version: next }
}

/** Throws if a text cannot be shown. */
function requireShowable({ site }: Deps, key: store.TextKey, written: Written | undefined): Written {
  if (!written) throw refused('This text was written by another release and cannot be read.')
  const missing = missingIn(key.kind, written)
  if (missing.length > 0) throw refused(`This is missing: ${missing.join(', ')}.`)
  render(site, key, written)
  return written
}

type Publication = HandlerInput<typeof contract.publishText>['body'] & Change

/** Makes the draft the next version. */
export function publish(
  deps: Deps,
  viewer: Viewer,
  { revision, publishAt, inSubstance, ...change }: Publication,
): Promise<{ version: number }> {
  const planned = publishAt === undefined ? undefined : new Date(publishAt)
  if (planned && planned <= deps.now()) throw refused('The time of publication must be in the future.')
  return ensureTransaction(deps, async (deps) => {
    await requireNewest(deps, change)
    const { key } = change
    const draft = await store.findDraft(deps.db, key)
    if (draft?.revision !== revision) throw draftStale()
    const written = requireShowable(deps, key, readableText(draft.fields, draft.body))
    await store.deleteDraft(deps.db, key, revision)
    return insert(deps, viewer, {
      ...change,
      change: 'text',
      written,
      inSubstance,
      ...(planned && { publishAt: planned }),
    })
  })
}

export function hide(deps: Deps, viewer: Viewer, change: Change): Promise<{ version: number }> {
  const { key } = change
  if (!openContentKinds.includes(key.kind))
    throw refused('This text cannot be hidden, because pages link to it. Change its words instead.')
  return ensureTransaction(deps, async (deps) => {
    await requireNewest(deps, change)
    const [shown] = await store.findShownOf(deps.db, key, deps.now())
    if (shown?.change === 'hidden') throw refused('This text is hidden already.')
    if (!shown && !(await shippedText(key))) throw new Problem('text-not-found')
    return insert(deps, viewer, { ...change, change: 'hidden', written: null })
  })
}

type Return = HandlerInput<typeof contract.restoreText>['body'] & Change

/** Makes an earlier version, or the shipped text, the next version. */
export const restore = (
  deps: Deps,
  viewer: Viewer,
  { to, inSubstance, ...change }: Return,
): Promise<{ version: number }> =>
  ensureTransaction(deps, async (deps) => {
    await requireNewest(deps, change)
    const { key } = change
    const row = to === 0 ? undefined : await store.findVersion(deps.db, key, to)
    if (to !== 0 && !row) throw new Problem('text-not-found', { detail: 'There is no such version.' })
    if (row?.change === 'hidden') throw refused('In this version the text is hidden. Hide it instead.')
    if (row?.change === 'text') {
      const written = requireShowable(deps, key, readableText(row.fields, row.body))
      return insert(deps, viewer, { ...change, change: 'text', written, inSubstance })
    }
    if (!(await shippedText(key))) throw refused('This release has no text at this address.')
    return insert(deps, viewer, { ...change, change: 'shipped', written: null, inSubstance })
  })

/** Takes a planned version back before its time. */
export const withdraw = (deps: Deps, { key, version }: Change): Promise<{ version: number }> =>
  ensureTransaction(deps, async ({ db, now }) => {
    if (!(await store.findVersion(db, key, version))) throw new Problem('text-not-found')
    if (!(await store.withdrawVersion(db, key, { version, at: now() })))
      throw refused('This version is published already, or was withdrawn.')
    await announce(db, 'content')
    return { version }
  })
