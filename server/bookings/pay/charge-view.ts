import type { Party } from '#contract/codes.ts'
import type { LateCharge } from '#contract/payments/payments.ts'
import type { BookingTerms } from '#server/bookings/money/terms.ts'
import { isCharging, lateChargeAt } from '#server/bookings/pay/charge.ts'
import type { BookingRecord } from '#server/bookings/record/record.ts'
import { isOpenRequest } from '#server/bookings/record/status.ts'

export function viewCharge(
  record: BookingRecord,
  terms: BookingTerms,
  at: Date,
  by?: Party,
): LateCharge | null {
  const { charge_at: chargeAt, total: amount } = record
  if (chargeAt)
    return {
      at: chargeAt.toISOString(),
      amount,
      state: isCharging(record) ? 'charging' : 'planned',
      swappable: by === 'owner' && !isCharging(record),
    }
  const expectedAt =
    isOpenRequest(record.status) && !record.dates_open ? lateChargeAt(record, terms, at) : null
  return expectedAt && { at: expectedAt.toISOString(), amount, state: 'expected', swappable: false }
}
