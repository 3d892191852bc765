import { sql } from 'kysely'
import type { Service, UpdateRhythm } from '#contract/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

export const findRhythm = async (db: Db, bookingId: string): Promise<UpdateRhythm | undefined> =>
  (
    await db
      .selectFrom('booking_rhythm')
      .select('rhythm')
      .where('booking_id', '=', bookingId)
      .executeTakeFirst()
  )?.rhythm

/** Returns the rhythms that were chosen for these bookings. */
export async function findRhythms(db: Db, bookingIds: readonly string[]): Promise<Map<string, UpdateRhythm>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('booking_rhythm')
    .select(['booking_id', 'rhythm'])
    .where('booking_id', 'in', bookingIds)
    .execute()
  return new Map(rows.map(({ booking_id: id, rhythm }) => [id, rhythm]))
}

export const saveRhythm = (tx: Tx, bookingId: string, rhythm: UpdateRhythm, at: Date) =>
  tx
    .insertInto('booking_rhythm')
    .values({ booking_id: bookingId, rhythm, changed_at: at })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ rhythm, changed_at: at }))
    .execute()

export type RunningRow = {
  id: string
  service: Service
  rhythm: UpdateRhythm | null
  starts_at: Date
  ends_at: Date
  time_zone: string
  sitter_account_id: string
  owner_name: string
  units: { starts_at: string; ends_at: string }[]
  told_at: string[]
}

/**
 * Returns running bookings with the times of their report entries in the last two days. Older ones need no reminder.
 */
export async function findRunning(
  db: Db,
  at: Date,
  after: string | null,
  limit: number,
): Promise<RunningRow[]> {
  const recent = new Date(at.getTime() - 2 * 86_400_000)
  const { rows } = await sql<RunningRow>`
    select booking.id, booking.service, booking_rhythm.rhythm, booking.starts_at, booking.ends_at, booking.time_zone,
      sitter.account_id as sitter_account_id, owner.name as owner_name,
      coalesce((select json_agg(json_build_object('starts_at', unit.starts_at, 'ends_at', unit.ends_at))
        from booking_unit unit
        where unit.booking_id = booking.id and unit.ends_at between ${recent} and ${at}), '[]') as units,
      coalesce((select json_agg(entry.received_at)
        from care_entry entry
        where entry.booking_id = booking.id and entry.received_at > ${recent}), '[]') as told_at
    from booking
    join sitter on sitter.id = booking.sitter_id
    join account owner on owner.id = booking.owner_id
    left join booking_rhythm on booking_rhythm.booking_id = booking.id
    where booking.status = 'in_progress' and booking.starts_at <= ${at}
      and coalesce(booking_rhythm.rhythm, '') <> 'if_needed'
      and (${after}::uuid is null or booking.id > ${after})
    order by booking.id limit ${limit}`.execute(db)
  return rows
}
