import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'

const hour = 3_600_000
const aheadHours = 48
const afterHours = 24

/** Returns the sitter’s bookings that are running, begin soon or have just ended, the soonest first. */
export async function findDutyIds(db: Db, accountId: string, at: Date, limit: number): Promise<string[]> {
  const soon = new Date(at.getTime() + aheadHours * hour)
  const recent = new Date(at.getTime() - afterHours * hour)
  const { rows } = await sql<{ id: string }>`
    select booking.id from booking
    where booking.sitter_id = (select id from sitter where account_id = ${accountId})
      and (booking.status = 'in_progress'
        or booking.status = 'confirmed' and booking.starts_at < ${soon}
        or booking.status = 'completed' and coalesce(booking.ended_at, booking.ends_at) > ${recent})
    order by booking.starts_at, booking.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
