import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '#server/kernel/db/db.ts'

/** Locks all rows of a table until every call waits for a lock, then releases them, so that the calls overlap. */
export async function collide<T>(db: Db, table: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  let running: Promise<T>[] = []
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from ${sql.table(table)} for update`.execute(tx)
    running = calls.map((call) => call())
    await vi.waitUntil(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
        return rows[0]!.waiting === calls.length
      },
      { timeout: 10_000, interval: 20 },
    )
  })
  return Promise.all(running)
}
