import { Settings } from '#contract/settings.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { cachedUntilChange } from '#server/kernel/cache/cached-until-change.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { settingsRejected } from '#server/kernel/metrics/metrics.ts'
import { Problem } from '#server/kernel/problem.ts'
import { schemaMistakesIn, unknownPaths } from '#server/settings/document.ts'
import {
  type Author,
  findLatestSettings,
  findSettingsBefore,
  insertSettings,
  lockSettings,
} from '#server/settings/store.ts'

/** Version 0 means the defaults, before anybody has changed them. */
export type CurrentSettings = { settings: Settings; version: number }

/**
 * Cache lifetime in case the connection that receives change notifications was lost; otherwise changes apply at once.
 */
const trustedMs = 5_000

const readCached = cachedUntilChange('settings', readSettings, { keyOf: () => '', trustedMs, maxEntries: 1 })

/** Returns the settings in force; inside a transaction they are always read from the database. */
export const currentSettings = (db: Db): Promise<CurrentSettings> => readCached(db, undefined)

/**
 * Returns the settings for pricing. `manualFee` applies only without a payment provider, so with Stripe it is
 * overridden.
 */
export async function pricingSettings({ db, stripe }: Pick<Deps, 'db' | 'stripe'>): Promise<CurrentSettings> {
  const { settings, version } = await currentSettings(db)
  if (!stripe) return { settings, version }
  const payments = { ...settings.payments, manualFee: 'invoiced' } as const
  return { settings: { ...settings, payments }, version }
}

/**
 * Reads the newest document that this release can parse: one written without `changeSettings`, or by another release,
 * must not take the site down. The metric shows the rejected version; `checkSettings` logs the reason.
 */
async function readSettings(db: Db): Promise<CurrentSettings> {
  const newest = await findLatestSettings(db)
  let row = newest
  let settings = row && readDocument(row.document)
  while (row && !settings) {
    row = await findSettingsBefore(db, row.version)
    settings = row && readDocument(row.document)
  }
  settingsRejected.set(newest && newest.version !== row?.version ? newest.version : 0)
  return { settings: settings ?? Settings.parse({}), version: row?.version ?? 0 }
}

/**
 * Logs an error as long as the newest document cannot be parsed, with its mistakes and the version in force instead.
 */
export async function checkSettings({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const newest = await findLatestSettings(db)
  const { version } = await readSettings(db)
  if (!newest || newest.version === version) return
  const mistakes = Settings.safeParse(newest.document).error?.issues ?? []
  log.error(
    {
      rejectedVersion: newest.version,
      versionInForce: version,
      mistakes: schemaMistakesIn(newest.document, mistakes),
    },
    'settings cannot be read; an earlier version stays in force until a valid one is saved',
  )
}

type Begun = 'signUp' | 'sitters' | 'requests' | 'questions'

const closedWords: Record<Begun, string> = {
  signUp: 'New accounts cannot be created at the moment.',
  sitters: 'New sitter profiles cannot be published at the moment.',
  requests: 'Requests cannot be sent at the moment.',
  questions: 'Questions to new sitters cannot be sent at the moment.',
}

/** Throws if the operator has closed what somebody wants to begin; `isInvited` counts for new accounts only. */
export async function requireOpen(db: Db, what: Begun, isInvited = false): Promise<void> {
  const { settings } = await currentSettings(db)
  const state = settings.open[what]
  if (state === true || state === 'open' || (state === 'invited' && isInvited)) return
  const words = state === 'invited' ? 'You need an invitation to create an account.' : closedWords[what]
  throw new Problem('not-open', { detail: [words, settings.open.note].filter(Boolean).join(' ') })
}

let last: { text: string; settings: Settings | undefined } | undefined

/** Memoises the last document, because every booking reads the settings and they hardly ever change. */
function readDocument(document: unknown): Settings | undefined {
  const text = JSON.stringify(document)
  if (last?.text !== text) last = { text, settings: Settings.safeParse(document).data }
  return last.settings
}

/** Stores a whole new document as a new version; omitted fields get their defaults. `basedOn` prevents lost updates. */
export async function changeSettings(
  deps: Deps,
  document: unknown,
  basedOn?: number,
  by?: Author,
): Promise<CurrentSettings> {
  const settings = parseSettings(document)
  const changed = await ensureTransaction(deps, async (deps) => {
    await lockSettings(deps.db)
    const { version, settings: before } = await readSettings(deps.db)
    if (basedOn !== undefined && basedOn !== version)
      throw new Problem('version-stale', {
        detail: 'Read the settings again and repeat your change.',
        version,
      })
    await announce(deps.db, 'settings')
    const inserted = await insertSettings(deps.db, settings, deps.now(), by)
    // Part of each sitter's rank is precomputed with the weights, so it must be recomputed.
    if (JSON.stringify(before.rank) !== JSON.stringify(settings.rank))
      await deps.enqueue(deps.db, 'search.roll-window', {}, { onceKey: `settings ${inserted.version}` })
    return inserted
  })
  return { settings, version: changed.version }
}

/** Changes the given settings and keeps the rest; `change` runs inside the transaction. */
export function changeSetting(
  deps: Deps,
  change: (before: Settings, deps: TxDeps) => Partial<Settings> | Promise<Partial<Settings>>,
  basedOn: number,
  by?: Author,
): Promise<CurrentSettings> {
  return ensureTransaction(deps, async (deps) => {
    await lockSettings(deps.db)
    const { settings } = await readSettings(deps.db)
    return changeSettings(deps, { ...settings, ...(await change(settings, deps)) }, basedOn, by)
  })
}

function parseSettings(document: unknown): Settings {
  const result = Settings.safeParse(document)
  const errors = result.success
    ? unknownPaths(document, result.data).map((path) => ({ path, message: 'This is not a known field' }))
    : schemaMistakesIn(document, result.error.issues)
  if (result.success && errors.length === 0) return result.data
  throw new Problem('request-invalid', {
    detail: 'Correct the settings named in "errors" and send them again.',
    errors,
  })
}
