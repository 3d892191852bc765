import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'
import type { FirstContact, Stars } from '#server/reviews/reputation.ts'

export type ClientCounts = { clients: number; repeatClients: number; bookings: number }

/**
 * Counts owners and their completed bookings, either all or those that ended since `since`. Bookings between friends
 * (`circle`) are excluded here and in all queries below.
 */
export async function findClientCounts(db: Db, sitterId: string, since: Date | null): Promise<ClientCounts> {
  const { rows } = await sql<ClientCounts>`
    select count(*)::int as clients, (count(*) filter (where bookings >= 2))::int as "repeatClients",
      coalesce(sum(bookings), 0)::int as bookings
    from (
      select count(*) as bookings from booking
      where sitter_id = ${sitterId} and not circle and status in ('completed', 'closed')
        and (${since}::timestamptz is null or ends_at >= ${since}::timestamptz)
      group by owner_id
    ) owner`.execute(db)
  return rows[0]!
}

export async function findStars(db: Db, sitterId: string): Promise<Stars> {
  const { rows } = await sql<Stars>`
    select coalesce(sum(overall), 0)::int as sum, count(*)::int as count from review
    where sitter_id = ${sitterId} and author = 'owner' and published_at is not null
      and removed_at is null`.execute(db)
  return rows[0]!
}

/**
 * Returns the newest requests. The caller asks for more than are counted, because requests still open or withdrawn do
 * not count.
 */
export async function findContacts(db: Db, sitterId: string, limit: number): Promise<FirstContact[]> {
  const { rows } = await sql<FirstContact>`
    select booking.sent_at as "askedAt", booking.answered_at as "answeredAt", (
      select event.at from booking_event event
      where event.booking_id = booking.id and event.to_status = 'withdrawn' limit 1
    ) as "withdrawnAt"
    from booking where sitter_id = ${sitterId} and not circle and sent_at is not null
      -- What the marketplace itself declined was no question of the sitter's.
      and not (status = 'declined' and answered_at is null)
      -- Nor was what began as a booking, or as an offer of the sitter's own.
      and not exists (
        select 1 from booking_event event
        where event.booking_id = booking.id and event.event in ('instant_book', 'offer') and event.from_status is null
      )
    order by created_at desc limit ${limit}`.execute(db)
  return rows
}

/** Counts the bookings agreed, and those that the sitter cancelled within `cancelDays` days of their start. */
export async function findReliability(
  db: Db,
  sitterId: string,
  cancelDays: number,
): Promise<{ bookings: number; lateCancellations: number }> {
  const { rows } = await sql<{ bookings: number; lateCancellations: number }>`
    select count(*)::int as bookings, (count(*) filter (
      where cancelled_by = 'sitter' and cancelled_at >= starts_at - make_interval(days => ${cancelDays})
    ))::int as "lateCancellations"
    from booking where sitter_id = ${sitterId} and not circle and confirmed_at is not null`.execute(db)
  return rows[0]!
}

/** Lists sitters who hold the badge or could earn it and were not tested since the given day. */
export async function listUntested(
  db: Db,
  { testedBefore, after, limit }: { testedBefore: string; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sitter
    where (trusted or clients >= 5) and (trust_tested_on is null or trust_tested_on < ${testedBefore})
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
