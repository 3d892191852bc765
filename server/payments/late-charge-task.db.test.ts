import { describe, expect, test } from 'vitest'
import { actOn } from '#server/payments/task-commands.ts'
import { refusalOf } from '#test/booking-fixture.ts'
import { olga } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  accepted,
  agreed,
  chargeAt,
  eventsOf,
  stateOf,
  recipientsOf,
  used,
} from '#test/late-charge-fixture.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

describe('the charge', () => {
  test.each(['lose', 'fail', 'failAfter', 'limit'] as const)(
    'is made once despite a fault: %s',
    async (fault) => {
      const fixture = await paymentFixture()
      const booking = await accepted(fixture)
      fixture.peer.switches[fault] = 1
      await fixture.clockTo(chargeAt)
      await fixture.hear()
      await fixture.hear()
      expect(fixture.peer.switches[fault]).toBe(0)
      expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
      expect(fixture.peer.all('charge')).toHaveLength(1)
      expect((await eventsOf(fixture, booking)).filter((event) => event === 'pay_charge')).toHaveLength(1)
      await expectInvariants(fixture.deps)
    },
  )

  test('is found after its response was lost and its key expired, and until then only cancelling is possible', async () => {
    const fixture = await paymentFixture()
    const { deps, peer } = fixture
    const booking = await accepted(fixture)
    deps.clock.set(new Date(chargeAt))
    await fixture.runClock()
    const task = deps.jobs.find((job) => job.name === 'payments.act')!.payload
    peer.switches.lose = 1
    await expect(actOn(deps, deps.stripe!, task.taskId)).rejects.toThrow('No answer')
    peer.forgetKeys()
    deps.clock.set(new Date('2027-03-27T11:00:00Z'))
    await fixture.runClock()
    const charging = await fixture.now(booking)
    expect(charging).toMatchObject({
      status: 'confirmed',
      payment: { paid: 0, charge: { state: 'charging', swappable: false } },
    })
    expect(charging.actions.map(({ event }) => event)).toEqual(['cancel'])
    expect((await refusalOf(fixture.step(olga, booking))).code).toBe('payment-not-due')
    await fixture.work()
    expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
    expect(peer.all('charge')).toHaveLength(1)
    await expectInvariants(deps)
  })

  test('without a result counts as failed four days before the start, and is refunded if it succeeds too late', async () => {
    const fixture = await paymentFixture()
    const { deps, peer } = fixture
    const booking = await accepted(fixture)
    deps.clock.set(new Date(chargeAt))
    await fixture.runClock()
    const task = deps.jobs.splice(0).find((job) => job.name === 'payments.act')!
    deps.clock.set(new Date('2027-06-14T14:00:00Z'))
    await fixture.runClock()
    expect(await stateOf(fixture, booking)).toEqual(['awaiting_payment', 'failed'])
    // The charge may still succeed, so the owner is not asked to pay again.
    expect(await fixture.step(olga, booking)).toMatchObject({ state: 'done', clientSecret: null })
    deps.clock.set(new Date('2027-06-17T14:00:00Z'))
    peer.switches.lose = 1
    await expect(actOn(deps, deps.stripe!, task.payload.taskId)).rejects.toThrow('No answer')
    await fixture.runClock()
    expect((await fixture.now(booking)).status).toBe('expired')
    deps.jobs.push(task)
    await fixture.work()
    expect(peer.all('charge')).toHaveLength(1)
    expect(peer.all('refund')).toMatchObject([{ amount: 83_60 }])
    expect(await fixture.posted(booking)).toEqual([
      'charge bank -8360',
      'charge owner 8360',
      'refund_paid bank 8360',
      'refund_paid owner -8360',
    ])
    await expectInvariants(deps)
  })

  test('is made before the stay begins, even if the clock was stopped until after the start', async () => {
    const fixture = await paymentFixture()
    const booking = await accepted(fixture)
    await fixture.clockTo('2027-06-18T18:00:00Z')
    expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
    await fixture.clockTo('2027-06-18T18:01:00Z')
    expect((await fixture.now(booking)).status).toBe('in_progress')
    await expectInvariants(fixture.deps)
  })

  test('ends in the same state with events in reverse order and with repetitions', async () => {
    const fixture = await paymentFixture()
    const { deps, peer } = fixture
    const booking = await accepted(fixture)
    peer.turnCards('pm_card_authenticationRequired')
    deps.clock.set(new Date(chargeAt))
    await fixture.runClock()
    await fixture.work()
    expect(await stateOf(fixture, booking)).toEqual(['awaiting_payment', 'failed'])
    await fixture.step(olga, booking)
    peer.confirm(fixture.lastIntent(), 'pm_card_visa', false)
    const events = peer.events.splice(0)
    expect(events.length).toBeGreaterThanOrEqual(4)
    await fixture.hearAtOnce(events.toReversed(), 3)
    await fixture.hearAtOnce(events, 2)
    expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
    expect(await fixture.posted(booking)).toEqual([
      'capture escrow 8360',
      'capture owner -8360',
      'charge bank -8360',
      'charge owner 8360',
    ])
    await expectInvariants(deps)
  })
})

describe('a card that fails on the day of the charge', () => {
  test.each(['pm_card_chargeDeclined', 'pm_card_authenticationRequired'])(
    '(%s) keeps the days reserved for three days, and another card confirms the booking again',
    async (card) => {
      const fixture = await paymentFixture()
      const booking = await accepted(fixture)
      await agreed(fixture, await fixture.now(booking), { startOn: '2027-06-19' }).then(() => fixture.work())
      fixture.peer.turnCards(card)
      await fixture.clockTo('2027-03-26T10:00:00Z')
      expect(await fixture.now(booking)).toMatchObject({
        status: 'awaiting_payment',
        expiresAt: '2027-03-29T10:00:00.000Z',
        change: null,
        payment: { status: 'failed', due: { amount: 41_80, now: true }, charge: null },
      })
      expect(recipientsOf(fixture, 'payment_failed')).toEqual(['owner', 'sitter'])
      expect(await used(fixture)).toContain(1)
      await expectInvariants(fixture.deps)
      fixture.deps.clock.set(new Date('2027-03-28T10:00:00Z'))
      await fixture.giveCard(booking, 'pm_card_visa')
      await fixture.work()
      expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
      expect(fixture.peer.all('charge')).toMatchObject([{ amount: 41_80 }])
      await expectInvariants(fixture.deps)
    },
  )

  test('ends the booking if no payment arrives in time: capacity released, both notified, nothing charged', async () => {
    const fixture = await paymentFixture()
    const booking = await accepted(fixture)
    fixture.peer.turnCards('pm_card_chargeDeclined')
    await fixture.clockTo(chargeAt)
    await fixture.clockTo('2027-03-29T09:59:00Z')
    expect((await fixture.now(booking)).status).toBe('awaiting_payment')
    await fixture.clockTo('2027-03-29T10:00:00Z')
    expect(await stateOf(fixture, booking)).toEqual(['expired', 'failed'])
    expect([recipientsOf(fixture, 'payment_expired'), await used(fixture)]).toEqual([
      ['owner', 'sitter'],
      [0, 0],
    ])
    expect(fixture.peer.all('charge')).toEqual([])
    expect(await fixture.posted(booking)).toEqual([])
    await expectInvariants(fixture.deps)
  })
})
