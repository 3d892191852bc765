import { sql } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { cloneTemplate } from '#test/databases.ts'

/** `patient` lifts the production timeouts, because races may queue for a long time on a busy machine. */
type Patience = { patient?: boolean }

/** An empty, migrated database for one test, dropped when the test ends. */
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
  const { url, drop } = await cloneTemplate(process.env['TEST_TEMPLATE']!)
  const db = openDb(url, { max: 70, bulk: patient })
  return {
    db,
    url,
    async drop() {
      await db.destroy()
      await drop()
    },
  }
}

/**
 * Locks one row until every call waits for a lock, then releases it, so that the calls always overlap and not only by
 * chance.
 */
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
    // Queried outside the transaction, where the statistics would be cached from the first query.
    await vi.waitUntil(async () => (await countWaiting(db)) === calls.length, {
      timeout: 10_000,
      interval: 20,
    })
  })
  return Promise.all(running)
}

/** Counts the connections to this database that wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.waiting
}
