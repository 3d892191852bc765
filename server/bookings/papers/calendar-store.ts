import { sql } from 'kysely'
import type { BookingStatus, Service } from '#contract/codes.ts'
import type { Timed } from '#server/calendar/capacity.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

/** The data of a booking given to external calendars. */
export type CalendarRow = {
  id: string
  number: string
  service: Service
  status: BookingStatus
  version: number
  isSitter: boolean
  otherName: string
  pets: string[]
  startsAt: Date
  endsAt: Date
  /** Null for a stay. */
  visits: Timed[] | null
  /** Visits removed by a change, with their index among all visits. */
  dropped: (Timed & { idx: number })[]
  /** When the booking ended early: later visits did not take place. */
  endedAt: Date | null
  changedAt: Date
}

/** Dates as JSON text. */
type JsonDates = { startsAt: string; endsAt: string }
const timedOf = ({ startsAt, endsAt }: JsonDates): Timed => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
})

type CalendarQuery = { bookingId: string } | { endedAfter: Date; most: number }

/** Returns this account's bookings that were agreed at some time, cancelled ones included, the latest first. */
export async function findForCalendar(
  db: Db,
  accountId: string,
  query: CalendarQuery,
): Promise<CalendarRow[]> {
  const condition =
    'bookingId' in query
      ? sql`booking.id = ${query.bookingId}`
      : sql`booking.ends_at > ${query.endedAfter} and booking.confirmed_at is not null`
  const { rows } = await sql<
    Omit<CalendarRow, 'visits' | 'dropped'> & {
      visits: JsonDates[] | null
      dropped: (JsonDates & { idx: number })[]
    }
  >`
    select booking.id, booking.number, booking.service, booking.status, booking.version,
      booking.starts_at as "startsAt", booking.ends_at as "endsAt", booking.updated_at as "changedAt",
      booking.ended_at as "endedAt",
      sitter.account_id = ${accountId} as "isSitter",
      case when sitter.account_id = ${accountId} then owner.name else sitter.name end as "otherName",
      array(
        select pet.name from booking_pet join pet on pet.id = booking_pet.pet_id
        where booking_pet.booking_id = booking.id order by pet.name
      ) as pets,
      case when booking.service not in ('boarding', 'house_sitting') then (
        select json_agg(json_build_object('startsAt', starts_at, 'endsAt', ends_at) order by idx)
        from booking_unit where booking_id = booking.id
      ) end as visits,
      (
        select coalesce(json_agg(json_build_object('startsAt', starts_at, 'endsAt', ends_at, 'idx', idx) order by idx), '[]')
        from booking_dropped_visit where booking_id = booking.id
      ) as dropped
    from booking
    join sitter on sitter.id = booking.sitter_id
    join account owner on owner.id = booking.owner_id
    where (booking.owner_id = ${accountId}
        or booking.sent_at is not null and booking.sitter_id in (select id from sitter where account_id = ${accountId}))
      and ${condition}
    order by booking.starts_at desc, booking.id limit ${'most' in query ? query.most : 1}`.execute(db)
  return rows.map((row) => ({
    ...row,
    visits: row.visits?.map(timedOf) ?? null,
    dropped: row.dropped.map((visit) => ({ ...timedOf(visit), idx: visit.idx })),
  }))
}

export type AddressRow = { number: number; made_at: Date; revoked_at: Date | null; read_at: Date | null }

export const findAddress = (db: Db, accountId: string): Promise<AddressRow | undefined> =>
  db
    .selectFrom('calendar_address')
    .innerJoin('account', 'account.id', 'calendar_address.account_id')
    .select(['number', 'made_at', 'revoked_at', 'read_at'])
    .where('account_id', '=', accountId)
    .where('account.erased_at', 'is', null)
    .where('account.id', 'not in', db.selectFrom('identity.deletions').select('account_id'))
    .executeTakeFirst()

export const saveAddress = (tx: Tx, accountId: string, at: Date) =>
  tx
    .insertInto('calendar_address')
    .values({ account_id: accountId, number: 1, made_at: at })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        number: sql`calendar_address.number + 1`,
        made_at: at,
        revoked_at: null,
        read_at: null,
      }),
    )
    .execute()

export const revokeAddress = (tx: Tx, accountId: string, at: Date) =>
  tx
    .updateTable('calendar_address')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()

/** Records a read at most once an hour, so that a calendar that polls every minute does not cause a write each time. */
export const noteRead = (db: Db, accountId: string, at: Date, before: Date) =>
  db
    .updateTable('calendar_address')
    .set({ read_at: at })
    .where('account_id', '=', accountId)
    .where(({ or, eb }) => or([eb('read_at', 'is', null), eb('read_at', '<', before)]))
    .execute()
