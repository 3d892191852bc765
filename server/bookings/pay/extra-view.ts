import type { Booking } from '#contract/bookings/bookings.ts'
import type { Party } from '#contract/codes.ts'
import type { ExtraRow } from '#server/bookings/record/parts-store.ts'
import type { BookingRecord } from '#server/bookings/record/record.ts'

export const viewExtra = ({
  purpose,
  amount,
  unpaid_at: unpaidAt,
  pay_by: payBy,
}: ExtraRow): NonNullable<Booking['payment']['extra']> => ({
  purpose,
  amount,
  state: unpaidAt ? 'unpaid' : 'charging',
  payBy: payBy.toISOString(),
})

const unpaid: readonly BookingRecord['payment_status'][] = ['none', 'failed', 'voided']

const requestStatuses: readonly BookingRecord['status'][] = ['awaiting_card', 'requested', 'offered']

/**
 * Returns what the owner has to pay or to authorise now. If the charge comes later (`isLater`), saving a card is
 * enough.
 */
export function dueOf(record: BookingRecord, party: Party, isLater: boolean): Booking['payment']['due'] {
  const { payment_mode: mode, payment_status: status, total, extra } = record
  if (mode !== 'stripe' || party !== 'owner') return null
  if (extra?.unpaid_at) return { amount: extra.amount, now: true }
  if (total === 0) return null
  const isRequest = requestStatuses.includes(record.status)
  const accepted = record.status === 'awaiting_payment'
  if (!(accepted || isRequest) || !unpaid.includes(status)) return null
  return { amount: total, now: accepted && !isLater }
}
