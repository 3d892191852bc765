import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { dayIn } from '#web/clock.ts'
import { formatDay } from '#web/format.ts'

/** "Friday, 26 March 2027", in the booking's time zone. */
export const chargeDay = (at: string, timeZone: string): string => formatDay(dayIn(at, timeZone), 'long')

/** Tells the viewer when the card is charged for a booking far ahead; null if it is or was charged at once. */
export function chargeWords({ payment, role, owner, quote, timeZone }: Booking): string | null {
  const { charge } = payment
  if (!charge) return null
  const day = chargeDay(charge.at, timeZone)
  const amount = formatMoney(charge.amount, quote.currency)
  if (role === 'owner')
    return {
      expected: `The start is still a while away, so your card is saved now and charged ${amount} on ${day}.`,
      planned: `Your card will be charged ${amount} on ${day}.`,
      charging: `Your card is being charged ${amount}; this can take a moment.`,
    }[charge.state]
  return {
    expected: `The start is still a while away, so ${firstName(owner.name)}’s card is saved now and charged on ${day}.`,
    planned: `${firstName(owner.name)}’s card is saved and will be charged on ${day}.`,
    charging: `${firstName(owner.name)}’s card is being charged; this can take a moment.`,
  }[charge.state]
}
