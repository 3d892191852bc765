import type { BookingTerms } from '#server/bookings/money/terms.ts'
import type { BookingRecord } from '#server/bookings/record/record.ts'
import { type Charge, chargeAtOf } from '#server/payments/late-charge.ts'

type Happened = { event: string; at: Date }
const lastTime = (events: readonly Happened[], event: string): Date | null =>
  events.findLast((entry) => entry.event === event)?.at ?? null

/** The charge of a confirmed booking that is still to come or in progress. */
export const chargeFactsOf = (record: BookingRecord, events: readonly Happened[]): Charge | null =>
  record.charge_at && {
    at: record.charge_at,
    since: record.confirmed_at ?? record.charge_at,
    askedAt: lastTime(events, 'charge_card'),
    remindedAt: lastTime(events, 'remind_charge'),
  }

export const isCharging = (record: BookingRecord): boolean =>
  Boolean(chargeFactsOf(record, record.events)?.askedAt)

/** Returns when the card would be charged if the booking were confirmed at this instant; null if at once, or never. */
export function lateChargeAt(
  record: Pick<BookingRecord, 'payment_mode' | 'total' | 'starts_at' | 'ends_at'>,
  { settings }: BookingTerms,
  at: Date,
): Date | null {
  if (record.payment_mode !== 'stripe' || record.total === 0) return null
  const { delayHours: payoutDelayHours } = settings.payout
  return chargeAtOf({ startsAt: record.starts_at, endsAt: record.ends_at, payoutDelayHours }, at)
}
