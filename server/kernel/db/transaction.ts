import { type Driver, PostgresDialect, PostgresDriver, Transaction } from 'kysely'
import { tellOfCommit } from '#server/kernel/cache/changes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { isTransient } from '#server/kernel/db/errors.ts'
import { isOutdatedPlan } from '#server/kernel/db/prepared.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import { beginTelling, tellLiveOfCommit, writeTold } from '#server/kernel/live/live.ts'

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
    beginTelling(tx)
    let result: T
    try {
      result = await work(tx)
      await writeTold(tx)
      isOpen = false
      await driver.commitTransaction(connection)
    } catch (error) {
      isOpen = false
      await driver.rollbackTransaction(connection)
      throw error
    }
    tellOfCommit(tx)
    tellLiveOfCommit(tx)
    return result
  })
}

const attempts = 3

const isTransaction = (db: Db): db is Tx => db.isTransaction

/**
 * Runs the work in one transaction, or in the current one if there is one. Deadlocks, serialisation failures and
 * outdated plans are retried.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, work)
    } catch (error) {
      if (attempt >= attempts || !(isTransient(error) || isOutdatedPlan(error))) throw error
    }
  }
}
