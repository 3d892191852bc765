import { availableParallelism } from 'node:os'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { watchPool } from '#server/kernel/db/pools.ts'
import { prepareInTransactions } from '#server/kernel/db/prepared.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import { closeWhenSilent, heedStatementTimeouts } from '#server/kernel/db/silence.ts'

// Calendar days stay 'YYYY-MM-DD' strings; a Date would depend on the server's time zone.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (day: string) => day)

/** For reads and single statements: either a pool or a transaction, as the caller decides. */
export type Db = Kysely<DB>
/** For locks and multi-statement writes: only a transaction is accepted, enforced by the compiler. */
export type Tx = Transaction<DB>
/**
 * Dependencies whose `db` is a transaction. A function whose writes belong to its caller's transaction takes these, so
 * that the compiler refuses to call it outside of one.
 */
export type InTx<D> = D & { db: Tx }

export type DbOptions = {
  max?: number
  /** Under this name the metrics show how busy the pool is. */
  name?: string
  onError?: (error: Error) => void
  bulk?: boolean
  /** A connection is closed if the database sends nothing for so long although a statement runs. */
  silenceMs?: number
  onConnect?: (client: pg.PoolClient) => void
  /** Called with every statement that was executed or failed, without its values. */
  onStatement?: (statement: { text: string; ms: number }) => void
  /**
   * Checks every new connection before its first use; if it rejects, the connection is closed and the caller gets the
   * error.
   */
  verify?: (client: pg.ClientBase) => Promise<void>
}

/**
 * Pool size of one process for requests. If the database shares two cores with the server, more connections accept
 * fewer bookings per second (`npm run bench:bookings`: 0.75 of plain SQL with 8, 0.6 to 0.7 with 16 or 32).
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
  // Longer than a statement may run, so that only a database that does not answer at all is meant.
  silenceMs: 7_000,
}
// No request waits for a single statement of the bulk work, and a slow machine is no reason to abort it halfway.
const bulkLimits = {
  connectionTimeoutMillis: 120_000,
  settings: ['synchronous_commit = off'],
  silenceMs: undefined,
}

/**
 * Opens a connection pool. `bulk` has no time limits and no durability of the latest commits, for seeding the demo
 * town.
 */
export function openDb(
  url: string,
  { max = 10, name, onError, bulk = false, silenceMs, onConnect, onStatement, verify }: DbOptions = {},
): Db {
  const { connectionTimeoutMillis, settings, silenceMs: usualSilenceMs } = bulk ? bulkLimits : limits
  const mostSilenceMs = silenceMs ?? usualSilenceMs
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis,
    idleTimeoutMillis: 30_000,
    // Set by statements and not as startup parameters, which a pooler would refuse.
    async onConnect(client) {
      if (mostSilenceMs !== undefined) closeWhenSilent(client, mostSilenceMs)
      await client.query([...settings, `timezone = 'UTC'`].map((setting) => `set ${setting}`).join('; '))
      await verify?.(client)
    },
  })
  pool.on('error', (error) => onError?.(error))
  // Between two statements of a transaction nothing else handles errors of the connection, and an unhandled one ends
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', prepareInTransactions)
  if (mostSilenceMs !== undefined) pool.on('connect', heedStatementTimeouts)
  if (onConnect) pool.on('connect', onConnect)
  if (name !== undefined) watchPool(name, pool)
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement
      ? { log: ({ query, queryDurationMillis: ms }) => onStatement({ text: query.sql, ms }) }
      : {}),
  })
}
