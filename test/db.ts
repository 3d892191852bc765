import { sql } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { cloneTemplate } from '#test/databases.ts'

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
