import type { Booking } from '#contract/bookings/bookings.ts'
import type { SitterTerms } from '#test/booking-fixture.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

/** One night longer than the weekend. */
export const longer = { endOn: '2026-12-14' }
export const eventsOf = (booking: Booking) => booking.timeline.map(({ event }) => event)

/** The payment fixture, with functions for payments on top of the price. */
export async function extraPaymentFixture(terms: SitterTerms = {}) {
  const fixture = await paymentFixture(terms)
  const usedDays = () =>
    fixture.db.selectFrom('sitter_day').select(['on_date', 'used']).where('kind', '=', 'boarding').execute()
  return {
    ...fixture,
    /** The number of used places of each day. */
    usedOn: async () =>
      Object.fromEntries((await usedDays()).map(({ on_date: on, used }) => [on.slice(8), used])),
    /** A longer weekend whose difference the booking's card could not pay, so the owner is asked to pay it. */
    async unpaid(): Promise<Booking> {
      const booking = await fixture.confirmed()
      fixture.peer.turnCards('pm_card_authenticationRequired')
      await fixture.agreeOn(booking, longer)
      await fixture.work()
      return fixture.now(booking)
    },
  }
}
