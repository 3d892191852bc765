import { describe, expect, test } from 'vitest'
import { applyEvent, receiveEvent } from '#server/payments/event-commands.ts'
import { actOn } from '#server/payments/task-commands.ts'
import { olga } from '#test/cast.ts'
import { eventsOf, longer, extraPaymentFixture } from '#test/extra-payment-fixture.ts'
import { expectInvariants } from '#test/invariants.ts'

describe('a payment that arrives too late is refunded in full, once', () => {
  test('for a change whose payment succeeds after its deadline', async () => {
    const fixture = await extraPaymentFixture()
    const unpaid = await fixture.unpaid()
    const intent = fixture.lastIntent()
    fixture.deps.clock.set(new Date('2026-12-02T09:00:00Z'))
    await fixture.runClock()
    // Stripe has the money before it is asked to cancel.
    fixture.peer.confirm(intent, 'pm_card_visa', false)
    await fixture.hear()
    await fixture.hear()
    expect(await fixture.now(unpaid)).toMatchObject({
      endOn: '2026-12-13',
      payment: { paid: 83_60, refunded: 0 },
    })
    expect(fixture.amounts('refund')).toEqual([41_80])
    await expectInvariants(fixture.deps)
  })

  test('and is not a source for another refund', async () => {
    const fixture = await extraPaymentFixture()
    const { deps, peer } = fixture
    const unpaid = await fixture.unpaid()
    const intent = fixture.lastIntent()
    deps.clock.set(new Date('2026-12-02T09:00:00Z'))
    await fixture.runClock()
    peer.confirm(intent, 'pm_card_visa', false)
    // The payment is known, but the booking has not been informed of it when it is cancelled.
    const event = peer.events.findLast(({ data }) => data.object.id === intent.id)!
    const { bytes, signature } = peer.sign(event, deps.now())
    await receiveEvent(deps, deps.stripe!, bytes, signature)
    await applyEvent(deps, deps.stripe!, event.id)
    await fixture.cancel(unpaid)
    const [first] = peer.all('payment_intent')
    const refunds = peer.all('refund').map(({ amount, payment_intent: of }) => [amount, of])
    expect(refunds.toSorted()).toEqual([
      [41_80, intent.id],
      [83_60, first!.id],
    ])
    await expectInvariants(deps)
  })

  test('for a charge whose response was lost until after the deadline', async () => {
    const fixture = await extraPaymentFixture()
    const { deps, peer } = fixture
    const booking = await fixture.confirmed()
    await fixture.agreeOn(booking, longer)
    const task = deps.jobs.find((job) => job.name === 'payments.act')!.payload
    peer.switches.lose = 1
    await expect(actOn(deps, deps.stripe!, task.taskId)).rejects.toThrow('No answer')
    deps.clock.set(new Date('2026-12-02T09:00:00Z'))
    await fixture.runClock()
    await fixture.work()
    expect(fixture.amounts('payment_intent')).toEqual([83_60, 41_80])
    expect(fixture.amounts('refund')).toEqual([41_80])
    expect((await fixture.now(booking)).payment).toMatchObject({ paid: 83_60, refunded: 0 })
    await expectInvariants(deps)
  })

  test('and a charge that was not sent before the deadline is never sent', async () => {
    const fixture = await extraPaymentFixture()
    const booking = await fixture.confirmed()
    await fixture.agreeOn(booking, longer)
    fixture.deps.clock.set(new Date('2026-12-02T09:00:00Z'))
    await fixture.runClock()
    await fixture.work()
    expect(fixture.amounts('payment_intent')).toEqual([83_60])
    expect(eventsOf(await fixture.now(booking)).at(-1)).toBe('change_payment_expired')
    await expectInvariants(fixture.deps)
  })

  test('for a tip', async () => {
    const fixture = await extraPaymentFixture()
    const booking = await fixture.confirmed()
    fixture.peer.turnCards('pm_card_authenticationRequired')
    await fixture.finish('2026-12-17')
    await fixture.act(olga, await fixture.now(booking), 'tip', { amount: 5_00 })
    await fixture.work()
    const intent = fixture.lastIntent()
    fixture.deps.clock.set(new Date('2026-12-18T11:00:00Z'))
    await fixture.runClock()
    fixture.peer.confirm(intent, 'pm_card_visa', false)
    await fixture.hear()
    expect(fixture.amounts('refund')).toEqual([5_00])
    expect((await fixture.posted(booking)).filter((line) => line.includes('500'))).toEqual([
      'charge bank -500',
      'charge owner 500',
      'refund_paid bank 500',
      'refund_paid owner -500',
    ])
    expect(eventsOf(await fixture.now(booking))).toContain('tip_payment_expired')
    await expectInvariants(fixture.deps)
  })
})
