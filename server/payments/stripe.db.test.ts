import { describe, expect, test } from 'vitest'
import * as contract from '#contract/payments/payments.ts'
import { actOn } from '#server/payments/task-commands.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { refusalOf, send } from '#test/booking-town.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { openPaidTown } from '#test/stripe-town.ts'

type Town = Awaited<ReturnType<typeof openPaidTown>>
type Booking = { id: string }

async function accepted(town: Town) {
  const booking = await town.request()
  await town.giveCard(booking)
  await town.act(sam, booking, 'accept')
  return booking
}
async function confirmed(town: Town) {
  const booking = await accepted(town)
  await town.work()
  return town.now(booking)
}
/** Advances to the moment at which the sitter's money is released and the transfer is still to be made. */
async function released(town: Town) {
  const booking = await confirmed(town)
  for (const moment of ['2026-12-11T17:00:00Z', '2026-12-14T11:00:00Z']) await town.clockTo(moment)
  town.deps.clock.set(new Date('2026-12-15T11:00:00Z'))
  await town.runClock()
  return booking
}

const statusOf = async (town: Town, booking: Booking) => {
  const { status, payment } = await town.now(booking)
  return [status, payment.status]
}

/**
 * Every call made to Stripe for a booking: `until` runs up to the moment before it, and `once` reads what must have
 * happened once.
 */
const errands: Record<string, { until: (town: Town) => Promise<Booking>; once: (town: Town) => object }> = {
  capture: { until: (town) => accepted(town), once: ({ lastIntent }) => [lastIntent()['amount_received']] },
  cancel: {
    async until(town) {
      const booking = await town.request()
      await town.giveCard(booking)
      return town.act(olga, booking, 'withdraw')
    },
    once: ({ lastIntent }) => [lastIntent()['status']],
  },
  refund: {
    until: async (town) => town.act(olga, await confirmed(town), 'cancel'),
    once: ({ peer }) => peer.all('refund').map(({ amount }) => amount),
  },
  // Half of the payment, so a second refund of the same amount would fit.
  'partial refund': {
    async until(town) {
      const booking = await confirmed(town)
      town.deps.clock.set(new Date('2026-12-09T16:00:00Z'))
      return town.act(olga, booking, 'cancel')
    },
    once: ({ peer }) => peer.all('refund').map(({ amount }) => amount),
  },
  transfer: {
    async until(town) {
      await town.giveAccount()
      return released(town)
    },
    once: ({ peer }) => peer.all('transfer').map(({ amount }) => amount),
  },
}

describe('a Stripe operation takes effect once', () => {
  test.each([
    ['capture', 'lose', 1, 83_60],
    ['capture', 'fail', 2, 83_60],
    ['capture', 'failAfter', 1, 83_60],
    ['capture', 'limit', 3, 83_60],
    ['cancel', 'lose', 1, 'canceled'],
    ['refund', 'lose', 1, 83_60],
    ['refund', 'fail', 2, 83_60],
    ['partial refund', 'failAfter', 1, 41_80],
    ['transfer', 'lose', 1, 68_40],
    ['transfer', 'failAfter', 1, 68_40],
  ] as const)('for a %s despite a fault: %s', async (name, fault, times, effect) => {
    const town = await openPaidTown()
    await errands[name]!.until(town)
    const before = town.peer.asked.length
    town.peer.switches[fault] = times
    await town.work()
    expect(town.peer.switches[fault]).toBe(0)
    expect(town.peer.asked.length - before).toBeGreaterThanOrEqual(times)
    expect(errands[name]!.once(town)).toEqual([effect])
    await expectInvariants(town.deps)
  })

  test.each([
    ['capture', 83_60],
    ['partial refund', 41_80],
    ['transfer', 68_40],
  ] as const)('for a %s with a lost response and an expired idempotency key', async (name, effect) => {
    const town = await openPaidTown()
    const { deps, peer } = town
    await errands[name]!.until(town)
    const task = deps.jobs.find((one) => one.name === 'payments.act')!.payload
    peer.switches.lose = 1
    await expect(actOn(deps, deps.stripe!, task.taskId)).rejects.toThrow('No answer')
    peer.forgetKeys()
    deps.clock.set(new Date(deps.now().getTime() + 25 * 3_600_000))
    await town.work()
    expect(errands[name]!.once(town)).toEqual([effect])
    await expectInvariants(deps)
  })

  test('for a payout that runs eight times at once', async () => {
    const town = await openPaidTown()
    const { deps, peer } = town
    await town.giveAccount()
    const booking = await released(town)
    const task = deps.jobs.find((one) => one.name === 'payments.act')!.payload
    await Promise.all(Array.from({ length: 8 }, () => actOn(deps, deps.stripe!, task.taskId)))
    await town.runClock()
    await town.work()
    expect(peer.all('transfer')).toHaveLength(1)
    expect((await town.posted(booking)).filter((line) => line.startsWith('payout'))).toHaveLength(2)
  })
})

const seenBySam = async (town: Town) =>
  (await town.list(sam, { role: 'sitter' })).items.map(({ status }) => status)

describe('a request', () => {
  test('is hidden from the sitter until it has a card, even if the card is declined or the request withdrawn', async () => {
    const town = await openPaidTown()
    const booking = await town.request()
    expect(booking).toMatchObject({
      status: 'awaiting_card',
      payment: { due: { amount: 83_60, now: false } },
    })
    await town.giveCard(booking, 'pm_card_chargeDeclined')
    expect(await statusOf(town, booking)).toEqual(['awaiting_card', 'failed'])
    expect((await refusalOf(town.show(sam, booking))).code).toBe('booking-not-found')
    expect((await refusalOf(town.act(sam, booking, 'accept'))).code).toBe('booking-not-found')
    expect(await seenBySam(town)).toEqual([])
    await town.act(olga, booking, 'withdraw')
    expect(
      town.deps.jobs.filter(({ name, payload }) => name === 'bookings.notify' && payload.to === 'sitter'),
    ).toEqual([])
    expect(await seenBySam(town)).toEqual([])
    await expectInvariants(town.deps)
  })

  test('is sent to the sitter once it has a card, and confirmed on acceptance', async () => {
    const town = await openPaidTown()
    const booking = await town.request()
    expect(town.toldTo('request')).not.toContain('sitter')
    await town.giveCard(booking)
    await town.hear()
    expect(await statusOf(town, booking)).toEqual(['requested', 'authorised'])
    expect(town.toldTo('give_card')).toContain('sitter')
    expect(await seenBySam(town)).toEqual(['requested'])
    const { timeline, expiresAt } = await town.show(sam, booking)
    expect(timeline.map(({ event }) => event)).toEqual(['request', 'give_card'])
    expect(expiresAt).toBe('2026-12-02T09:00:00.000Z')
    await town.act(sam, booking, 'accept')
    await town.work()
    expect(await statusOf(town, booking)).toEqual(['confirmed', 'captured'])
    await expectInvariants(town.deps)
  })

  test('expires after an hour without a card, notifies only its owner, and then accepts no card', async () => {
    const town = await openPaidTown()
    const booking = await town.request()
    await town.step(olga, booking)
    await town.clockTo('2026-12-01T09:59:00Z')
    expect((await town.now(booking)).status).toBe('awaiting_card')
    await town.clockTo('2026-12-01T10:00:00Z')
    expect((await town.now(booking)).status).toBe('expired')
    expect(town.lastIntent()['status']).toBe('canceled')
    expect((await refusalOf(town.step(olga, booking))).code).toBe('payment-not-due')
    expect(town.toldTo('card_expired')).toContain('owner')
    expect(town.toldTo('card_expired')).not.toContain('sitter')
    expect(await seenBySam(town)).toEqual([])
    await expectInvariants(town.deps)
  })
})

describe('a card', () => {
  test('whose hold was released by the bank keeps the days reserved, and another card confirms the booking', async () => {
    const town = await openPaidTown()
    const booking = await town.request()
    await town.giveCard(booking)
    town.peer.calls['POST payment_intents/:id/cancel']!({}, town.lastIntent().id)
    await town.act(sam, booking, 'accept')
    await town.work()
    expect(await statusOf(town, booking)).toEqual(['awaiting_payment', 'failed'])
    expect((await town.now(booking)).payment.due).toEqual({ amount: 83_60, now: true })
    expect(town.toldTo('payment_failed')).toContain('owner')
    await expectInvariants(town.deps)
    await town.giveCard(booking)
    expect(await statusOf(town, booking)).toEqual(['confirmed', 'captured'])
    await expectInvariants(town.deps)
  })

  test('that requires authentication sends the request once the owner has completed it', async () => {
    const town = await openPaidTown()
    const booking = await town.request()
    await town.giveCard(booking, 'pm_card_authenticationRequired')
    expect((await town.now(booking)).status).toBe('awaiting_card')
    town.peer.authenticate(town.lastIntent().id, true)
    expect((await town.step(olga, booking)).state).toBe('done')
    await town.work()
    expect((await town.now(booking)).status).toBe('requested')
  })

  test.each([
    ['pm_card_visa', 'confirmed'],
    ['pm_card_authenticationRequired', 'awaiting_payment'],
  ])('is saved if the answer may take longer than a hold lasts: %s leads to %s', async (card, status) => {
    const town = await openPaidTown()
    await changeSettings(town.deps, { request: { ttlHours: 7 * 24 } })
    const booking = await town.request()
    await town.giveCard(booking, card)
    expect(town.peer.all('payment_intent')).toEqual([])
    expect(await statusOf(town, booking)).toEqual(['requested', 'authorised'])
    await town.act(sam, booking, 'accept')
    town.peer.switches.lose = 1
    await town.work()
    expect((await town.now(booking)).status).toBe(status)
    expect(town.peer.all('payment_intent')).toHaveLength(1)
    if (status === 'awaiting_payment') await town.giveCard(booking)
    expect((await town.now(booking)).status).toBe('confirmed')
    await expectInvariants(town.deps)
  })
})

test('a booking that is not paid in time expires, and a payment that arrives too late is refunded once', async () => {
  const town = await openPaidTown()
  const { peer } = town
  const booking = await town.bookAtOnce()
  await town.giveCard(booking, 'pm_card_authenticationRequired')
  await town.work()
  // The bank's answer and the deadline coincide: Stripe has the money before it is asked to cancel.
  town.deps.clock.set(new Date('2026-12-02T09:00:00Z'))
  await town.runClock()
  peer.authenticate(town.lastIntent().id, true)
  peer.calls['POST payment_intents/:id/capture']!({}, town.lastIntent().id)
  await town.work()
  expect(await statusOf(town, booking)).toEqual(['expired', 'failed'])
  expect(peer.all('refund')).toMatchObject([{ amount: 83_60 }])
  expect(await town.posted(booking)).toEqual([
    'charge bank -8360',
    'charge owner 8360',
    'refund_paid bank 8360',
    'refund_paid owner -8360',
  ])
  await expectInvariants(town.deps)
})

test('a payout waits for the sitter’s account, and for the end of a dispute', async () => {
  const town = await openPaidTown()
  const { peer } = town
  await released(town)
  await town.work()
  expect(peer.all('transfer')).toEqual([])
  const dispute = peer.openDispute(town.lastIntent().id)
  await town.hear()
  await town.giveAccount()
  expect(peer.all('transfer')).toEqual([])
  peer.closeDispute(dispute.id, 'won')
  await town.hear()
  expect(peer.all('transfer')).toMatchObject([{ amount: 68_40 }])
  await expectInvariants(town.deps)
})

test('only the owner can open the payment, and only while one is due', async () => {
  const town = await openPaidTown()
  const booking = await town.request()
  const step = (viewer: typeof olga) =>
    send(town.deps, contract.openPayment, viewer, { params: { bookingId: booking.id }, body: {} })
  for (const viewer of [sam, eve]) expect((await refusalOf(step(viewer))).code).toBe('booking-not-found')
  expect(await step(olga)).toMatchObject({ state: 'open', amount: 83_60, publishableKey: 'pk_test_peer' })
  await town.act(olga, booking, 'withdraw')
  expect((await refusalOf(step(olga))).code).toBe('payment-not-due')
})
