import { type Refund, refundAt, refundOfNothing, type RefundParty } from '#server/bookings/money/refund.ts'
import { isCharging } from '#server/bookings/pay/charge.ts'
import { type BookingRecord, refundableFrom } from '#server/bookings/record/record.ts'

/** Computes the refund by the rules, unless nothing has been charged yet. */
export const refundOf = (record: BookingRecord, at: Date, by: RefundParty): Refund =>
  record.charge_at
    ? refundOfNothing(refundableFrom(record), isCharging(record))
    : refundAt(refundableFrom(record), at, by)
