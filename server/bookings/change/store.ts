import { type Insertable, sql } from 'kysely'
import type { ChangeStatus, Party } from '#contract/codes.ts'
import type { ChangeAgreed } from '#server/bookings/record/parts-store.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

type NewChange = Pick<
  Insertable<DB['booking_change']>,
  'id' | 'booking_id' | 'proposed_at' | 'expires_at' | 'note'
> & { proposed_by: Party; agreed: ChangeAgreed }

export const insertChange = (tx: Tx, { agreed, ...change }: NewChange) =>
  tx
    .insertInto('booking_change')
    .values({ ...change, agreed: JSON.stringify(agreed), status: 'pending' })
    .execute()

/** Marks a change as accepted; it takes effect once it is paid. */
export const acceptUnpaid = (tx: Tx, id: string) =>
  tx.updateTable('booking_change').set({ status: 'awaiting_payment' }).where('id', '=', id).execute()

export type ChangeEnd = Exclude<ChangeStatus, 'pending' | 'awaiting_payment'>

export const endChange = (tx: Tx, id: string, status: ChangeEnd, at: Date) =>
  tx.updateTable('booking_change').set({ status, ended_at: at }).where('id', '=', id).execute()

/**
 * Writes the new dates, pets, price and terms over the old ones. The booking must be locked and its places released.
 */
export async function rewriteBooking(
  tx: Tx,
  bookingId: string,
  { units, pets, quote, terms, ...agreed }: ChangeAgreed,
): Promise<void> {
  await tx
    .updateTable('booking')
    .set({
      start_on: agreed.startOn,
      start_time: agreed.startTime,
      end_on: agreed.endOn,
      end_time: agreed.endTime,
      starts_at: agreed.startsAt,
      ends_at: agreed.endsAt,
      quote: JSON.stringify(quote),
      terms: JSON.stringify(terms),
      total: quote.total,
    })
    .where('id', '=', bookingId)
    .execute()
  await saveDroppedVisits(tx, bookingId, units.length)
  await tx.deleteFrom('booking_unit').where('booking_id', '=', bookingId).execute()
  await tx.deleteFrom('booking_pet').where('booking_id', '=', bookingId).execute()
  await tx
    .insertInto('booking_unit')
    .values(
      units.map(({ on, startsAt, endsAt, minutes, petIds = null }, idx) => ({
        booking_id: bookingId,
        idx,
        on_date: on,
        starts_at: startsAt,
        ends_at: endsAt,
        minutes,
        pet_ids: petIds,
      })),
    )
    .execute()
  await tx
    .insertInto('booking_pet')
    .values(pets.map(({ id }) => ({ booking_id: bookingId, pet_id: id })))
    .execute()
}

/**
 * Stores visits beyond the last remaining one separately, so that external calendars can be told that they are
 * cancelled.
 */
async function saveDroppedVisits(tx: Tx, bookingId: string, remaining: number): Promise<void> {
  await tx
    .deleteFrom('booking_dropped_visit')
    .where('booking_id', '=', bookingId)
    .where('idx', '<', remaining)
    .execute()
  await sql`
    insert into booking_dropped_visit (booking_id, idx, starts_at, ends_at)
    select unit.booking_id, unit.idx, unit.starts_at, unit.ends_at
    from booking_unit unit join booking on booking.id = unit.booking_id
    where unit.booking_id = ${bookingId} and unit.idx >= ${remaining}
      and booking.service not in ('boarding', 'house_sitting')
    on conflict (booking_id, idx) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at`.execute(
    tx,
  )
}
