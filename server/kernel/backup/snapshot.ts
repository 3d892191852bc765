import pg from 'pg'
import { quoted, readTables, type Table, writeValuesAlike } from '#server/kernel/backup/tables.ts'
import { advisoryLocks } from '#server/kernel/db/advisory-locks.ts'
import { StartError } from '#server/kernel/start-error.ts'

/** Opens a connection without the time limits of requests; a transaction that `work` leaves open is undone. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // A lost connection also fails the statement in progress; an unhandled event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await writeValuesAlike(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

export class Busy extends StartError {
  override name = 'Busy'
  constructor() {
    super('Another process is making or checking a backup. Try again when it has finished.')
  }
}

/**
 * Runs the work while no other process makes, checks or removes backups of this database, or copies uploads to them.
 * The lock belongs to a transaction, so that it also works behind a pooler.
 */
export const alone = <T>(
  url: string,
  work: () => Promise<T>,
  lock: 'backups' | 'uploads' = 'backups',
): Promise<T> =>
  withClient(url, async (client) => {
    await client.query('begin')
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_xact_lock(${advisoryLocks[lock]}) as free`,
    )
    if (!rows[0]!.free) throw new Busy()
    const result = await work()
    await client.query('commit')
    return result
  })

/**
 * Runs the work in a transaction that sees all tables as they are at one moment, however long it takes. The tables are
 * locked before the moment, so that none is replaced in between; reading and writing continue.
 */
export const inSnapshot = <T>(
  url: string,
  isIncluded: (table: Table) => boolean,
  work: (client: pg.Client, tables: Table[]) => Promise<T>,
): Promise<T> =>
  withClient(url, async (client) => {
    const tables = (await readTables(client)).filter(isIncluded)
    if (tables.length === 0)
      throw new StartError('This database has no tables. Start the server once, then back up.')
    await client.query('begin isolation level repeatable read read only')
    await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
    const result = await work(client, tables)
    await client.query('commit')
    return result
  })
