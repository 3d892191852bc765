import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import * as contract from '#contract/payments/payments.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { refusalOf, send } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  accepted,
  chargeAt,
  draftOf,
  eventsOf,
  type PaymentFixture,
  stateOf,
} from '#test/late-charge-fixture.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

const requestCard = ({ deps }: PaymentFixture, viewer: Viewer, { id }: Pick<Booking, 'id'>, given = false) =>
  send(deps, contract.openCard, viewer, { params: { bookingId: id }, body: { given } })
const setupOf = (clientSecret: string | null) => clientSecret!.split('_secret_')[0]!
const confirm = ({ peer }: PaymentFixture, setupId: string, card = 'pm_card_mastercard') =>
  peer.calls['POST setup_intents/:id/confirm']!({ payment_method: card }, setupId)
const methodOf = ({ db }: PaymentFixture) =>
  db.selectFrom('payment').select(['method_id', 'swap_setup_id']).where('state', '=', 'stored').execute()

/** The card with which the booking was paid, according to Stripe. */
async function chargedCard(fixture: PaymentFixture, booking: Booking) {
  await fixture.clockTo(chargeAt)
  expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
  await expectInvariants(fixture.deps)
  return fixture.peer.all('payment_intent').map((intent) => intent['payment_method'])
}

describe.each(['manual', 'stripe'] as const)('replacing the card for a later charge: %s', (mode) => {
  test('is possible only where a card is saved, and only for the owner', async () => {
    const fixture = await paymentFixture({ mode })
    const booking = await accepted(fixture)
    const { charge } = (await fixture.now(booking)).payment
    expect(charge?.swappable ?? false).toBe(mode === 'stripe')
    if (mode === 'stripe') expect((await requestCard(fixture, olga, booking)).state).toBe('open')
    else
      expect(await refusalOf(requestCard(fixture, olga, booking))).toMatchObject({
        code: 'payment-not-due',
        bookingStatus: 'confirmed',
        paymentMode: 'manual',
        detail: expect.stringContaining(
          'This booking is confirmed and its payment is made directly: no card',
        ),
      })
    expect((await refusalOf(requestCard(fixture, eve, booking))).code).toBe('booking-not-found')
    expect((await refusalOf(requestCard(fixture, sam, booking))).code).toBe('booking-not-found')
    await expectInvariants(fixture.deps)
  })
})

test('the replacement card is charged on the charge date once it is confirmed', async () => {
  const fixture = await paymentFixture()
  const booking = await accepted(fixture)
  const [first] = await methodOf(fixture)
  const { clientSecret } = await requestCard(fixture, olga, booking)
  expect((await methodOf(fixture))[0]!.method_id).toBe(first!.method_id)
  const { version } = await fixture.now(booking)
  confirm(fixture, setupOf(clientSecret))
  expect((await requestCard(fixture, olga, booking, true)).state).toBe('done')
  await fixture.hear()
  await fixture.hear()
  const [other] = await methodOf(fixture)
  expect(other!.method_id).not.toBe(first!.method_id)
  expect(other!.swap_setup_id).toBeNull()
  expect((await eventsOf(fixture, booking)).filter((event) => event === 'swap_card')).toHaveLength(1)
  expect((await fixture.now(booking)).version).toBe(version)
  expect(await chargedCard(fixture, booking)).toEqual([other!.method_id])
})

test('a replacement that is never completed changes nothing, and reopening the form reuses its setup intent', async () => {
  const fixture = await paymentFixture()
  const booking = await accepted(fixture)
  const [first] = await methodOf(fixture)
  const [one, two] = await Promise.all([
    requestCard(fixture, olga, booking),
    requestCard(fixture, olga, booking),
  ])
  expect(setupOf(one.clientSecret)).toBe(setupOf(two.clientSecret))
  expect(setupOf((await requestCard(fixture, olga, booking)).clientSecret)).toBe(setupOf(one.clientSecret))
  expect(await chargedCard(fixture, booking)).toEqual([first!.method_id])
})

test.each(['lose', 'fail', 'failAfter'] as const)('the form reopens after the fault %s', async (fault) => {
  const fixture = await paymentFixture()
  const booking = await accepted(fixture)
  fixture.peer.switches[fault] = 1
  await requestCard(fixture, olga, booking).catch((error: unknown) =>
    expect(error).toMatchObject({ code: 'unavailable' }),
  )
  const { clientSecret } = await requestCard(fixture, olga, booking)
  confirm(fixture, setupOf(clientSecret))
  await fixture.hear()
  const [other] = await methodOf(fixture)
  expect(await chargedCard(fixture, booking)).toEqual([other!.method_id])
})

test('a replacement card that arrives during the charge or after a cancellation is not used', async () => {
  const fixture = await paymentFixture()
  const booking = await accepted(fixture)
  const [first] = await methodOf(fixture)
  const { clientSecret } = await requestCard(fixture, olga, booking)
  fixture.deps.clock.set(new Date(chargeAt))
  await fixture.runClock()
  confirm(fixture, setupOf(clientSecret))
  expect((await refusalOf(requestCard(fixture, olga, booking))).code).toBe('payment-not-due')
  expect((await fixture.now(booking)).payment.charge?.swappable).toBe(false)
  await fixture.hear()
  expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
  expect(fixture.peer.all('payment_intent').map((intent) => intent['payment_method'])).toEqual([
    first!.method_id,
  ])
  expect(await eventsOf(fixture, booking)).not.toContain('swap_card')

  const later = await paymentFixture()
  const other = await later.ask(olga, draftOf(later))
  await later.giveCard(other)
  await later.act(sam, other, 'accept')
  await later.work()
  const step = await requestCard(later, olga, other)
  await later.cancel(other)
  confirm(later, setupOf(step.clientSecret))
  await later.hear()
  expect((await refusalOf(requestCard(later, olga, other))).code).toBe('payment-not-due')
  expect(await eventsOf(later, other)).not.toContain('swap_card')
  await expectInvariants(later.deps)
})
