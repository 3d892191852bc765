import { promotionIn, promotionOf } from '#server/bookings/money/promo.ts'
import type { BookingRow } from '#server/bookings/record/store.ts'

/** What was paid for the terms in force, and came back of that; what changes gave back is in neither. */
export const moneyOf = ({ paid, refunded, changed_back: changedBack }: BookingMoneyRow) => ({
  paid: paid - changedBack,
  refunded: refunded - changedBack,
})
type BookingMoneyRow = Pick<BookingRow, 'paid' | 'refunded' | 'changed_back'>

/** What the owner paid and got back; the rest of what the booking says is the platform's. */
export function ownersPart(record: BookingMoneyRow & Pick<BookingRow, 'quote'>) {
  const { paid, refunded, changed_back: changedBack } = record
  if (paid === 0) return { paid, refunded }
  const promotion = promotionOf(record.quote.promo)
  const inForce = moneyOf(record)
  const returned = inForce.refunded - promotionIn(promotion, inForce.refunded, inForce.paid)
  return { paid: paid - promotion, refunded: changedBack + returned }
}
