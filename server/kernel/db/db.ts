import { availableParallelism } from 'node:os'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { prepareInTransactions } from '#server/kernel/db/prepared.ts'
import type { DB } from '#server/kernel/db/schema.ts'

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
