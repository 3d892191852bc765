import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

/** Runs the statements of stores on one connection, such as in a transaction that has begun on it. */
export function onClient(client: pg.Client): Db {
  const query = (text: string, values: readonly unknown[]) => client.query(text, [...values])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely's type includes cursors, which are not used
  const connection = { query, release: () => undefined } as unknown as PostgresPoolClient
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve(), options: {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
