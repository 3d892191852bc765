import { sql } from 'kysely'
import { runningStatuses } from '#contract/codes.ts'
import { type BookingRow, findBookings } from '#server/bookings/record/store.ts'
import type { Tx } from '#server/kernel/db/db.ts'

export type Rivals = { siblings: BookingRow[]; others: BookingRow[] }

/**
 * Locks the open requests that a confirmation may end, in the order of their ids: those of the owner with one of the
 * same pets at the same time, and those of others to the same sitter around the same days.
 */
export async function lockRivals(
  tx: Tx,
  booking: Pick<BookingRow, 'id' | 'owner_id' | 'sitter_id' | 'starts_at' | 'ends_at'>,
  from: Date,
  to: Date,
): Promise<Rivals> {
  const { id, owner_id: ownerId, sitter_id: sitterId, starts_at: startsAt, ends_at: endsAt } = booking
  const { rows } = await sql<{ id: string; isSibling: boolean; isHere: boolean }>`
    select booking.id, booking.sitter_id = ${sitterId} and booking.status <> 'awaiting_card' as "isHere", booking.owner_id = ${ownerId} and exists (
      select 1 from booking_unit mine
      join booking_unit its on its.starts_at < mine.ends_at and its.ends_at > mine.starts_at
      where mine.booking_id = ${id} and its.booking_id = booking.id
    ) and exists (
      select 1 from booking_pet mine
      join booking_pet its on its.pet_id = mine.pet_id
      where mine.booking_id = ${id} and its.booking_id = booking.id
    ) as "isSibling"
    from booking
    where booking.id <> ${id} and booking.status in ('awaiting_card', 'requested', 'offered') and (
      booking.owner_id = ${ownerId} and booking.starts_at < ${endsAt} and booking.ends_at > ${startsAt}
      or booking.sitter_id = ${sitterId} and booking.starts_at < ${to} and booking.ends_at > ${from}
    )
    order by booking.id for update of booking`.execute(tx)
  const rivals = rows.filter(({ isSibling, isHere }) => isSibling || isHere)
  const found = await findBookings(
    tx,
    rivals.map((rival) => rival.id),
  )
  const ofKind = (isSibling: boolean) =>
    rivals
      .filter((rival) => rival.isSibling === isSibling)
      .map((rival) => found.find((row) => row.id === rival.id)!)
  return { siblings: ofKind(true), others: ofKind(false) }
}

/**
 * Returns the open requests that this account has made or received, in the order of their ids, without locking them.
 */
export const findOpenRequestsOf = (tx: Tx, accountId: string): Promise<{ id: string; sitterId: string }[]> =>
  tx
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select(['booking.id', 'booking.sitter_id as sitterId'])
    .where('booking.status', 'in', ['awaiting_card', 'requested', 'offered'])
    .where(({ or, eb }) =>
      or([eb('booking.owner_id', '=', accountId), eb('sitter.account_id', '=', accountId)]),
    )
    .orderBy('booking.id')
    .execute()

/**
 * Returns the account's agreed bookings that are not over or have an unresolved case, in the order of their ids,
 * without locking them.
 */
export const findAgreedOf = (tx: Tx, accountId: string): Promise<{ id: string; sitterId: string }[]> =>
  tx
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select(['booking.id', 'booking.sitter_id as sitterId'])
    .where(({ or, eb }) =>
      or([eb('booking.owner_id', '=', accountId), eb('sitter.account_id', '=', accountId)]),
    )
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('booking.status', 'in', ['awaiting_payment', ...runningStatuses]),
        exists(
          selectFrom('booking_case')
            .select('booking_case.id')
            .whereRef('booking_case.booking_id', '=', 'booking.id')
            .where('booking_case.status', '<>', 'resolved'),
        ),
      ]),
    )
    .orderBy('booking.id')
    .execute()
