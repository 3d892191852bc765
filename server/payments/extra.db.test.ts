import { describe, expect, test } from 'vitest'
import { buildPet, refusalOf, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { eventsOf, longer, extraPaymentFixture } from '#test/extra-payment-fixture.ts'
import { expectInvariants } from '#test/invariants.ts'

describe('a change that costs more', () => {
  test('takes effect once the saved card has been charged, and is paid out with the rest', async () => {
    const fixture = await extraPaymentFixture()
    const { peer, deps } = fixture
    await fixture.giveAccount()
    const booking = await fixture.confirmed()
    deps.clock.set(new Date('2026-12-01T09:01:00Z'))
    const agreed = await fixture.agreeOn(booking, longer)
    expect(agreed).toMatchObject({
      endOn: '2026-12-13',
      change: { status: 'awaiting_payment', difference: 41_80 },
      payment: { paid: 83_60, due: null, extra: { purpose: 'change', amount: 41_80, state: 'charging' } },
    })
    expect(agreed.actions.map(({ event }) => event)).not.toContain('accept_change')
    expect(await fixture.usedOn()).toEqual({ 11: 1, 12: 1, 13: 1 })
    expect((await fixture.step(olga, booking)).state).toBe('done')
    await expectInvariants(deps)

    await fixture.work()
    expect(await fixture.now(booking)).toMatchObject({
      endOn: '2026-12-14',
      change: null,
      payment: { status: 'captured', paid: 125_40, extra: null },
    })
    expect(await fixture.usedOn()).toEqual({ 11: 1, 12: 1, 13: 1 })
    expect(peer.all('payment_intent')).toMatchObject([
      { amount_received: 83_60 },
      { amount_received: 41_80, customer: peer.all('customer')[0]!.id },
    ])
    expect(fixture.toldTo('pay_change')).toEqual(['owner', 'sitter'])
    await expectInvariants(deps)

    await fixture.finish('2026-12-17')
    // 3 nights of 38.00 less 10 %: more than one payment holds, so it is drawn from both.
    expect(fixture.amounts('transfer')).toEqual([83_60, 19_00])
    expect(
      (await fixture.posted(booking)).filter((line) => /capture escrow|payout sitter/.test(line)),
    ).toEqual(['capture escrow 4180', 'capture escrow 8360', 'payout sitter -1900', 'payout sitter -8360'])
    const receipt = await fixture.receipt(olga, booking)
    expect(receipt.sections[1]!.rows.map(({ label, amount }) => [label, amount])).toEqual([
      ['Paid by card', 83_60],
      ['Paid by card', 41_80],
    ])
    expect((await fixture.money(sam, booking)).earnings).toMatchObject({ receives: 102_60 })
    await expectInvariants(deps)
  })

  test('adds a second pet to a running stay from the next night on, once it is paid', async () => {
    const fixture = await extraPaymentFixture()
    const { deps, rex, pip } = fixture
    const booking = await fixture.confirmed()
    await fixture.clockTo('2026-12-11T15:00:00Z')
    await fixture.act(sam, booking, 'check_in')
    await fixture.clockTo('2026-12-12T14:59:00Z')
    const agreed = await fixture.agreeOn(booking, { petIds: [rex, pip] })
    // 22.00 for the second pet, 5.00 for the puppy, and 10 % of the sum.
    expect(agreed.change).toMatchObject({ status: 'awaiting_payment', difference: 29_70 })
    expect([agreed.pets.length, await fixture.usedOn()]).toEqual([1, { 11: 1, 12: 2 }])
    // The card is charged after the night has begun; the agreed change stays.
    await fixture.clockTo('2026-12-12T15:05:00Z')
    const both = await fixture.now(booking)
    expect(both.pets.map(({ id }) => id).toSorted()).toEqual([rex, pip].toSorted())
    expect(both.payment).toMatchObject({ status: 'captured', paid: 113_30, extra: null })
    expect(await fixture.usedOn()).toEqual({ 11: 1, 12: 2 })
    expect(fixture.amounts('payment_intent')).toEqual([83_60, 29_70])
    await expectInvariants(deps)

    await fixture.act(sam, booking, 'cancel_by_sitter', { reason: 'I have broken my leg.' })
    await fixture.work()
    // Today's night with both pets, drawn from the newest payment first.
    expect((await fixture.now(booking)).payment.refunded).toBe(38_00 + 27_00 + 6_50)
    expect(fixture.amounts('refund')).toEqual([29_70, 41_80])
    await expectInvariants(deps)
  })

  test('takes effect at once if nothing more is due', async () => {
    const fixture = await extraPaymentFixture()
    const booking = await fixture.confirmed()
    const changed = await fixture.agreeOn(booking, { startOn: '2026-12-12', endOn: '2026-12-13' })
    expect(changed).toMatchObject({ change: null, payment: { refunded: 41_80, extra: null } })
    await fixture.work()
    expect(fixture.amounts('refund')).toEqual([41_80])
    await expectInvariants(fixture.deps)
  })

  test('is paid by the owner on the site if the bank requires authentication, and both are notified once', async () => {
    const fixture = await extraPaymentFixture()
    const unpaid = await fixture.unpaid()
    expect(unpaid).toMatchObject({
      endOn: '2026-12-13',
      payment: {
        due: { amount: 41_80, now: true },
        extra: { state: 'unpaid', payBy: '2026-12-02T09:00:00.000Z' },
      },
    })
    expect((await fixture.show(sam, unpaid)).payment).toMatchObject({ due: null, extra: { state: 'unpaid' } })
    expect(fixture.toldTo('change_payment_failed')).toEqual(['owner', 'sitter'])
    await fixture.giveCard(unpaid, 'pm_card_chargeDeclined')
    expect(fixture.toldTo('change_payment_failed')).toHaveLength(2)
    await fixture.giveCard(unpaid, 'pm_card_authenticationRequired')
    expect((await fixture.now(unpaid)).endOn).toBe('2026-12-13')
    fixture.peer.authenticate(fixture.lastIntent().id, true)
    await fixture.hear()
    expect(await fixture.now(unpaid)).toMatchObject({
      endOn: '2026-12-14',
      payment: { paid: 125_40, due: null },
    })
    expect(fixture.amounts('payment_intent')).toEqual([83_60, 41_80])
    await expectInvariants(fixture.deps)
  })

  test('is paid on the site if no card was saved', async () => {
    const fixture = await extraPaymentFixture()
    const booking = await fixture.confirmed()
    await fixture.db.updateTable('payment').set({ method_id: null }).execute()
    await fixture.agreeOn(booking, longer)
    await fixture.work()
    await fixture.giveCard(booking)
    expect(await fixture.now(booking)).toMatchObject({ endOn: '2026-12-14', payment: { paid: 125_40 } })
    expect(fixture.amounts('payment_intent')).toEqual([83_60, 41_80])
    await expectInvariants(fixture.deps)
  })

  test('is paid with another card if Stripe no longer has the saved one', async () => {
    const fixture = await extraPaymentFixture()
    const booking = await fixture.confirmed()
    await fixture.db.updateTable('payment').set({ method_id: 'pm_of_nobody' }).execute()
    await fixture.agreeOn(booking, longer)
    await fixture.work()
    expect((await fixture.now(booking)).payment.extra?.state).toBe('unpaid')
    await fixture.giveCard(booking)
    expect((await fixture.now(booking)).payment.paid).toBe(125_40)
    await expectInvariants(fixture.deps)
  })

  test('triggers one reminder, then expires at its deadline and releases its capacity', async () => {
    const fixture = await extraPaymentFixture()
    const unpaid = await fixture.unpaid()
    await fixture.clockTo('2026-12-01T20:59:00Z')
    expect(fixture.toldTo('remind_change_payment')).toEqual([])
    await fixture.clockTo('2026-12-01T21:00:00Z')
    await fixture.clockTo('2026-12-02T08:59:00Z')
    expect(fixture.toldTo('remind_change_payment')).toEqual(['owner'])
    expect(await fixture.usedOn()).toEqual({ 11: 1, 12: 1, 13: 1 })
    await fixture.clockTo('2026-12-02T09:00:00Z')
    expect(await fixture.now(unpaid)).toMatchObject({
      status: 'confirmed',
      endOn: '2026-12-13',
      change: null,
      payment: { paid: 83_60, refunded: 0, due: null, extra: null },
    })
    expect(await fixture.usedOn()).toEqual({ 11: 1, 12: 1, 13: 0 })
    expect(fixture.lastIntent().status).toBe('canceled')
    expect(fixture.toldTo('change_payment_expired')).toEqual(['owner', 'sitter'])
    expect((await refusalOf(fixture.step(olga, unpaid))).code).toBe('payment-not-due')
    await expectInvariants(fixture.deps)
  })

  test('is not charged if the owner withdraws it or cancels the booking', async () => {
    const fixture = await extraPaymentFixture()
    const left = await fixture.act(olga, await fixture.unpaid(), 'withdraw_change')
    await fixture.work()
    expect(left).toMatchObject({ change: null, payment: { extra: null } })
    expect(fixture.lastIntent().status).toBe('canceled')
    expect(await fixture.usedOn()).toEqual({ 11: 1, 12: 1, 13: 0 })

    await fixture.agreeOn(left, longer)
    await fixture.work()
    await fixture.cancel(left)
    expect(await fixture.usedOn()).toEqual({ 11: 0, 12: 0, 13: 0 })
    expect(fixture.amounts('refund')).toEqual([83_60])
    await expectInvariants(fixture.deps)
  })

  test('reserves its capacity against other owners while it awaits payment', async () => {
    const fixture = await extraPaymentFixture({
      services: { boarding: { rates: { base: 38_00 }, capacity: 1 } },
    })
    await fixture.unpaid()
    const other = await buildPet(fixture.db, eve, { name: 'Bo' })
    const night = { ...weekend(fixture), startOn: '2026-12-13', endOn: '2026-12-14', petIds: [other] }
    const ask = async () => fixture.ask(eve, night)
    expect((await refusalOf(ask())).code).toBe('capacity-full')
    await fixture.clockTo('2026-12-02T09:00:00Z')
    expect((await ask()).status).toBe('awaiting_card')
    await expectInvariants(fixture.deps)
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
  const fixture = await extraPaymentFixture()
  const booking = await fixture.confirmed()
  if (purpose === 'tip') {
    await fixture.finish('2026-12-17')
    await fixture.act(olga, await fixture.now(booking), 'tip', { amount: 41_80 })
  } else await fixture.agreeOn(booking, longer)
  fixture.peer.switches[fault] = times
  await fixture.work()
  await fixture.hear()
  await fixture.hear()
  expect(fixture.peer.switches[fault]).toBe(0)
  expect(fixture.amounts('payment_intent')).toEqual([83_60, 41_80])
  expect((await fixture.now(booking)).payment.extra).toBeNull()
  expect((await fixture.money(olga, booking))[purpose === 'tip' ? 'tips' : 'paid']).toBe(
    purpose === 'tip' ? 41_80 : 125_40,
  )
  await expectInvariants(fixture.deps)
})

test('refunds are drawn from the newest payment first, and from each no more than its amount', async () => {
  const fixture = await extraPaymentFixture()
  const booking = await fixture.confirmed()
  await fixture.agreeOn(booking, longer)
  await fixture.work()
  // First one of three nights is refunded, then half of the remaining two, then the rest of them.
  await fixture.agreeOn(booking, { endOn: '2026-12-13' })
  await fixture.work()
  expect(fixture.amounts('refund')).toEqual([41_80])
  const [first, second] = fixture.peer.all('payment_intent')
  fixture.deps.clock.set(new Date('2026-12-09T16:00:00Z'))
  await fixture.cancel(booking)
  await fixture.act(sam, await fixture.now(booking), 'waive', { amount: 20_00 })
  await fixture.work()
  expect(fixture.peer.all('refund')).toMatchObject([
    { amount: 41_80, payment_intent: second!.id },
    { amount: 41_80, payment_intent: first!.id },
    { amount: 20_00, payment_intent: first!.id },
  ])
  await expectInvariants(fixture.deps)
})

test('one refund is split across two payments if one is not enough', async () => {
  const fixture = await extraPaymentFixture()
  const booking = await fixture.confirmed()
  await fixture.agreeOn(booking, longer)
  await fixture.work()
  const cancelled = await fixture.act(olga, await fixture.now(booking), 'cancel')
  fixture.peer.switches.lose = 1
  await fixture.work()
  expect(cancelled.payment).toMatchObject({ paid: 125_40, refunded: 125_40 })
  expect(fixture.amounts('refund').toSorted()).toEqual([41_80, 83_60])
  await expectInvariants(fixture.deps)
})

test('a tip is pending until it is paid, and goes to the sitter in full', async () => {
  const fixture = await extraPaymentFixture()
  await fixture.giveAccount()
  const booking = await fixture.confirmed()
  await fixture.finish('2026-12-17')
  const given = await fixture.act(olga, await fixture.now(booking), 'tip', {
    amount: 5_00,
    note: 'Thank you',
  })
  expect(given.payment.extra).toMatchObject({ purpose: 'tip', amount: 5_00, state: 'charging' })
  expect(given.actions.map(({ event }) => event)).not.toContain('tip')
  expect((await fixture.money(olga, booking)).tips).toBe(0)
  await fixture.work()
  expect((await fixture.money(olga, booking)).tips).toBe(5_00)
  expect(fixture.amounts('transfer')).toEqual([68_40, 5_00])
  expect(fixture.toldTo('pay_tip')).toEqual(['sitter'])
  expect((await fixture.posted(booking)).filter((line) => line.includes('500'))).toEqual([
    'payout bank 500',
    'payout sitter -500',
    'tip bank -500',
    'tip sitter 500',
  ])
  expect((await fixture.now(booking)).payment).toMatchObject({ paid: 83_60, extra: null })
  expect(eventsOf(await fixture.now(booking))).toEqual(expect.arrayContaining(['tip', 'pay_tip']))
  await expectInvariants(fixture.deps)
})
