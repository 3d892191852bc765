import { findParts } from '#server/bookings/record/parts-store.ts'
import type { BookingRecord } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Returns a booking with everything that belongs to it; a missing booking is refused. */
export async function recordOf(db: Db, id: string): Promise<BookingRecord> {
  const row = await store.findBooking(db, id)
  if (!row) throw new Problem('booking-not-found')
  return (await withParts(db, [row]))[0]!
}

export async function withParts(db: Db, rows: readonly store.BookingRow[]): Promise<BookingRecord[]> {
  const parts = await findParts(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, ...parts.get(row.id)! }))
}
