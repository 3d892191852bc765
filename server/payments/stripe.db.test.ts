import { describe, expect, test } from 'vitest'
import * as contract from '#contract/payments/payments.ts'
import { actOn } from '#server/payments/task-commands.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { refusalOf, send } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

type Fixture = Awaited<ReturnType<typeof paymentFixture>>
type Booking = { id: string }

async function accepted(fixture: Fixture) {
  const booking = await fixture.request()
  await fixture.giveCard(booking)
  await fixture.act(sam, booking, 'accept')
  return booking
}
async function confirmed(fixture: Fixture) {
  const booking = await accepted(fixture)
  await fixture.work()
  return fixture.now(booking)
}
/** Advances to the moment at which the sitter's money is released and the transfer is still to be made. */
async function released(fixture: Fixture) {
  const booking = await confirmed(fixture)
  for (const moment of ['2026-12-11T17:00:00Z', '2026-12-14T11:00:00Z']) await fixture.clockTo(moment)
  fixture.deps.clock.set(new Date('2026-12-15T11:00:00Z'))
  await fixture.runClock()
  return booking
}

const statusOf = async (fixture: Fixture, booking: Booking) => {
  const { status, payment } = await fixture.now(booking)
  return [status, payment.status]
}

/**
 * Every call made to Stripe for a booking: `until` runs up to the moment before it, and `once` reads what must have
 * happened once.
 */
const errands: Record<
  string,
  { until: (fixture: Fixture) => Promise<Booking>; once: (fixture: Fixture) => object }
> = {
  capture: {
    until: (fixture) => accepted(fixture),
    once: ({ lastIntent }) => [lastIntent()['amount_received']],
  },
  cancel: {
    async until(fixture) {
      const booking = await fixture.request()
      await fixture.giveCard(booking)
      return fixture.act(olga, booking, 'withdraw')
    },
    once: ({ lastIntent }) => [lastIntent()['status']],
  },
  refund: {
    until: async (fixture) => fixture.act(olga, await confirmed(fixture), 'cancel'),
    once: ({ peer }) => peer.all('refund').map(({ amount }) => amount),
  },
  // Half of the payment, so a second refund of the same amount would fit.
  'partial refund': {
    async until(fixture) {
      const booking = await confirmed(fixture)
      fixture.deps.clock.set(new Date('2026-12-09T16:00:00Z'))
      return fixture.act(olga, booking, 'cancel')
    },
    once: ({ peer }) => peer.all('refund').map(({ amount }) => amount),
  },
  transfer: {
    async until(fixture) {
      await fixture.giveAccount()
      return released(fixture)
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
    const fixture = await paymentFixture()
    await errands[name]!.until(fixture)
    const before = fixture.peer.asked.length
    fixture.peer.switches[fault] = times
    await fixture.work()
    expect(fixture.peer.switches[fault]).toBe(0)
    expect(fixture.peer.asked.length - before).toBeGreaterThanOrEqual(times)
    expect(errands[name]!.once(fixture)).toEqual([effect])
    await expectInvariants(fixture.deps)
  })

  test.each([
    ['capture', 83_60],
    ['partial refund', 41_80],
    ['transfer', 68_40],
  ] as const)('for a %s with a lost response and an expired idempotency key', async (name, effect) => {
    const fixture = await paymentFixture()
    const { deps, peer } = fixture
    await errands[name]!.until(fixture)
    const task = deps.jobs.find((one) => one.name === 'payments.act')!.payload
    peer.switches.lose = 1
    await expect(actOn(deps, deps.stripe!, task.taskId)).rejects.toThrow('No answer')
    peer.forgetKeys()
    deps.clock.set(new Date(deps.now().getTime() + 25 * 3_600_000))
    await fixture.work()
    expect(errands[name]!.once(fixture)).toEqual([effect])
    await expectInvariants(deps)
  })

  test('for a payout that runs eight times at once', async () => {
    const fixture = await paymentFixture()
    const { deps, peer } = fixture
    await fixture.giveAccount()
    const booking = await released(fixture)
    const task = deps.jobs.find((one) => one.name === 'payments.act')!.payload
    await Promise.all(Array.from({ length: 8 }, () => actOn(deps, deps.stripe!, task.taskId)))
    await fixture.runClock()
    await fixture.work()
    expect(peer.all('transfer')).toHaveLength(1)
    expect((await fixture.posted(booking)).filter((line) => line.startsWith('payout'))).toHaveLength(2)
  })
})

const seenBySam = async (fixture: Fixture) =>
  (await fixture.list(sam, { role: 'sitter' })).items.map(({ status }) => status)

describe('a request', () => {
  test('is hidden from the sitter until it has a card, even if the card is declined or the request withdrawn', async () => {
    const fixture = await paymentFixture()
    const booking = await fixture.request()
    expect(booking).toMatchObject({
      status: 'awaiting_card',
      payment: { due: { amount: 83_60, now: false } },
    })
    await fixture.giveCard(booking, 'pm_card_chargeDeclined')
    expect(await statusOf(fixture, booking)).toEqual(['awaiting_card', 'failed'])
    expect((await refusalOf(fixture.show(sam, booking))).code).toBe('booking-not-found')
    expect((await refusalOf(fixture.act(sam, booking, 'accept'))).code).toBe('booking-not-found')
    expect(await seenBySam(fixture)).toEqual([])
    await fixture.act(olga, booking, 'withdraw')
    expect(
      fixture.deps.jobs.filter(({ name, payload }) => name === 'bookings.notify' && payload.to === 'sitter'),
    ).toEqual([])
    expect(await seenBySam(fixture)).toEqual([])
    await expectInvariants(fixture.deps)
  })

  test('is sent to the sitter once it has a card, and confirmed on acceptance', async () => {
    const fixture = await paymentFixture()
    const booking = await fixture.request()
    expect(fixture.toldTo('request')).not.toContain('sitter')
    await fixture.giveCard(booking)
    await fixture.hear()
    expect(await statusOf(fixture, booking)).toEqual(['requested', 'authorised'])
    expect(fixture.toldTo('give_card')).toContain('sitter')
    expect(await seenBySam(fixture)).toEqual(['requested'])
    const { timeline, expiresAt } = await fixture.show(sam, booking)
    expect(timeline.map(({ event }) => event)).toEqual(['request', 'give_card'])
    expect(expiresAt).toBe('2026-12-02T09:00:00.000Z')
    await fixture.act(sam, booking, 'accept')
    await fixture.work()
    expect(await statusOf(fixture, booking)).toEqual(['confirmed', 'captured'])
    await expectInvariants(fixture.deps)
  })

  test('expires after an hour without a card, notifies only its owner, and then accepts no card', async () => {
    const fixture = await paymentFixture()
    const booking = await fixture.request()
    await fixture.step(olga, booking)
    await fixture.clockTo('2026-12-01T09:59:00Z')
    expect((await fixture.now(booking)).status).toBe('awaiting_card')
    await fixture.clockTo('2026-12-01T10:00:00Z')
    expect((await fixture.now(booking)).status).toBe('expired')
    expect(fixture.lastIntent()['status']).toBe('canceled')
    expect((await refusalOf(fixture.step(olga, booking))).code).toBe('payment-not-due')
    expect(fixture.toldTo('card_expired')).toContain('owner')
    expect(fixture.toldTo('card_expired')).not.toContain('sitter')
    expect(await seenBySam(fixture)).toEqual([])
    await expectInvariants(fixture.deps)
  })
})

describe('a card', () => {
  test('whose hold was released by the bank keeps the days reserved, and another card confirms the booking', async () => {
    const fixture = await paymentFixture()
    const booking = await fixture.request()
    await fixture.giveCard(booking)
    fixture.peer.calls['POST payment_intents/:id/cancel']!({}, fixture.lastIntent().id)
    await fixture.act(sam, booking, 'accept')
    await fixture.work()
    expect(await statusOf(fixture, booking)).toEqual(['awaiting_payment', 'failed'])
    expect((await fixture.now(booking)).payment.due).toEqual({ amount: 83_60, now: true })
    expect(fixture.toldTo('payment_failed')).toContain('owner')
    await expectInvariants(fixture.deps)
    await fixture.giveCard(booking)
    expect(await statusOf(fixture, booking)).toEqual(['confirmed', 'captured'])
    await expectInvariants(fixture.deps)
  })

  test('that requires authentication sends the request once the owner has completed it', async () => {
    const fixture = await paymentFixture()
    const booking = await fixture.request()
    await fixture.giveCard(booking, 'pm_card_authenticationRequired')
    expect((await fixture.now(booking)).status).toBe('awaiting_card')
    fixture.peer.authenticate(fixture.lastIntent().id, true)
    expect((await fixture.step(olga, booking)).state).toBe('done')
    await fixture.work()
    expect((await fixture.now(booking)).status).toBe('requested')
  })

  test.each([
    ['pm_card_visa', 'confirmed'],
    ['pm_card_authenticationRequired', 'awaiting_payment'],
  ])('is saved if the answer may take longer than a hold lasts: %s leads to %s', async (card, status) => {
    const fixture = await paymentFixture()
    await changeSettings(fixture.deps, { request: { ttlHours: 7 * 24 } })
    const booking = await fixture.request()
    await fixture.giveCard(booking, card)
    expect(fixture.peer.all('payment_intent')).toEqual([])
    expect(await statusOf(fixture, booking)).toEqual(['requested', 'authorised'])
    await fixture.act(sam, booking, 'accept')
    fixture.peer.switches.lose = 1
    await fixture.work()
    expect((await fixture.now(booking)).status).toBe(status)
    expect(fixture.peer.all('payment_intent')).toHaveLength(1)
    if (status === 'awaiting_payment') await fixture.giveCard(booking)
    expect((await fixture.now(booking)).status).toBe('confirmed')
    await expectInvariants(fixture.deps)
  })
})

test('a booking that is not paid in time expires, and a payment that arrives too late is refunded once', async () => {
  const fixture = await paymentFixture()
  const { peer } = fixture
  const booking = await fixture.bookAtOnce()
  await fixture.giveCard(booking, 'pm_card_authenticationRequired')
  await fixture.work()
  // The bank's answer and the deadline coincide: Stripe has the money before it is asked to cancel.
  fixture.deps.clock.set(new Date('2026-12-02T09:00:00Z'))
  await fixture.runClock()
  peer.authenticate(fixture.lastIntent().id, true)
  peer.calls['POST payment_intents/:id/capture']!({}, fixture.lastIntent().id)
  await fixture.work()
  expect(await statusOf(fixture, booking)).toEqual(['expired', 'failed'])
  expect(peer.all('refund')).toMatchObject([{ amount: 83_60 }])
  expect(await fixture.posted(booking)).toEqual([
    'charge bank -8360',
    'charge owner 8360',
    'refund_paid bank 8360',
    'refund_paid owner -8360',
  ])
  await expectInvariants(fixture.deps)
})

test('a payout waits for the sitter’s account, and for the end of a dispute', async () => {
  const fixture = await paymentFixture()
  const { peer } = fixture
  await released(fixture)
  await fixture.work()
  expect(peer.all('transfer')).toEqual([])
  const dispute = peer.openDispute(fixture.lastIntent().id)
  await fixture.hear()
  await fixture.giveAccount()
  expect(peer.all('transfer')).toEqual([])
  peer.closeDispute(dispute.id, 'won')
  await fixture.hear()
  expect(peer.all('transfer')).toMatchObject([{ amount: 68_40 }])
  await expectInvariants(fixture.deps)
})

test('only the owner can open the payment, and only while one is due', async () => {
  const fixture = await paymentFixture()
  const booking = await fixture.request()
  const step = (viewer: typeof olga) =>
    send(fixture.deps, contract.openPayment, viewer, { params: { bookingId: booking.id }, body: {} })
  for (const viewer of [sam, eve]) expect((await refusalOf(step(viewer))).code).toBe('booking-not-found')
  expect(await step(olga)).toMatchObject({ state: 'open', amount: 83_60, publishableKey: 'pk_test_peer' })
  await fixture.act(olga, booking, 'withdraw')
  expect((await refusalOf(step(olga))).code).toBe('payment-not-due')
})
