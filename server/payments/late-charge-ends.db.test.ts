import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { cancelByOperator } from '#contract/bookings/case-desk.ts'
import { createPromoCode } from '#contract/bookings/promo-codes.ts'
import { keysOf } from '#contract/entries.ts'
import { createPromo } from '#server/bookings/quote/promo-commands.ts'
import { actOn } from '#server/payments/task-commands.ts'
import { newKey, refusalOf, send } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  type PaymentFixture,
  accepted,
  agreed,
  chargeAt,
  draftOf,
  payments,
  stateOf,
  recipientsOf,
  used,
} from '#test/late-charge-fixture.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

const ada = { ...eve, roles: ['operator'] }

describe('a cancellation before the charge is complete', () => {
  const endings = {
    owner: (fixture: PaymentFixture, booking: Booking) =>
      fixture.act(olga, booking, 'cancel', { reason: 'Plans changed.' }),
    sitter: (fixture: PaymentFixture, booking: Booking) =>
      fixture.act(sam, booking, 'cancel_by_sitter', { reason: 'I have fallen ill.' }),
    operator: ({ deps }: PaymentFixture, { id, version }: Booking) =>
      send(deps, cancelByOperator, ada, {
        params: { bookingId: id },
        body: { version, extenuating: 'illness', reason: 'Their dog is seriously ill.' },
        idempotencyKey: newKey(),
      }),
  }
  test.each(keysOf(endings))('by the %s charges nothing and releases the saved card', async (who) => {
    const fixture = await paymentFixture()
    const { deps, db } = fixture
    const promo = { code: 'summer', paidBy: 'platform', amount: 10_00 }
    await createPromo(deps, { viewer: sam, ip: '127.0.0.1' }, createPromoCode.body.parse(promo))
    const booking = await fixture.ask(olga, { ...draftOf(fixture), promoCode: 'summer' })
    await fixture.giveCard(booking)
    await fixture.act(sam, booking, 'accept')
    await fixture.work()
    const usedOf = () => db.selectFrom('promo_use').select(['status', 'amount']).executeTakeFirst()
    expect(await usedOf()).toEqual({ status: 'used', amount: 10_00 })
    const confirmed = await fixture.now(booking)
    const nothing = { total: 0, services: 0, addOns: 0, ownerFee: 0, sitterKeeps: 0 }
    expect(confirmed).toMatchObject({
      payment: { charge: { amount: 73_60 } },
      refundNow: nothing,
      refundIfSitterCancels: nothing,
    })
    expect(confirmed.quote.refundSchedule[0]).toMatchObject({ refund: 73_60 })
    await endings[who](fixture, confirmed)
    await fixture.work()
    expect(await fixture.now(booking)).toMatchObject({
      status: 'cancelled',
      payment: { status: 'voided', paid: 0, refunded: 0, charge: null },
    })
    expect(await usedOf()).toEqual({ status: 'returned', amount: 0 })
    expect((await payments(fixture)).map(({ state }) => state)).toEqual(['voided'])
    expect(await used(fixture)).toEqual([0, 0])
    await fixture.clockTo('2027-03-26T10:05:00Z')
    expect([fixture.peer.all('payment_intent'), fixture.peer.all('refund')]).toEqual([[], []])
    expect(await fixture.posted(booking)).toEqual([])
    await expectInvariants(deps)
  })

  test.each(['before', 'after'] as const)(
    'while the charge is in progress refunds in full whatever is taken: %s the card was charged',
    async (moment) => {
      const fixture = await paymentFixture()
      const { deps, peer } = fixture
      const booking = await accepted(fixture)
      deps.clock.set(new Date(chargeAt))
      await fixture.runClock()
      const task = deps.jobs.find((job) => job.name === 'payments.act')!
      if (moment === 'after') {
        peer.switches.lose = 1
        await expect(actOn(deps, deps.stripe!, task.payload.taskId)).rejects.toThrow('No answer')
      }
      await fixture.act(olga, booking, 'cancel')
      await fixture.work()
      await fixture.hear()
      expect(await stateOf(fixture, booking)).toEqual(['cancelled', 'voided'])
      const back = moment === 'after' ? [83_60] : []
      expect(peer.all('charge').map(({ amount }) => amount)).toEqual(back)
      expect(peer.all('refund').map(({ amount }) => amount)).toEqual(back)
      await expectInvariants(deps)
    },
  )
})

describe('a change before the charge', () => {
  test.each([
    ['a night more', { endOn: '2027-06-21' }, 125_40, '2027-03-27T10:00:00.000Z'],
    ['a night less', { startOn: '2027-06-19' }, 41_80, chargeAt],
    ['other days, later', { startOn: '2027-07-18', endOn: '2027-07-20' }, 83_60, '2027-04-25T10:00:00.000Z'],
  ])('changes only the amount and the date of the charge: %s', async (_, terms, amount, at) => {
    const fixture = await paymentFixture()
    const { deps, peer } = fixture
    const booking = await accepted(fixture)
    const changed = await agreed(fixture, booking, terms)
    expect(changed).toMatchObject({
      change: null,
      payment: { status: 'authorised', paid: 0, refunded: 0, extra: null, charge: { at, amount } },
    })
    await fixture.work()
    expect(recipientsOf(fixture, 'accept_change')).toEqual(['owner', 'sitter'])
    expect((await payments(fixture)).map((one) => [one.state, one.amount])).toEqual([['stored', amount]])
    expect([peer.all('payment_intent'), peer.all('refund'), await fixture.posted(booking)]).toEqual([
      [],
      [],
      [],
    ])
    await expectInvariants(deps)
    await fixture.clockTo(at)
    expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
    expect(peer.all('charge')).toMatchObject([{ amount }])
    expect((await fixture.now(booking)).payment).toMatchObject({ paid: amount, refunded: 0, charge: null })
    await expectInvariants(deps)
  })

  test('to dates in the near future is charged at once', async () => {
    const fixture = await paymentFixture()
    const booking = await accepted(fixture)
    await agreed(fixture, booking, { startOn: '2026-12-11', endOn: '2026-12-13' })
    await fixture.work()
    expect((await fixture.now(booking)).payment.charge).toMatchObject({ at: '2026-12-01T09:00:00.000Z' })
    await fixture.clockTo('2026-12-01T09:01:00Z')
    expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
    expect(recipientsOf(fixture, 'remind_charge')).toEqual([])
    await expectInvariants(fixture.deps)
  })

  test('is refused while the card is being charged, and charged as an extra payment afterwards', async () => {
    const fixture = await paymentFixture()
    const booking = await accepted(fixture)
    fixture.deps.clock.set(new Date(chargeAt))
    await fixture.runClock()
    expect((await refusalOf(agreed(fixture, booking, { endOn: '2027-06-21' }))).code).toBe(
      'booking-action-not-allowed',
    )
    await fixture.work()
    await agreed(fixture, await fixture.now(booking), { endOn: '2027-06-21' })
    await fixture.work()
    expect((await fixture.now(booking)).payment).toMatchObject({ status: 'captured', paid: 125_40 })
    expect(fixture.peer.all('charge')).toMatchObject([{ amount: 83_60 }, { amount: 41_80 }])
    await expectInvariants(fixture.deps)
  })
})
