import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/kernel/db/db.ts'
import { migrate, readMigrations } from '#server/kernel/db/migrate.ts'

const serverUrl = () => process.env['TEST_DATABASE_URL']!
const urlNamed = (name: string) => Object.assign(new URL(serverUrl()), { pathname: `/${name}` }).href

const pools = new Map<string, pg.Pool>()

/** Keeps one connection to each server, because connecting takes longer than creating a database. */
function poolOf(connectionString: string): pg.Pool {
  const known = pools.get(connectionString)
  if (known) return known
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may stop before this process ends.
  pool.on('error', () => {})
  pools.set(connectionString, pool)
  return pool
}

async function onServer(...statements: string[]): Promise<void> {
  for (const statement of statements) await poolOf(serverUrl()).query(statement)
}

/** Turns durability off: no data outlives the run, and creating databases is much faster without fsync. */
export const disableDurability = () =>
  onServer(
    ...['fsync', 'synchronous_commit', 'full_page_writes'].map((name) => `alter system set ${name} = off`),
    'select pg_reload_conf()',
  )

/** Contents of a template besides its tables; `kind` is part of its name. */
export type Contents = { kind: string; fill: (url: string) => Promise<void> }

/**
 * Creates a migrated template for each state of the migrations and kind of contents; the first process that needs it
 * creates it under an advisory lock.
 */
export async function prepareTemplate({ kind, fill }: Contents = empty): Promise<string> {
  const hash = createHash('sha256')
  for (const migration of await readMigrations()) hash.update(migration.hash)
  const name = `${kind}_${hash.digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(4242)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) {
      const draft = `draft_${randomBytes(6).toString('hex')}`
      await client.query(`create database ${draft}`)
      await migrate(urlNamed(draft))
      await fill(urlNamed(draft))
      await client.query(`alter database ${draft} rename to ${name}`)
    }
  } finally {
    await client.end()
  }
  return name
}

const empty: Contents = { kind: 'template', fill: async () => {} }

export type OwnDatabase = { url: string; drop: () => Promise<void> }

/** Clones a template into a new database. */
export async function cloneTemplate(template: string): Promise<OwnDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  return { url: urlNamed(name), drop: () => onServer(`drop database if exists ${name} with (force)`) }
}

/** The address of the database of a test. */
export async function urlOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return urlNamed(rows[0]!.name)
}
