import { promotionIn, promotionOf } from '#server/bookings/money/promo.ts'
import type { BookingRow } from '#server/bookings/record/store.ts'

/** Amounts paid and refunded under the terms in force. Refunds made by changes are excluded from both. */
export const moneyOf = ({ paid, refunded, changed_back: changedBack }: BookingMoneyRow) => ({
  paid: paid - changedBack,
  refunded: refunded - changedBack,
})
type BookingMoneyRow = Pick<BookingRow, 'paid' | 'refunded' | 'changed_back'>

/** Amounts the owner paid and got back; the rest of the booking's amounts is the platform's. */
export function ownerAmounts(record: BookingMoneyRow & Pick<BookingRow, 'quote'>) {
  const { paid, refunded, changed_back: changedBack } = record
  if (paid === 0) return { paid, refunded }
  const promotion = promotionOf(record.quote.promo)
  const inForce = moneyOf(record)
  const returned = inForce.refunded - promotionIn(promotion, inForce.refunded, inForce.paid)
  return { paid: paid - promotion, refunded: changedBack + returned }
}
