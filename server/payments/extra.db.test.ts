import { describe, expect, test } from 'vitest'
import { buildPet, refusalOf, weekend } from '#test/booking-town.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { eventsOf, longer, openExtras } from '#test/extra-town.ts'
import { expectInvariants } from '#test/invariants.ts'

describe('a change that costs more', () => {
  test('takes effect once the saved card has been charged, and is paid out with the rest', async () => {
    const town = await openExtras()
    const { peer, deps } = town
    await town.giveAccount()
    const booking = await town.confirmed()
    deps.clock.set(new Date('2026-12-01T09:01:00Z'))
    const agreed = await town.agreeOn(booking, longer)
    expect(agreed).toMatchObject({
      endOn: '2026-12-13',
      change: { status: 'awaiting_payment', difference: 41_80 },
      payment: { paid: 83_60, due: null, extra: { purpose: 'change', amount: 41_80, state: 'charging' } },
    })
    expect(agreed.actions.map(({ event }) => event)).not.toContain('accept_change')
    expect(await town.usedOn()).toEqual({ 11: 1, 12: 1, 13: 1 })
    expect((await town.step(olga, booking)).state).toBe('done')
    await expectInvariants(deps)

    await town.work()
    expect(await town.now(booking)).toMatchObject({
      endOn: '2026-12-14',
      change: null,
      payment: { status: 'captured', paid: 125_40, extra: null },
    })
    expect(await town.usedOn()).toEqual({ 11: 1, 12: 1, 13: 1 })
    expect(peer.all('payment_intent')).toMatchObject([
      { amount_received: 83_60 },
      { amount_received: 41_80, customer: peer.all('customer')[0]!.id },
    ])
    expect(town.toldTo('pay_change')).toEqual(['owner', 'sitter'])
    await expectInvariants(deps)

    await town.finish('2026-12-17')
    // 3 nights of 38.00 less 10 %: more than one payment holds, so it is drawn from both.
    expect(town.amounts('transfer')).toEqual([83_60, 19_00])
    expect((await town.posted(booking)).filter((line) => /capture escrow|payout sitter/.test(line))).toEqual([
      'capture escrow 4180',
      'capture escrow 8360',
      'payout sitter -1900',
      'payout sitter -8360',
    ])
    const receipt = await town.receipt(olga, booking)
    expect(receipt.sections[1]!.rows.map(({ label, amount }) => [label, amount])).toEqual([
      ['Paid by card', 83_60],
      ['Paid by card', 41_80],
    ])
    expect((await town.money(sam, booking)).earnings).toMatchObject({ receives: 102_60 })
    await expectInvariants(deps)
  })

  test('adds a second pet to a running stay from the next night on, once it is paid', async () => {
    const town = await openExtras()
    const { deps, rex, pip } = town
    const booking = await town.confirmed()
    await town.clockTo('2026-12-11T15:00:00Z')
    await town.act(sam, booking, 'check_in')
    await town.clockTo('2026-12-12T14:59:00Z')
    const agreed = await town.agreeOn(booking, { petIds: [rex, pip] })
    // 22.00 for the second pet, 5.00 for the puppy, and 10 % of the sum.
    expect(agreed.change).toMatchObject({ status: 'awaiting_payment', difference: 29_70 })
    expect([agreed.pets.length, await town.usedOn()]).toEqual([1, { 11: 1, 12: 2 }])
    // The card is charged after the night has begun; the agreed change stays.
    await town.clockTo('2026-12-12T15:05:00Z')
    const both = await town.now(booking)
    expect(both.pets.map(({ id }) => id).toSorted()).toEqual([rex, pip].toSorted())
    expect(both.payment).toMatchObject({ status: 'captured', paid: 113_30, extra: null })
    expect(await town.usedOn()).toEqual({ 11: 1, 12: 2 })
    expect(town.amounts('payment_intent')).toEqual([83_60, 29_70])
    await expectInvariants(deps)

    await town.act(sam, booking, 'cancel_by_sitter', { reason: 'I have broken my leg.' })
    await town.work()
    // Today's night with both pets, drawn from the newest payment first.
    expect((await town.now(booking)).payment.refunded).toBe(38_00 + 27_00 + 6_50)
    expect(town.amounts('refund')).toEqual([29_70, 41_80])
    await expectInvariants(deps)
  })

  test('takes effect at once if nothing more is due', async () => {
    const town = await openExtras()
    const booking = await town.confirmed()
    const changed = await town.agreeOn(booking, { startOn: '2026-12-12', endOn: '2026-12-13' })
    expect(changed).toMatchObject({ change: null, payment: { refunded: 41_80, extra: null } })
    await town.work()
    expect(town.amounts('refund')).toEqual([41_80])
    await expectInvariants(town.deps)
  })

  test('is paid by the owner on the site if the bank requires authentication, and both are notified once', async () => {
    const town = await openExtras()
    const asked = await town.unpaid()
    expect(asked).toMatchObject({
      endOn: '2026-12-13',
      payment: {
        due: { amount: 41_80, now: true },
        extra: { state: 'unpaid', payBy: '2026-12-02T09:00:00.000Z' },
      },
    })
    expect((await town.show(sam, asked)).payment).toMatchObject({ due: null, extra: { state: 'unpaid' } })
    expect(town.toldTo('change_payment_failed')).toEqual(['owner', 'sitter'])
    await town.giveCard(asked, 'pm_card_chargeDeclined')
    expect(town.toldTo('change_payment_failed')).toHaveLength(2)
    await town.giveCard(asked, 'pm_card_authenticationRequired')
    expect((await town.now(asked)).endOn).toBe('2026-12-13')
    town.peer.authenticate(town.lastIntent().id, true)
    await town.hear()
    expect(await town.now(asked)).toMatchObject({ endOn: '2026-12-14', payment: { paid: 125_40, due: null } })
    expect(town.amounts('payment_intent')).toEqual([83_60, 41_80])
    await expectInvariants(town.deps)
  })

  test('is paid on the site if no card was saved', async () => {
    const town = await openExtras()
    const booking = await town.confirmed()
    await town.db.updateTable('payment').set({ method_id: null }).execute()
    await town.agreeOn(booking, longer)
    await town.work()
    await town.giveCard(booking)
    expect(await town.now(booking)).toMatchObject({ endOn: '2026-12-14', payment: { paid: 125_40 } })
    expect(town.amounts('payment_intent')).toEqual([83_60, 41_80])
    await expectInvariants(town.deps)
  })

  test('is paid with another card if Stripe no longer has the saved one', async () => {
    const town = await openExtras()
    const booking = await town.confirmed()
    await town.db.updateTable('payment').set({ method_id: 'pm_of_nobody' }).execute()
    await town.agreeOn(booking, longer)
    await town.work()
    expect((await town.now(booking)).payment.extra?.state).toBe('unpaid')
    await town.giveCard(booking)
    expect((await town.now(booking)).payment.paid).toBe(125_40)
    await expectInvariants(town.deps)
  })

  test('triggers one reminder, then expires at its deadline and releases its capacity', async () => {
    const town = await openExtras()
    const asked = await town.unpaid()
    await town.clockTo('2026-12-01T20:59:00Z')
    expect(town.toldTo('remind_change_payment')).toEqual([])
    await town.clockTo('2026-12-01T21:00:00Z')
    await town.clockTo('2026-12-02T08:59:00Z')
    expect(town.toldTo('remind_change_payment')).toEqual(['owner'])
    expect(await town.usedOn()).toEqual({ 11: 1, 12: 1, 13: 1 })
    await town.clockTo('2026-12-02T09:00:00Z')
    expect(await town.now(asked)).toMatchObject({
      status: 'confirmed',
      endOn: '2026-12-13',
      change: null,
      payment: { paid: 83_60, refunded: 0, due: null, extra: null },
    })
    expect(await town.usedOn()).toEqual({ 11: 1, 12: 1, 13: 0 })
    expect(town.lastIntent().status).toBe('canceled')
    expect(town.toldTo('change_payment_expired')).toEqual(['owner', 'sitter'])
    expect((await refusalOf(town.step(olga, asked))).code).toBe('payment-not-due')
    await expectInvariants(town.deps)
  })

  test('is not charged if the owner withdraws it or cancels the booking', async () => {
    const town = await openExtras()
    const left = await town.act(olga, await town.unpaid(), 'withdraw_change')
    await town.work()
    expect(left).toMatchObject({ change: null, payment: { extra: null } })
    expect(town.lastIntent().status).toBe('canceled')
    expect(await town.usedOn()).toEqual({ 11: 1, 12: 1, 13: 0 })

    await town.agreeOn(left, longer)
    await town.work()
    await town.cancel(left)
    expect(await town.usedOn()).toEqual({ 11: 0, 12: 0, 13: 0 })
    expect(town.amounts('refund')).toEqual([83_60])
    await expectInvariants(town.deps)
  })

  test('reserves its capacity against other owners while it awaits payment', async () => {
    const town = await openExtras({ services: { boarding: { rates: { base: 38_00 }, capacity: 1 } } })
    await town.unpaid()
    const other = await buildPet(town.db, eve, { name: 'Bo' })
    const night = { ...weekend(town), startOn: '2026-12-13', endOn: '2026-12-14', petIds: [other] }
    const ask = async () => town.ask(eve, night)
    expect((await refusalOf(ask())).code).toBe('capacity-full')
    await town.clockTo('2026-12-02T09:00:00Z')
    expect((await ask()).status).toBe('awaiting_card')
    await expectInvariants(town.deps)
  })
})

test.each([
  ['change', 'lose', 1],
  ['change', 'fail', 2],
  ['change', 'failAfter', 1],
  ['change', 'limit', 3],
  ['tip', 'lose', 1],
  ['tip', 'failAfter', 1],
] as const)('the card is charged once for a %s despite a fault: %s', async (purpose, fault, times) => {
  const town = await openExtras()
  const booking = await town.confirmed()
  if (purpose === 'tip') {
    await town.finish('2026-12-17')
    await town.act(olga, await town.now(booking), 'tip', { amount: 41_80 })
  } else await town.agreeOn(booking, longer)
  town.peer.switches[fault] = times
  await town.work()
  await town.hear()
  await town.hear()
  expect(town.peer.switches[fault]).toBe(0)
  expect(town.amounts('payment_intent')).toEqual([83_60, 41_80])
  expect((await town.now(booking)).payment.extra).toBeNull()
  expect((await town.money(olga, booking))[purpose === 'tip' ? 'tips' : 'paid']).toBe(
    purpose === 'tip' ? 41_80 : 125_40,
  )
  await expectInvariants(town.deps)
})

test('refunds are drawn from the newest payment first, and from each no more than its amount', async () => {
  const town = await openExtras()
  const booking = await town.confirmed()
  await town.agreeOn(booking, longer)
  await town.work()
  // First one of three nights is refunded, then half of the remaining two, then the rest of them.
  await town.agreeOn(booking, { endOn: '2026-12-13' })
  await town.work()
  expect(town.amounts('refund')).toEqual([41_80])
  const [first, second] = town.peer.all('payment_intent')
  town.deps.clock.set(new Date('2026-12-09T16:00:00Z'))
  await town.cancel(booking)
  await town.act(sam, await town.now(booking), 'waive', { amount: 20_00 })
  await town.work()
  expect(town.peer.all('refund')).toMatchObject([
    { amount: 41_80, payment_intent: second!.id },
    { amount: 41_80, payment_intent: first!.id },
    { amount: 20_00, payment_intent: first!.id },
  ])
  await expectInvariants(town.deps)
})

test('one refund is split across two payments if one is not enough', async () => {
  const town = await openExtras()
  const booking = await town.confirmed()
  await town.agreeOn(booking, longer)
  await town.work()
  const cancelled = await town.act(olga, await town.now(booking), 'cancel')
  town.peer.switches.lose = 1
  await town.work()
  expect(cancelled.payment).toMatchObject({ paid: 125_40, refunded: 125_40 })
  expect(town.amounts('refund').toSorted()).toEqual([41_80, 83_60])
  await expectInvariants(town.deps)
})

test('a tip is pending until it is paid, and goes to the sitter in full', async () => {
  const town = await openExtras()
  await town.giveAccount()
  const booking = await town.confirmed()
  await town.finish('2026-12-17')
  const given = await town.act(olga, await town.now(booking), 'tip', { amount: 5_00, note: 'Thank you' })
  expect(given.payment.extra).toMatchObject({ purpose: 'tip', amount: 5_00, state: 'charging' })
  expect(given.actions.map(({ event }) => event)).not.toContain('tip')
  expect((await town.money(olga, booking)).tips).toBe(0)
  await town.work()
  expect((await town.money(olga, booking)).tips).toBe(5_00)
  expect(town.amounts('transfer')).toEqual([68_40, 5_00])
  expect(town.toldTo('pay_tip')).toEqual(['sitter'])
  expect((await town.posted(booking)).filter((line) => line.includes('500'))).toEqual([
    'payout bank 500',
    'payout sitter -500',
    'tip bank -500',
    'tip sitter 500',
  ])
  expect((await town.now(booking)).payment).toMatchObject({ paid: 83_60, extra: null })
  expect(eventsOf(await town.now(booking))).toEqual(expect.arrayContaining(['tip', 'pay_tip']))
  await expectInvariants(town.deps)
})
