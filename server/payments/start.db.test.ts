import { describe, expect, test } from 'vitest'
import * as contract from '#contract/bookings/bookings.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { newKey, send, weekend } from '#test/booking-town.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { openPaidTown } from '#test/stripe-town.ts'

type Town = Awaited<ReturnType<typeof openPaidTown>>

/** A question is not binding, so it needs no card. */
const question = (town: Town): Promise<Booking> =>
  send(town.deps, contract.createBooking, olga, {
    body: { ...weekend(town), event: 'inquire', message: 'Would you be free?' },
    idempotencyKey: newKey(),
  })

/** Sam offers the weekend for 10.00 less: 66.00 and 6.60 of fee. */
async function offered(town: Town, booking: Booking): Promise<Booking> {
  const terms = { discount: 10_00 }
  const params = { bookingId: booking.id }
  const { quoteHash } = await send(town.deps, contract.calculateOffer, sam, { params, body: terms })
  return town.act(sam, await town.show(sam, booking), 'offer', { ...terms, quoteHash })
}

describe('an instant booking', () => {
  test.each([null, 'lose', 'fail', 'failAfter'] as const)(
    'reserves its days and is confirmed once its owner pays by card, despite a fault: %s',
    async (fault) => {
      const town = await openPaidTown()
      const booking = await town.bookAtOnce()
      expect(booking).toMatchObject({ status: 'awaiting_payment', payment: { paid: 0 } })
      await town.work()
      expect((await town.now(booking)).payment.due).toEqual({ amount: 83_60, now: true })
      // The capture is the next call to Stripe.
      await town.step(olga, booking)
      if (fault) town.peer.switches[fault] = 1
      await town.giveCard(booking)
      await town.hear()
      await town.hear()
      expect(await town.now(booking)).toMatchObject({
        status: 'confirmed',
        payment: { status: 'captured', paid: 83_60, due: null },
      })
      expect(town.peer.all('payment_intent')).toMatchObject([{ amount_received: 83_60 }])
      expect(await town.posted(booking)).toEqual([
        'capture escrow 8360',
        'capture owner -8360',
        'charge bank -8360',
        'charge owner 8360',
      ])
      await expectInvariants(town.deps)
    },
  )

  test('that is not paid in time expires, and its days are free again', async () => {
    const town = await openPaidTown()
    const booking = await town.bookAtOnce()
    await town.work()
    await town.clockTo('2026-12-02T09:00:00Z')
    expect((await town.now(booking)).status).toBe('expired')
    expect((await town.bookAtOnce()).status).toBe('awaiting_payment')
    expect(await town.posted(booking)).toEqual([])
    await expectInvariants(town.deps)
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
      const town = await openPaidTown()
      const withCard = way !== 'taken without a card'
      const asked = withCard ? await town.request() : await question(town)
      if (withCard) await town.giveCard(asked)
      const offer = await offered(town, asked)
      if (way === 'taken with a reply lost') {
        await town.giveCard(offer)
        town.peer.switches.lose = 2
      }
      await town.act(olga, await town.now(offer), 'accept_offer')
      await town.work()
      if (way !== 'taken with a reply lost') {
        expect((await town.now(offer)).payment.due).toEqual({ amount: 72_60, now: true })
        await town.giveCard(offer)
      }
      await town.hear()
      expect(await town.now(offer)).toMatchObject({
        status: 'confirmed',
        payment: { status: 'captured', paid: 72_60 },
      })
      const intents = town.peer.all('payment_intent')
      expect(intents.filter(({ status }) => status === 'succeeded')).toMatchObject([
        { amount_received: 72_60 },
      ])
      expect(intents.filter(({ status }) => status !== 'succeeded').map(({ status }) => status)).toEqual(
        withCard ? ['canceled'] : [],
      )
      await expectInvariants(town.deps)
    },
  )

  test('that the owner turns down releases the hold on their card', async () => {
    const town = await openPaidTown()
    const asked = await town.request()
    await town.giveCard(asked)
    const offer = await offered(town, asked)
    await town.act(olga, await town.now(offer), 'withdraw')
    town.peer.switches.failAfter = 1
    await town.work()
    expect(town.peer.all('payment_intent')).toMatchObject([{ status: 'canceled' }])
    expect(town.amounts('refund')).toEqual([])
    await expectInvariants(town.deps)
  })
})

test('after an error that Stripe repeats for the same key, the payment form opens on the next attempt', async () => {
  const town = await openPaidTown()
  const booking = await town.request()
  town.peer.switches.fail = 1
  await expect(town.step(olga, booking)).rejects.toMatchObject({ code: 'unavailable' })
  town.peer.switches.failAfter = 1
  await expect(town.step(olga, booking)).rejects.toMatchObject({ code: 'unavailable' })
  await town.giveCard(booking)
  await town.act(sam, booking, 'accept')
  await town.work()
  expect((await town.now(booking)).payment.paid).toBe(83_60)
  expect(town.peer.all('payment_intent')).toMatchObject([{ amount_received: 83_60 }])
  await expectInvariants(town.deps)
})
