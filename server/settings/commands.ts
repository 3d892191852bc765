import { Settings } from '#contract/settings.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { keptUntil } from '#server/kernel/cache/kept.ts'
import { type Db, type Tx } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { settingsRejected } from '#server/kernel/metrics/metrics.ts'
import { Problem } from '#server/kernel/problem.ts'
import { unknownPaths } from '#server/settings/document.ts'
import {
  findLatestSettings,
  findSettingsBefore,
  insertSettings,
  lockSettings,
} from '#server/settings/store.ts'

/** Version 0 is the defaults, before anybody changed them. */
export type CurrentSettings = { settings: Settings; version: number }

/** Another process's change is heard at once, unless the connection that hears it was lost. */
const trustedMs = 5_000

const readKept = keptUntil('settings', readSettings, { keyOf: () => '', trustedMs, most: 1 })

/** The numbers in force; inside a transaction always those of the database. */
export const currentSettings = (db: Db): Promise<CurrentSettings> => readKept(db, undefined)

/** The numbers by which prices are made: what is said of fees without a provider says nothing where there is one. */
export async function pricingSettings({ db, stripe }: Pick<Deps, 'db' | 'stripe'>): Promise<CurrentSettings> {
  const { settings, version } = await currentSettings(db)
  if (!stripe) return { settings, version }
  const payments = { ...settings.payments, manualFee: 'invoiced' } as const
  return { settings: { ...settings, payments }, version }
}

/**
 * The newest document that this release can read: one written past `changeSettings`, or by another release, must not
 * take the site down. The metric holds the version that was passed over; `checkSettings` says why.
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

/** Logs an error while the newest document cannot be read, with what is wrong in it and what is in force instead. */
export async function checkSettings({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const newest = await findLatestSettings(db)
  const { version } = await readSettings(db)
  if (!newest || newest.version === version) return
  const mistakes = Settings.safeParse(newest.document).error?.issues ?? []
  log.error(
    {
      rejectedVersion: newest.version,
      versionInForce: version,
      mistakes: mistakes.map(({ path, message }) => ({ path: path.join('.'), message })),
    },
    'settings cannot be read; an earlier version stays in force until a valid one is saved',
  )
}

let last: { text: string; settings: Settings | undefined } | undefined

/** Every booking reads the settings, and they hardly ever differ from those read before. */
function readDocument(document: unknown): Settings | undefined {
  const text = JSON.stringify(document)
  if (last?.text !== text) last = { text, settings: Settings.safeParse(document).data }
  return last.settings
}

/** A whole new document, as a new version; what it leaves out gets its default. `basedOn` refuses a lost update. */
export async function changeSettings(
  deps: Deps,
  document: unknown,
  basedOn?: number,
): Promise<CurrentSettings> {
  const settings = parseSettings(document)
  const changed = await inTransaction(deps.db, async (tx) => {
    await lockSettings(tx)
    const { version, settings: before } = await readSettings(tx)
    if (basedOn !== undefined && basedOn !== version)
      throw new Problem('version-stale', {
        detail: 'Read the settings again and repeat your change.',
        version,
      })
    await announce(tx, 'settings')
    const inserted = await insertSettings(tx, settings, deps.now())
    // A part of each sitter's rank is worked out beforehand, with the weights of that time.
    if (JSON.stringify(before.rank) !== JSON.stringify(settings.rank))
      await deps.enqueue(tx, 'search.roll-window', {}, { onceKey: `settings ${inserted.version}` })
    return inserted
  })
  return { settings, version: changed.version }
}

/** Changes what is named and leaves the rest as it is; what belongs to the change joins its transaction. */
export function changeSetting(
  deps: Deps,
  change: (before: Settings, tx: Tx) => Partial<Settings> | Promise<Partial<Settings>>,
  basedOn: number,
): Promise<CurrentSettings> {
  return inTransaction(deps.db, async (tx) => {
    await lockSettings(tx)
    const { settings } = await readSettings(tx)
    return changeSettings({ ...deps, db: tx }, { ...settings, ...(await change(settings, tx)) }, basedOn)
  })
}

function parseSettings(document: unknown): Settings {
  const result = Settings.safeParse(document)
  const errors = result.success
    ? unknownPaths(document, result.data).map((path) => ({ path, message: 'This is not a known field' }))
    : result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  if (result.success && errors.length === 0) return result.data
  throw new Problem('request-invalid', {
    detail: 'Correct the settings named in "errors" and send them again.',
    errors,
  })
}
