import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import * as contract from '#contract/payments/payments.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { refusalOf, send } from '#test/booking-town.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { accepted, chargeAt, draftOf, eventsOf, type LateTown, stateOf } from '#test/late-town.ts'
import { openPaidTown } from '#test/stripe-town.ts'

const askFor = ({ deps }: LateTown, viewer: Viewer, { id }: Pick<Booking, 'id'>, given = false) =>
  send(deps, contract.openCard, viewer, { params: { bookingId: id }, body: { given } })
const setupOf = (clientSecret: string | null) => clientSecret!.split('_secret_')[0]!
const confirm = ({ peer }: LateTown, setupId: string, card = 'pm_card_mastercard') =>
  peer.calls['POST setup_intents/:id/confirm']!({ payment_method: card }, setupId)
const methodOf = ({ db }: LateTown) =>
  db.selectFrom('payment').select(['method_id', 'swap_setup_id']).where('state', '=', 'stored').execute()

/** The card with which the booking was paid, according to Stripe. */
async function chargedCard(town: LateTown, booking: Booking) {
  await town.clockTo(chargeAt)
  expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
  await expectInvariants(town.deps)
  return town.peer.all('payment_intent').map((intent) => intent['payment_method'])
}

describe.each(['manual', 'stripe'] as const)('replacing the card for a later charge: %s', (mode) => {
  test('is possible only where a card is saved, and only for the owner', async () => {
    const town = await openPaidTown({ mode })
    const booking = await accepted(town)
    const { charge } = (await town.now(booking)).payment
    expect(charge?.swappable ?? false).toBe(mode === 'stripe')
    if (mode === 'stripe') expect((await askFor(town, olga, booking)).state).toBe('open')
    else
      expect(await refusalOf(askFor(town, olga, booking))).toMatchObject({
        code: 'payment-not-due',
        bookingStatus: 'confirmed',
        paymentMode: 'manual',
        detail: expect.stringContaining(
          'This booking is confirmed and its payment is made directly: no card',
        ),
      })
    expect((await refusalOf(askFor(town, eve, booking))).code).toBe('booking-not-found')
    expect((await refusalOf(askFor(town, sam, booking))).code).toBe('booking-not-found')
    await expectInvariants(town.deps)
  })
})

test('the replacement card is charged on the charge date once it is confirmed', async () => {
  const town = await openPaidTown()
  const booking = await accepted(town)
  const [first] = await methodOf(town)
  const { clientSecret } = await askFor(town, olga, booking)
  expect((await methodOf(town))[0]!.method_id).toBe(first!.method_id)
  const { version } = await town.now(booking)
  confirm(town, setupOf(clientSecret))
  expect((await askFor(town, olga, booking, true)).state).toBe('done')
  await town.hear()
  await town.hear()
  const [other] = await methodOf(town)
  expect(other!.method_id).not.toBe(first!.method_id)
  expect(other!.swap_setup_id).toBeNull()
  expect((await eventsOf(town, booking)).filter((event) => event === 'swap_card')).toHaveLength(1)
  expect((await town.now(booking)).version).toBe(version)
  expect(await chargedCard(town, booking)).toEqual([other!.method_id])
})

test('a replacement that is never completed changes nothing, and reopening the form reuses its setup intent', async () => {
  const town = await openPaidTown()
  const booking = await accepted(town)
  const [first] = await methodOf(town)
  const [one, two] = await Promise.all([askFor(town, olga, booking), askFor(town, olga, booking)])
  expect(setupOf(one.clientSecret)).toBe(setupOf(two.clientSecret))
  expect(setupOf((await askFor(town, olga, booking)).clientSecret)).toBe(setupOf(one.clientSecret))
  expect(await chargedCard(town, booking)).toEqual([first!.method_id])
})

test.each(['lose', 'fail', 'failAfter'] as const)('the form reopens after the fault %s', async (fault) => {
  const town = await openPaidTown()
  const booking = await accepted(town)
  town.peer.switches[fault] = 1
  await askFor(town, olga, booking).catch((error: unknown) =>
    expect(error).toMatchObject({ code: 'unavailable' }),
  )
  const { clientSecret } = await askFor(town, olga, booking)
  confirm(town, setupOf(clientSecret))
  await town.hear()
  const [other] = await methodOf(town)
  expect(await chargedCard(town, booking)).toEqual([other!.method_id])
})

test('a replacement card that arrives during the charge or after a cancellation is not used', async () => {
  const town = await openPaidTown()
  const booking = await accepted(town)
  const [first] = await methodOf(town)
  const { clientSecret } = await askFor(town, olga, booking)
  town.deps.clock.set(new Date(chargeAt))
  await town.runClock()
  confirm(town, setupOf(clientSecret))
  expect((await refusalOf(askFor(town, olga, booking))).code).toBe('payment-not-due')
  expect((await town.now(booking)).payment.charge?.swappable).toBe(false)
  await town.hear()
  expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
  expect(town.peer.all('payment_intent').map((intent) => intent['payment_method'])).toEqual([
    first!.method_id,
  ])
  expect(await eventsOf(town, booking)).not.toContain('swap_card')

  const later = await openPaidTown()
  const other = await later.ask(olga, draftOf(later))
  await later.giveCard(other)
  await later.act(sam, other, 'accept')
  await later.work()
  const asked = await askFor(later, olga, other)
  await later.cancel(other)
  confirm(later, setupOf(asked.clientSecret))
  await later.hear()
  expect((await refusalOf(askFor(later, olga, other))).code).toBe('payment-not-due')
  expect(await eventsOf(later, other)).not.toContain('swap_card')
  await expectInvariants(later.deps)
})
