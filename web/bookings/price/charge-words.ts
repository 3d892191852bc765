import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName } from '#web/bookings/life/booking-words.ts'
import { dayIn } from '#web/clock.ts'
import { formatDay, formatMoney } from '#web/format.ts'

/** "Friday, 26 March 2027", where the booking is. */
export const chargeDay = (at: string, timeZone: string): string => formatDay(dayIn(at, timeZone), 'long')

/** Of a booking far ahead: when its card is charged, for the viewer; null where it is charged at once, or was. */
export function chargeWords({ payment, role, owner, quote, timeZone }: Booking): string | null {
  const { charge } = payment
  if (!charge) return null
  const day = chargeDay(charge.at, timeZone)
  const amount = formatMoney(charge.amount, quote.currency)
  if (role === 'owner')
    return {
      expected: `The start is far ahead: your card is kept, and charged ${amount} on ${day}.`,
      planned: `Your card will be charged ${amount} on ${day}.`,
      charging: `Your card is being charged ${amount}; this can take a moment.`,
    }[charge.state]
  return {
    expected: `The start is far ahead: the card of ${firstName(owner.name)} is kept, and charged on ${day}.`,
    planned: `The card of ${firstName(owner.name)} is kept and will be charged on ${day}.`,
    charging: `The card of ${firstName(owner.name)} is being charged; this can take a moment.`,
  }[charge.state]
}

/** True of a confirmed booking whose card has not been charged. */
export const isUncharged = ({ payment, status }: Pick<Booking, 'payment' | 'status'>): boolean =>
  payment.charge !== null && status === 'confirmed'
