import { type Driver, Kysely, PostgresDialect, PostgresDriver, sql, Transaction } from 'kysely'
import { notifyAfterCommit } from '#server/kernel/cache/changes.ts'
import type { Db, InTx, Tx } from '#server/kernel/db/db.ts'
import { isTransient, refuseToWrite } from '#server/kernel/db/errors.ts'
import { isOutdatedPlan } from '#server/kernel/db/prepared.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import { collectLiveEvents, wakeStreamsAfterCommit, writePendingEvents } from '#server/kernel/live/live.ts'

const withoutPool = { pool: () => Promise.reject(new Error('This driver opens no connections.')) }
/** Begins and ends transactions on a given connection; opens none itself. */
const driver: Driver = new PostgresDriver(withoutPool)
const dialect = new PostgresDialect(withoutPool)

/** Like Kysely's own transaction, but statements issued in the same tick are pipelined (see `prepared.ts`). */
function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    let isOpen = true
    const executor = db.getExecutor().withConnectionProvider({
      async provideConnection(consumer) {
        if (!isOpen) throw new Error('The transaction has ended.')
        return consumer(connection)
      },
    })
    await driver.beginTransaction(connection, {})
    const tx = new Transaction<DB>({ config: { dialect }, dialect, driver, executor })
    collectLiveEvents(tx)
    let result: T
    try {
      result = await work(tx)
      await writePendingEvents(tx)
      isOpen = false
      await driver.commitTransaction(connection)
    } catch (error) {
      isOpen = false
      await driver.rollbackTransaction(connection)
      throw error
    }
    await notifyAfterCommit(tx)
    wakeStreamsAfterCommit(tx)
    return result
  })
}

const attempts = 3

const readers = new WeakSet<Db>()

/**
 * Runs reads in a transaction in which the database refuses every write. Their `db` is not a `Tx`, because a read in a
 * transaction may lock rows; it begins no other transaction, because the end of that one would end this one too.
 */
export const inReadOnlyTransaction = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await sql`set transaction read only`.execute(tx)
    const reader = new Kysely<DB>({ config: { dialect }, dialect, driver, executor: tx.getExecutor() })
    readers.add(reader)
    return read(reader)
  })

const isTransaction = (db: Db): db is Tx => db.isTransaction

/**
 * Runs the work in a transaction of its own. Deadlocks, serialisation failures and outdated plans are retried, so the
 * work may run more than once. Throws if `db` is already a transaction; see `ensureTransaction`.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) throw new Error('A transaction cannot begin inside another one.')
  if (readers.has(db)) throw refuseToWrite()
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, work)
    } catch (error) {
      if (attempt >= attempts || !(isTransient(error) || isOutdatedPlan(error))) throw error
    }
  }
}

/** Causes a compile error if the type already says that `db` is a transaction, because the call would do nothing. */
type NotYetTransaction<D extends { db: Db }> = D['db'] extends Tx ? never : unknown

/**
 * Runs the work in the transaction of the request if there is one (an Idempotency-Key opens one), else in a new one.
 * The work gets the same dependencies with the transaction as their `db`; name its parameter `deps` too, so that no
 * statement can run outside the transaction by mistake. Retries like `inTransaction`, if it began the transaction.
 */
export function ensureTransaction<D extends { db: Db }, T>(
  deps: D & NotYetTransaction<D>,
  work: (deps: InTx<D>) => Promise<T>,
): Promise<T> {
  const { db } = deps
  if (isTransaction(db)) return work({ ...deps, db })
  return inTransaction(db, (tx) => work({ ...deps, db: tx }))
}
