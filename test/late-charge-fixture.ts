import type { Booking } from '#contract/bookings/bookings.ts'
import { weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import type { paymentFixture } from '#test/payment-fixture.ts'

export type PaymentFixture = Awaited<ReturnType<typeof paymentFixture>>

/** Two nights 199 days ahead: the charge is 88 days before the last transfer, which is two days after the end. */
export const summer = { startOn: '2027-06-18', endOn: '2027-06-20' }
export const chargeAt = '2027-03-26T10:00:00.000Z'
export const draftOf = (fixture: PaymentFixture) => ({ ...weekend(fixture), ...summer })

export async function accepted(fixture: PaymentFixture, card?: string): Promise<Booking> {
  const booking = await fixture.ask(olga, draftOf(fixture))
  await fixture.giveCard(booking, card)
  await fixture.act(sam, booking, 'accept')
  await fixture.work()
  return fixture.now(booking)
}
export const stateOf = async (fixture: PaymentFixture, booking: Pick<Booking, 'id'>) => {
  const { status, payment } = await fixture.now(booking)
  return [status, payment.status]
}
export const recipientsOf = (fixture: PaymentFixture, event: string) =>
  fixture.deps.jobs.flatMap(({ name, payload }) =>
    name === 'bookings.notify' && payload.event === event ? [payload.to] : [],
  )
export const eventsOf = async (fixture: PaymentFixture, booking: Pick<Booking, 'id'>) =>
  (await fixture.now(booking)).timeline.map(({ event }) => event)
export const used = async ({ db }: PaymentFixture) =>
  (await db.selectFrom('sitter_day').select('used').where('kind', '=', 'boarding').execute()).map(
    (day) => day.used,
  )
export const payments = (fixture: PaymentFixture) =>
  fixture.db.selectFrom('payment').select(['state', 'way', 'amount']).orderBy('created_at').execute()
export const daysBetween = (from: unknown, to: unknown) => (Number(to) - Number(from)) / 86_400
/** A change accepted by both sides. */
export const agreed = (fixture: PaymentFixture, booking: Pick<Booking, 'id'>, terms: object) =>
  fixture.agreeOn(booking, { ...summer, ...terms })
