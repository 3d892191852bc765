import { outcomeOf } from '#server/bookings/money/payout.ts'
import { promotionIn, promotionOf } from '#server/bookings/money/promo.ts'
import { withParts } from '#server/bookings/record/commands.ts'
import { moneyOf } from '#server/bookings/record/paid.ts'
import { type BookingRecord, payableFrom } from '#server/bookings/record/record.ts'
import { findBookings } from '#server/bookings/record/store.ts'
import type { Db } from '#server/kernel/db/db.ts'

/**
 * The platform's share of a booking in its present state: both fees including their tax, and what it pays through a
 * promo code.
 */
export type BookingFees = {
  bookingId: string
  currency: string
  fees: number
  tax: number
  promotion: number
}

/** Returns the fees of each booking, whether its money has been released or not. */
export async function feesOf(db: Db, bookingIds: readonly string[]): Promise<BookingFees[]> {
  const records = await withParts(db, await findBookings(db, bookingIds))
  return records.map(viewFees)
}

function viewFees(record: BookingRecord): BookingFees {
  const { sitterFee, sitterFeeTax, ownerFee, ownerFeeTax } = outcomeOf(payableFrom(record))
  const promotion = promotionOf(record.quote.promo)
  const { paid, refunded } = moneyOf(record)
  return {
    bookingId: record.id,
    currency: record.currency,
    fees: sitterFee + ownerFee,
    tax: sitterFeeTax + ownerFeeTax,
    promotion: promotion - promotionIn(promotion, refunded, paid),
  }
}
