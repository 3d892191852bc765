import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import { type Db, openDb } from '#server/kernel/db.ts'
import { migrate, readMigrations } from '#server/kernel/migrate.ts'

const serverUrl = () => process.env['TEST_DATABASE_URL']!
const urlOf = (name: string) => Object.assign(new URL(serverUrl()), { pathname: `/${name}` }).href

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Nothing here outlives the run: a server that need not reach the disk makes its databases in a fraction of the time. */
export const forgetDurability = () =>
  onServer(
    ...['fsync', 'synchronous_commit', 'full_page_writes'].map((name) => `alter system set ${name} = off`),
    'select pg_reload_conf()',
  )

/** One migrated template for each state of the migrations; every test clones it. */
export async function prepareTemplate(): Promise<string> {
  const hash = createHash('sha256')
  for (const migration of await readMigrations()) hash.update(migration.hash)
  const name = `template_${hash.digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  await client.query('select pg_advisory_lock(4242)')
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (!rowCount) {
    const draft = `draft_${randomBytes(6).toString('hex')}`
    await client.query(`create database ${draft}`)
    await migrate(urlOf(draft))
    await client.query(`alter database ${draft} rename to ${name}`)
  }
  await client.end()
  return name
}

/** `patient` leaves out the product's time limits: races wait in line for as long as a busy machine takes. */
type Patience = { patient?: boolean }

/** An empty, migrated database of the test's own, gone when the test ends. */
export async function testDb(patience: Patience = {}): Promise<Db> {
  const { db, drop } = await createTestDb(patience)
  onTestFinished(drop)
  return db
}

/** The same for a whole file; the caller drops it. */
export async function createTestDb({ patient = true }: Patience = {}): Promise<{
  db: Db
  url: string
  drop: () => Promise<void>
}> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template ${process.env['TEST_TEMPLATE']!} strategy file_copy`)
  const db = openDb(urlOf(name), { max: 70, bulk: patient })
  return {
    db,
    url: urlOf(name),
    async drop() {
      await db.destroy()
      await onServer(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Holds one row until every call is stuck on a lock, then lets go: the calls overlap every time, not just on a lucky run. */
export async function collide<T>(
  db: Db,
  table: string,
  id: string,
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  let running: Promise<T>[] = []
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(tx)
    running = calls.map((call) => call())
    // Asked outside the transaction, which would see its first answer again each time.
    await vi.waitUntil(async () => (await countWaiting(db)) === calls.length, {
      timeout: 10_000,
      interval: 20,
    })
  })
  return Promise.all(running)
}

/** How many connections to this database are stuck on a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.waiting
}
