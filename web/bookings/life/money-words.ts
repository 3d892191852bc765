import type { Booking } from '#contract/bookings/bookings.ts'
import { type MoneyWords, moneyWords, type Reading, settlementOf } from '#contract/payments/words.ts'
import { firstName } from '#contract/words.ts'
import { otherParty } from '#web/bookings/life/booking-words.ts'

/** True for a confirmed booking whose card has not been charged yet. */
export const isUncharged = ({ payment, status }: Pick<Booking, 'payment' | 'status'>): boolean =>
  payment.charge !== null && status === 'confirmed'

/** How the money of this booking is settled, which decides the wording (docs/decisions/0103). */
export const moneyWordsFor = (booking: Pick<Booking, 'payment' | 'status'>): MoneyWords =>
  moneyWords[settlementOf(booking.payment.mode, isUncharged(booking))]

export const readingOf = (booking: Booking): Reading => ({
  reader: booking.role,
  other: firstName(otherParty(booking).name),
})
