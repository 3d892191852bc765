import { describe, expect, test } from 'vitest'
import * as contract from '#contract/bookings/bookings.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { newKey, send, weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

type Fixture = Awaited<ReturnType<typeof paymentFixture>>

/** A question is not binding, so it needs no card. */
const question = (fixture: Fixture): Promise<Booking> =>
  send(fixture.deps, contract.createBooking, olga, {
    body: { ...weekend(fixture), event: 'inquire', message: 'Would you be free?' },
    idempotencyKey: newKey(),
  })

/** Sam offers the weekend for 10.00 less: 66.00 and 6.60 of fee. */
async function offered(fixture: Fixture, booking: Booking): Promise<Booking> {
  const terms = { discount: 10_00 }
  const params = { bookingId: booking.id }
  const { quoteHash } = await send(fixture.deps, contract.calculateOffer, sam, { params, body: terms })
  return fixture.act(sam, await fixture.show(sam, booking), 'offer', { ...terms, quoteHash })
}

describe('an instant booking', () => {
  test.each([null, 'lose', 'fail', 'failAfter'] as const)(
    'reserves its days and is confirmed once its owner pays by card, despite a fault: %s',
    async (fault) => {
      const fixture = await paymentFixture()
      const booking = await fixture.bookAtOnce()
      expect(booking).toMatchObject({ status: 'awaiting_payment', payment: { paid: 0 } })
      await fixture.work()
      expect((await fixture.now(booking)).payment.due).toEqual({ amount: 83_60, now: true })
      // The capture is the next call to Stripe.
      await fixture.step(olga, booking)
      if (fault) fixture.peer.switches[fault] = 1
      await fixture.giveCard(booking)
      await fixture.hear()
      await fixture.hear()
      expect(await fixture.now(booking)).toMatchObject({
        status: 'confirmed',
        payment: { status: 'captured', paid: 83_60, due: null },
      })
      expect(fixture.peer.all('payment_intent')).toMatchObject([{ amount_received: 83_60 }])
      expect(await fixture.posted(booking)).toEqual([
        'capture escrow 8360',
        'capture owner -8360',
        'charge bank -8360',
        'charge owner 8360',
      ])
      await expectInvariants(fixture.deps)
    },
  )

  test('that is not paid in time expires, and its days are free again', async () => {
    const fixture = await paymentFixture()
    const booking = await fixture.bookAtOnce()
    await fixture.work()
    await fixture.clockTo('2026-12-02T09:00:00Z')
    expect((await fixture.now(booking)).status).toBe('expired')
    expect((await fixture.bookAtOnce()).status).toBe('awaiting_payment')
    expect(await fixture.posted(booking)).toEqual([])
    await expectInvariants(fixture.deps)
  })
})

describe('an offer', () => {
  test.each([
    'taken with the card that was given',
    'taken with a reply lost',
    'taken without a card',
  ] as const)(
    'at another price is %s: an earlier hold is released, and its own price is charged once',
    async (way) => {
      const fixture = await paymentFixture()
      const withCard = way !== 'taken without a card'
      const requested = withCard ? await fixture.request() : await question(fixture)
      if (withCard) await fixture.giveCard(requested)
      const offer = await offered(fixture, requested)
      if (way === 'taken with a reply lost') {
        await fixture.giveCard(offer)
        fixture.peer.switches.lose = 2
      }
      await fixture.act(olga, await fixture.now(offer), 'accept_offer')
      await fixture.work()
      if (way !== 'taken with a reply lost') {
        expect((await fixture.now(offer)).payment.due).toEqual({ amount: 72_60, now: true })
        await fixture.giveCard(offer)
      }
      await fixture.hear()
      expect(await fixture.now(offer)).toMatchObject({
        status: 'confirmed',
        payment: { status: 'captured', paid: 72_60 },
      })
      const intents = fixture.peer.all('payment_intent')
      expect(intents.filter(({ status }) => status === 'succeeded')).toMatchObject([
        { amount_received: 72_60 },
      ])
      expect(intents.filter(({ status }) => status !== 'succeeded').map(({ status }) => status)).toEqual(
        withCard ? ['canceled'] : [],
      )
      await expectInvariants(fixture.deps)
    },
  )

  test('that the owner turns down releases the hold on their card', async () => {
    const fixture = await paymentFixture()
    const requested = await fixture.request()
    await fixture.giveCard(requested)
    const offer = await offered(fixture, requested)
    await fixture.act(olga, await fixture.now(offer), 'withdraw')
    fixture.peer.switches.failAfter = 1
    await fixture.work()
    expect(fixture.peer.all('payment_intent')).toMatchObject([{ status: 'canceled' }])
    expect(fixture.amounts('refund')).toEqual([])
    await expectInvariants(fixture.deps)
  })
})

test('after an error that Stripe repeats for the same key, the payment form opens on the next attempt', async () => {
  const fixture = await paymentFixture()
  const booking = await fixture.request()
  fixture.peer.switches.fail = 1
  await expect(fixture.step(olga, booking)).rejects.toMatchObject({ code: 'unavailable' })
  fixture.peer.switches.failAfter = 1
  await expect(fixture.step(olga, booking)).rejects.toMatchObject({ code: 'unavailable' })
  await fixture.giveCard(booking)
  await fixture.act(sam, booking, 'accept')
  await fixture.work()
  expect((await fixture.now(booking)).payment.paid).toBe(83_60)
  expect(fixture.peer.all('payment_intent')).toMatchObject([{ amount_received: 83_60 }])
  await expectInvariants(fixture.deps)
})
