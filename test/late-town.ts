import type { Booking } from '#contract/bookings/bookings.ts'
import { weekend } from '#test/booking-town.ts'
import { olga, sam } from '#test/cast.ts'
import type { openPaidTown } from '#test/stripe-town.ts'

export type LateTown = Awaited<ReturnType<typeof openPaidTown>>

/** Two nights 199 days ahead: the charge is 88 days before the last transfer, which is two days after the end. */
export const summer = { startOn: '2027-06-18', endOn: '2027-06-20' }
export const chargeAt = '2027-03-26T10:00:00.000Z'
export const draftOf = (town: LateTown) => ({ ...weekend(town), ...summer })

export async function accepted(town: LateTown, card?: string): Promise<Booking> {
  const booking = await town.ask(olga, draftOf(town))
  await town.giveCard(booking, card)
  await town.act(sam, booking, 'accept')
  await town.work()
  return town.now(booking)
}
export const stateOf = async (town: LateTown, booking: Pick<Booking, 'id'>) => {
  const { status, payment } = await town.now(booking)
  return [status, payment.status]
}
export const toldTo = (town: LateTown, event: string) =>
  town.deps.jobs.flatMap(({ name, payload }) =>
    name === 'bookings.notify' && payload.event === event ? [payload.to] : [],
  )
export const eventsOf = async (town: LateTown, booking: Pick<Booking, 'id'>) =>
  (await town.now(booking)).timeline.map(({ event }) => event)
export const used = async ({ db }: LateTown) =>
  (await db.selectFrom('sitter_day').select('used').where('kind', '=', 'boarding').execute()).map(
    (day) => day.used,
  )
export const payments = (town: LateTown) =>
  town.db.selectFrom('payment').select(['state', 'way', 'amount']).orderBy('created_at').execute()
export const daysBetween = (from: unknown, to: unknown) => (Number(to) - Number(from)) / 86_400
/** A change accepted by both sides. */
export const agreed = (town: LateTown, booking: Pick<Booking, 'id'>, terms: object) =>
  town.agreeOn(booking, { ...summer, ...terms })
