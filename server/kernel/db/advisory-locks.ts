import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/kernel/db/db.ts'

/**
 * The keys of all advisory locks, in SQL. During an upgrade, processes of two releases must exclude each other, so a key
 * never changes. A new lock gets a name: `hashtextextended('…', 0)`.
 */
export const advisoryLocks = {
  migrations: '7415529',
  credits: '7415530',
  invoices: '7415531',
  searchOrder: '7301038',
  backups: "hashtextextended('backups', 0)",
  uploads: "hashtextextended('uploads', 0)",
  signingKeys: "hashtextextended('identity signing keys', 0)",
  corrections: "hashtextextended('ledger corrections', 0)",
  siteKeys: "hashtextextended('keys of the site', 0)",
  siteWebhooks: "hashtextextended('webhooks of the site', 0)",
} as const
type AdvisoryLock = keyof typeof advisoryLocks

/**
 * What precedes the value in locks of which there is one for each value, and the seed of the hash. A request is a JSON
 * array, so it equals no name.
 */
export const valueLocks = {
  request: { before: '', seed: 0 },
  demoPart: { before: 'demo town ', seed: 0 },
  pair: { before: '', seed: 59 },
  network: { before: '', seed: 85 },
} as const
type ValueLock = keyof typeof valueLocks

type Key = RawBuilder<unknown>

export const keyOf = (lock: AdvisoryLock): Key => sql.raw(advisoryLocks[lock])

export const keyFor = (lock: ValueLock, value: string | RawBuilder<string>): Key =>
  sql`hashtextextended(${valueLocks[lock].before}::text || ${value}, ${valueLocks[lock].seed})`

/** Waits for the lock, and holds it until the transaction ends. */
export const takeLock = (tx: Tx, key: Key) => sql`select pg_advisory_xact_lock(${key})`.execute(tx)

export const takeSharedLock = (tx: Tx, key: Key) =>
  sql`select pg_advisory_xact_lock_shared(${key})`.execute(tx)

/** Returns false at once if another process holds the lock. */
export async function tryLock(tx: Tx, key: Key): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${key}) as got`.execute(tx)
  return rows[0]!.got
}
