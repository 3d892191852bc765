import { sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db.ts'

/** Waits for its turn without the time limits of a request: two servers may be started at once. */
export async function lockPart(tx: Tx, part: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`demo town ${part}`}, 0))`.execute(tx)
}

export const isFounded = async (db: Db, part: string): Promise<boolean> =>
  (await db.selectFrom('demo_part').select('part').where('part', '=', part).executeTakeFirst()) !== undefined

export const notePart = (tx: Tx, part: string, at: Date) =>
  tx.insertInto('demo_part').values({ part, founded_at: at }).execute()

export const hasHolidays = async (db: Db, year: number): Promise<boolean> =>
  (await db
    .selectFrom('holiday_period')
    .select('id')
    .where('year', '=', year)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The planner knows nothing yet about what has just been written. */
export const analyse = (tx: Tx) => sql`analyze`.execute(tx)
