import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { cancelByOperator } from '#contract/bookings/case-desk.ts'
import { createPromoCode } from '#contract/bookings/promo-codes.ts'
import { keysOf } from '#contract/entries.ts'
import { createPromo } from '#server/bookings/quote/promo-commands.ts'
import { actOn } from '#server/payments/task-commands.ts'
import { newKey, refusalOf, send } from '#test/booking-town.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  type LateTown,
  accepted,
  agreed,
  chargeAt,
  draftOf,
  payments,
  stateOf,
  toldTo,
  used,
} from '#test/late-town.ts'
import { openPaidTown } from '#test/stripe-town.ts'

const ada = { ...eve, roles: ['operator'] }

describe('a cancellation before the charge is complete', () => {
  const endings = {
    owner: (town: LateTown, booking: Booking) =>
      town.act(olga, booking, 'cancel', { reason: 'Plans changed.' }),
    sitter: (town: LateTown, booking: Booking) =>
      town.act(sam, booking, 'cancel_by_sitter', { reason: 'I have fallen ill.' }),
    operator: ({ deps }: LateTown, { id, version }: Booking) =>
      send(deps, cancelByOperator, ada, {
        params: { bookingId: id },
        body: { version, extenuating: 'illness', reason: 'Their dog is seriously ill.' },
        idempotencyKey: newKey(),
      }),
  }
  test.each(keysOf(endings))('by the %s charges nothing and releases the saved card', async (who) => {
    const town = await openPaidTown()
    const { deps, db } = town
    const promo = { code: 'summer', paidBy: 'platform', amount: 10_00 }
    await createPromo(deps, { viewer: sam, ip: '127.0.0.1' }, createPromoCode.body.parse(promo))
    const booking = await town.ask(olga, { ...draftOf(town), promoCode: 'summer' })
    await town.giveCard(booking)
    await town.act(sam, booking, 'accept')
    await town.work()
    const usedOf = () => db.selectFrom('promo_use').select(['status', 'amount']).executeTakeFirst()
    expect(await usedOf()).toEqual({ status: 'used', amount: 10_00 })
    const confirmed = await town.now(booking)
    const nothing = { total: 0, services: 0, addOns: 0, ownerFee: 0, sitterKeeps: 0 }
    expect(confirmed).toMatchObject({
      payment: { charge: { amount: 73_60 } },
      refundNow: nothing,
      refundIfSitterCancels: nothing,
    })
    expect(confirmed.quote.refundSchedule[0]).toMatchObject({ refund: 73_60 })
    await endings[who](town, confirmed)
    await town.work()
    expect(await town.now(booking)).toMatchObject({
      status: 'cancelled',
      payment: { status: 'voided', paid: 0, refunded: 0, charge: null },
    })
    expect(await usedOf()).toEqual({ status: 'returned', amount: 0 })
    expect((await payments(town)).map(({ state }) => state)).toEqual(['voided'])
    expect(await used(town)).toEqual([0, 0])
    await town.clockTo('2027-03-26T10:05:00Z')
    expect([town.peer.all('payment_intent'), town.peer.all('refund')]).toEqual([[], []])
    expect(await town.posted(booking)).toEqual([])
    await expectInvariants(deps)
  })

  test.each(['before', 'after'] as const)(
    'while the charge is in progress refunds in full whatever is taken: %s the card was charged',
    async (moment) => {
      const town = await openPaidTown()
      const { deps, peer } = town
      const booking = await accepted(town)
      deps.clock.set(new Date(chargeAt))
      await town.runClock()
      const task = deps.jobs.find((job) => job.name === 'payments.act')!
      if (moment === 'after') {
        peer.switches.lose = 1
        await expect(actOn(deps, deps.stripe!, task.payload.taskId)).rejects.toThrow('No answer')
      }
      await town.act(olga, booking, 'cancel')
      await town.work()
      await town.hear()
      expect(await stateOf(town, booking)).toEqual(['cancelled', 'voided'])
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
    const town = await openPaidTown()
    const { deps, peer } = town
    const booking = await accepted(town)
    const changed = await agreed(town, booking, terms)
    expect(changed).toMatchObject({
      change: null,
      payment: { status: 'authorised', paid: 0, refunded: 0, extra: null, charge: { at, amount } },
    })
    await town.work()
    expect(toldTo(town, 'accept_change')).toEqual(['owner', 'sitter'])
    expect((await payments(town)).map((one) => [one.state, one.amount])).toEqual([['stored', amount]])
    expect([peer.all('payment_intent'), peer.all('refund'), await town.posted(booking)]).toEqual([[], [], []])
    await expectInvariants(deps)
    await town.clockTo(at)
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    expect(peer.all('charge')).toMatchObject([{ amount }])
    expect((await town.now(booking)).payment).toMatchObject({ paid: amount, refunded: 0, charge: null })
    await expectInvariants(deps)
  })

  test('to dates in the near future is charged at once', async () => {
    const town = await openPaidTown()
    const booking = await accepted(town)
    await agreed(town, booking, { startOn: '2026-12-11', endOn: '2026-12-13' })
    await town.work()
    expect((await town.now(booking)).payment.charge).toMatchObject({ at: '2026-12-01T09:00:00.000Z' })
    await town.clockTo('2026-12-01T09:01:00Z')
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    expect(toldTo(town, 'remind_charge')).toEqual([])
    await expectInvariants(town.deps)
  })

  test('is refused while the card is being charged, and charged as an extra payment afterwards', async () => {
    const town = await openPaidTown()
    const booking = await accepted(town)
    town.deps.clock.set(new Date(chargeAt))
    await town.runClock()
    expect((await refusalOf(agreed(town, booking, { endOn: '2027-06-21' }))).code).toBe(
      'booking-action-not-allowed',
    )
    await town.work()
    await agreed(town, await town.now(booking), { endOn: '2027-06-21' })
    await town.work()
    expect((await town.now(booking)).payment).toMatchObject({ status: 'captured', paid: 125_40 })
    expect(town.peer.all('charge')).toMatchObject([{ amount: 83_60 }, { amount: 41_80 }])
    await expectInvariants(town.deps)
  })
})
