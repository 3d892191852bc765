import { availableParallelism } from 'node:os'
import { type Driver, Kysely, PostgresDialect, PostgresDriver, Transaction } from 'kysely'
import pg from 'pg'
import { tellOfCommit } from '#server/kernel/changes.ts'
import { beginTelling, tellLiveOfCommit, writeTold } from '#server/kernel/live.ts'
import { isOutdatedPlan, prepareInTransactions } from '#server/kernel/prepared.ts'
import { Problem } from '#server/kernel/problem.ts'
import type { DB } from '#server/kernel/schema.ts'

// Calendar days stay 'YYYY-MM-DD' strings; a Date would drag the server's time zone into them.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (day: string) => day)

/** For reads and single statements: a pool or a transaction, the caller decides. */
export type Db = Kysely<DB>
/** For locks and multi-statement writes: only a transaction will do, and the compiler says so. */
export type Tx = Transaction<DB>

export type DbOptions = {
  max?: number
  onError?: (error: Error) => void
  bulk?: boolean
  onConnect?: (client: pg.PoolClient) => void
  /** Asked of every new connection before its first use; one that it rejects is closed, and whoever wanted it gets the error. */
  verify?: (client: pg.ClientBase) => Promise<void>
}

/**
 * Of one process for requests. Where the database shares two cores with it, more of them accept fewer bookings a second
 * (`npm run bench:bookings`: 0.75 of plain SQL with 8, 0.6 to 0.7 with 16 or 32).
 */
export const requestConnections = Math.min(16, Math.max(8, 4 * availableParallelism()))

// Promises rule 7.
const limits = {
  connectionTimeoutMillis: 2_000,
  settings: [
    `lock_timeout = '3s'`,
    `statement_timeout = '5s'`,
    `idle_in_transaction_session_timeout = '10s'`,
  ],
}
// Nobody waits for the single statement, and a slow machine is no reason to give up halfway.
const bulkLimits = { connectionTimeoutMillis: 120_000, settings: ['synchronous_commit = off'] }

/** `bulk` has no time limits and gives up durability of the last moments, for founding the demo town. */
export function openDb(
  url: string,
  { max = 10, onError, bulk = false, onConnect, verify }: DbOptions = {},
): Db {
  const { connectionTimeoutMillis, settings } = bulk ? bulkLimits : limits
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis,
    idleTimeoutMillis: 30_000,
    // Not among the first words of a connection, which a pooler would refuse.
    async onConnect(client) {
      await client.query([...settings, `timezone = 'UTC'`].map((setting) => `set ${setting}`).join('; '))
      await verify?.(client)
    },
  })
  pool.on('error', (error) => onError?.(error))
  // Between two statements of a transaction nobody listens to the connection, and an unheard error ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', prepareInTransactions)
  if (onConnect) pool.on('connect', onConnect)
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

const withoutPool = { pool: () => Promise.reject(new Error('This has no connections of its own.')) }
/** Knows how transactions begin and end, on whichever connection. */
const driver: Driver = new PostgresDriver(withoutPool)
const dialect = new PostgresDialect(withoutPool)

/** As Kysely's own, but what is asked in one moment is not asked one after the other (`prepared.ts`). */
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

/** Runs the work in one transaction, the running one when there is one; deadlocks, serialisation failures and outdated plans start it again. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, work)
    } catch (error) {
      if (attempt >= attempts || !(isTransient(error) || isOutdatedPlan(error))) throw error
    }
  }
}

const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''

const isTransient = (error: unknown) => /^40(001|P01)$/.test(sqlState(error))

/** The statement was given up because it used up its time. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === '57014'

/** True for a violated constraint of that name. */
export const violates = (error: unknown, constraint: string): boolean =>
  sqlState(error).startsWith('23') && (error as { constraint?: string }).constraint === constraint

/**
 * A replica failed a read for a reason that the database it follows may not share: a conflict with what it repeats, a lost
 * connection, or something to be written. What took too long would take as long there.
 */
export const mayBeAskedElsewhere = (error: unknown): boolean => {
  const state = sqlState(error)
  if (state === '57014' && /statement timeout/.test((error as Error).message)) return false
  return state === '25006' || problemOf(error)?.code === 'unavailable'
}

const connectionLost =
  /Connection terminated|timeout exceeded when trying to connect|ECONNREFUSED|ECONNRESET|EPIPE|Client has encountered/

/** PostgreSQL's word translated (promises rule 14): bad values are the caller's fault, everything else passes. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  const state = sqlState(error)
  if (state.startsWith('22')) return new Problem('request-invalid', { detail: 'A value is out of its range' })
  const busy =
    /^(40|53|55P03|57|08)/.test(state) ||
    (error instanceof Error && connectionLost.test(`${state} ${error.message}`))
  if (busy) return new Problem('unavailable', { detail: 'Nothing was changed. Try again in a moment.' }, 2)
  return undefined
}
