import { describe, expect, test } from 'vitest'
import { actOn } from '#server/payments/task-commands.ts'
import { refusalOf } from '#test/booking-town.ts'
import { olga } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { accepted, agreed, chargeAt, eventsOf, stateOf, toldTo, used } from '#test/late-town.ts'
import { openPaidTown } from '#test/stripe-town.ts'

describe('the charge', () => {
  test.each(['lose', 'fail', 'failAfter', 'limit'] as const)(
    'is made once despite a fault: %s',
    async (fault) => {
      const town = await openPaidTown()
      const booking = await accepted(town)
      town.peer.switches[fault] = 1
      await town.clockTo(chargeAt)
      await town.hear()
      await town.hear()
      expect(town.peer.switches[fault]).toBe(0)
      expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
      expect(town.peer.all('charge')).toHaveLength(1)
      expect((await eventsOf(town, booking)).filter((event) => event === 'pay_charge')).toHaveLength(1)
      await expectInvariants(town.deps)
    },
  )

  test('is found after its response was lost and its key expired, and until then only cancelling is possible', async () => {
    const town = await openPaidTown()
    const { deps, peer } = town
    const booking = await accepted(town)
    deps.clock.set(new Date(chargeAt))
    await town.runClock()
    const task = deps.jobs.find((job) => job.name === 'payments.act')!.payload
    peer.switches.lose = 1
    await expect(actOn(deps, deps.stripe!, task.taskId)).rejects.toThrow('No answer')
    peer.forgetKeys()
    deps.clock.set(new Date('2027-03-27T11:00:00Z'))
    await town.runClock()
    const charging = await town.now(booking)
    expect(charging).toMatchObject({
      status: 'confirmed',
      payment: { paid: 0, charge: { state: 'charging', swappable: false } },
    })
    expect(charging.actions.map(({ event }) => event)).toEqual(['cancel'])
    expect((await refusalOf(town.step(olga, booking))).code).toBe('payment-not-due')
    await town.work()
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    expect(peer.all('charge')).toHaveLength(1)
    await expectInvariants(deps)
  })

  test('without a result counts as failed four days before the start, and is refunded if it succeeds too late', async () => {
    const town = await openPaidTown()
    const { deps, peer } = town
    const booking = await accepted(town)
    deps.clock.set(new Date(chargeAt))
    await town.runClock()
    const task = deps.jobs.splice(0).find((job) => job.name === 'payments.act')!
    deps.clock.set(new Date('2027-06-14T14:00:00Z'))
    await town.runClock()
    expect(await stateOf(town, booking)).toEqual(['awaiting_payment', 'failed'])
    // The charge may still succeed, so the owner is not asked to pay again.
    expect(await town.step(olga, booking)).toMatchObject({ state: 'done', clientSecret: null })
    deps.clock.set(new Date('2027-06-17T14:00:00Z'))
    peer.switches.lose = 1
    await expect(actOn(deps, deps.stripe!, task.payload.taskId)).rejects.toThrow('No answer')
    await town.runClock()
    expect((await town.now(booking)).status).toBe('expired')
    deps.jobs.push(task)
    await town.work()
    expect(peer.all('charge')).toHaveLength(1)
    expect(peer.all('refund')).toMatchObject([{ amount: 83_60 }])
    expect(await town.posted(booking)).toEqual([
      'charge bank -8360',
      'charge owner 8360',
      'refund_paid bank 8360',
      'refund_paid owner -8360',
    ])
    await expectInvariants(deps)
  })

  test('is made before the stay begins, even if the clock was stopped until after the start', async () => {
    const town = await openPaidTown()
    const booking = await accepted(town)
    await town.clockTo('2027-06-18T18:00:00Z')
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    await town.clockTo('2027-06-18T18:01:00Z')
    expect((await town.now(booking)).status).toBe('in_progress')
    await expectInvariants(town.deps)
  })

  test('ends in the same state with events in reverse order and with repetitions', async () => {
    const town = await openPaidTown()
    const { deps, peer } = town
    const booking = await accepted(town)
    peer.turnCards('pm_card_authenticationRequired')
    deps.clock.set(new Date(chargeAt))
    await town.runClock()
    await town.work()
    expect(await stateOf(town, booking)).toEqual(['awaiting_payment', 'failed'])
    await town.step(olga, booking)
    peer.confirm(town.lastIntent(), 'pm_card_visa', false)
    const events = peer.events.splice(0)
    expect(events.length).toBeGreaterThanOrEqual(4)
    await town.hearAtOnce(events.toReversed(), 3)
    await town.hearAtOnce(events, 2)
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    expect(await town.posted(booking)).toEqual([
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
      const town = await openPaidTown()
      const booking = await accepted(town)
      await agreed(town, await town.now(booking), { startOn: '2027-06-19' }).then(() => town.work())
      town.peer.turnCards(card)
      await town.clockTo('2027-03-26T10:00:00Z')
      expect(await town.now(booking)).toMatchObject({
        status: 'awaiting_payment',
        expiresAt: '2027-03-29T10:00:00.000Z',
        change: null,
        payment: { status: 'failed', due: { amount: 41_80, now: true }, charge: null },
      })
      expect(toldTo(town, 'payment_failed')).toEqual(['owner', 'sitter'])
      expect(await used(town)).toContain(1)
      await expectInvariants(town.deps)
      town.deps.clock.set(new Date('2027-03-28T10:00:00Z'))
      await town.giveCard(booking, 'pm_card_visa')
      await town.work()
      expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
      expect(town.peer.all('charge')).toMatchObject([{ amount: 41_80 }])
      await expectInvariants(town.deps)
    },
  )

  test('ends the booking if no payment arrives in time: capacity released, both notified, nothing charged', async () => {
    const town = await openPaidTown()
    const booking = await accepted(town)
    town.peer.turnCards('pm_card_chargeDeclined')
    await town.clockTo(chargeAt)
    await town.clockTo('2027-03-29T09:59:00Z')
    expect((await town.now(booking)).status).toBe('awaiting_payment')
    await town.clockTo('2027-03-29T10:00:00Z')
    expect(await stateOf(town, booking)).toEqual(['expired', 'failed'])
    expect([toldTo(town, 'payment_expired'), await used(town)]).toEqual([
      ['owner', 'sitter'],
      [0, 0],
    ])
    expect(town.peer.all('charge')).toEqual([])
    expect(await town.posted(booking)).toEqual([])
    await expectInvariants(town.deps)
  })
})
