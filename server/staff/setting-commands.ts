import { z } from 'zod'
import { rankingComponents } from '#contract/codes.ts'
import { recordOf } from '#contract/entries.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { SearchQuery } from '#contract/search/search.ts'
import { Settings } from '#contract/settings.ts'
import type * as contract from '#contract/staff/settings.ts'
import { calculateFees } from '#server/bookings/money/fees.ts'
import { policyExamples } from '#server/bookings/quote/policy-commands.ts'
import { cutPage, readCursor } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { searchSitters } from '#server/search/find-commands.ts'
import { scoreOf } from '#server/search/ranking.ts'
import { changeSettings, currentSettings } from '#server/settings/commands.ts'
import { mistakesIn, schemaMistakesIn, type SettingValue } from '#server/settings/document.ts'
import {
  contradictionsIn,
  differencesOf,
  settingFields,
  unknownSettings,
  withValues,
} from '#server/staff/setting-fields.ts'
import * as store from '#server/staff/setting-store.ts'
import { viewVersion } from '#server/staff/setting-view.ts'

type Changes = Readonly<Record<string, SettingValue>>

export async function readSettingFields({
  db,
}: Deps): Promise<EndpointResponse<typeof contract.listSettingFields>> {
  const { settings, version } = await currentSettings(db)
  return { version, currency: settings.currency, fields: settingFields(settings) }
}

/** Returns the settings with these changes; throws `request-invalid`, which names each wrong one by its path. */
export function changedSettings(settings: Settings, changes: Changes): Settings {
  const unknown = unknownSettings(Object.keys(changes))
  const document = withValues(settings, unknown.length > 0 ? {} : changes)
  const result = Settings.safeParse(document)
  const errors = result.success
    ? [...unknown, ...mistakesIn(result.data, contradictionsIn(result.data))]
    : schemaMistakesIn(document, result.error.issues)
  if (result.success && errors.length === 0) return result.data
  const named = errors.map(({ path, message }) => `${path} (${message})`).join(', ')
  throw new Problem('request-invalid', { detail: `Correct these settings: ${named}.`, errors })
}

type Preview = EndpointResponse<typeof contract.previewSettings>
type Sample = Preview['after']

const sampleSubtotal = 250_00
const sampleNights = 5
const sampleLead = 30
const daysBefore = [14, 7, 3, 1, 0] as const
const dayMs = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100))

function refundsOf(settings: Settings, now: Date): Sample['refunds'] {
  const start = new Date(now.getTime() + sampleLead * dayMs)
  const end = new Date(start.getTime() + sampleNights * dayMs)
  const example = { startOn: dayOf(start), endOn: dayOf(end), timeZone: 'UTC' }
  return policyExamples(example, settings, now).map(({ policy, total, steps }) => ({
    policy,
    days: daysBefore.map((days) => {
      // In the morning of that day, before any time at which a free cancellation ends.
      const at = Date.parse(`${example.startOn}T00:00:00Z`) - days * dayMs
      const step = steps.find(({ until }) => until === null || Date.parse(until) > at)
      return { daysBefore: days, percent: percentOf(step?.refund ?? 0, total) }
    }),
  }))
}

type Ranked = Awaited<ReturnType<typeof searchSitters>>['items']

function sampleOf(
  settings: Settings,
  now: Date,
  { city, ranked }: { city: string | null; ranked: Ranked },
): Sample {
  const { weights } = settings.rank
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0)
  return {
    prices: [false, true].map((repeat) => {
      const { ownerFee, total, sitterFee, sitterPayout } = calculateFees(
        sampleSubtotal,
        { repeat, invited: false },
        settings,
      )
      return { repeat, subtotal: sampleSubtotal, ownerFee, total, sitterFee, sitterPayout }
    }),
    refunds: refundsOf(settings, now),
    ranking: {
      shares: recordOf(rankingComponents, (name) => percentOf(weights[name], sum)),
      city,
      sitters: ranked
        .map(({ name, why }) => ({ name, score: scoreOf(why.components, weights) }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, shownSitters)
        .map(({ name }) => name),
    },
  }
}

const comparedSitters = 24
const shownSitters = 8

/** The first sitters of the city with most of them, whose order changed weights would change. */
async function rankedInLargestCity(deps: Deps): Promise<{ city: string | null; ranked: Ranked }> {
  const city = await store.findLargestCity(deps.db)
  if (!city) return { city: null, ranked: [] }
  const query = SearchQuery.parse({ place: city.id, limit: comparedSitters })
  const { items } = await searchSitters(deps, query, null)
  return { city: city.name, ranked: items }
}

export async function preview(deps: Deps, changes: Changes): Promise<Preview> {
  const { settings: before } = await currentSettings(deps.db)
  const after = changedSettings(before, changes)
  const ranking = await rankedInLargestCity(deps)
  const now = deps.now()
  return {
    currency: after.currency,
    changes: differencesOf(before, after),
    before: sampleOf(before, now, ranking),
    after: sampleOf(after, now, ranking),
  }
}

type Save = HandlerInput<typeof contract.saveSettings>['body']

export async function saveChanges(
  deps: Deps,
  { accountId }: Viewer,
  { version, changes, reason }: Save,
): Promise<{ version: number }> {
  const { settings } = await currentSettings(deps.db)
  const changed = await changeSettings(deps, changedSettings(settings, changes), version, {
    accountId,
    reason,
  })
  return { version: changed.version }
}

type Restore = HandlerInput<typeof contract.restoreSettings>['body']

/** Makes an earlier document the newest version; one that this release cannot read is refused as invalid. */
export function restoreVersion(
  deps: Deps,
  { accountId }: Viewer,
  { version, to, reason }: Restore,
): Promise<{ version: number }> {
  return ensureTransaction(deps, async (deps) => {
    const document = to === 0 ? {} : await store.findDocument(deps.db, to)
    if (document === undefined)
      throw new Problem('not-found', { detail: 'There is no such version of the settings.' })
    const changed = await changeSettings(deps, document, version, { accountId, reason })
    return { version: changed.version }
  })
}

/** Lists the versions, newest first, each with what it changed. */
export async function listVersions(
  { db }: Deps,
  { cursor, limit }: HandlerInput<typeof contract.listSettingVersions>['query'],
): Promise<EndpointResponse<typeof contract.listSettingVersions>> {
  const before = readCursor(cursor, z.int())
  const rows = await store.findVersions(db, before, limit + 1)
  const { shown, nextCursor } = cutPage(rows, limit, (last) => last.version)
  return {
    items: shown.map((row, index) => viewVersion(row, rows[index + 1])),
    nextCursor,
  }
}
