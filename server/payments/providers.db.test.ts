import { describe, expect, test } from 'vitest'
import { invoke } from '#server/kernel/http/http.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { settingRoutes } from '#server/settings/routes.ts'
import { sam, olga } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

const modes = ['manual', 'stripe'] as const

test.each([
  ['manual', 0],
  ['stripe', 7_60],
] as const)('“manualFee: none” removes the fees only for manual payments: %s', async (mode, fee) => {
  const fixture = await paymentFixture({ mode })
  await changeSettings(fixture.deps, { payments: { manualFee: 'none' } })
  const booking = await fixture.request()
  await fixture.giveCard(booking)
  expect(booking.quote).toMatchObject({ ownerFee: fee, total: 76_00 + fee })
  const { quote } = await fixture.show(sam, booking)
  expect(quote).toMatchObject({ sitterFee: fee, sitterPayout: 76_00 - fee })
  const request = { query: { subtotal: '7600' }, viewer: null, ip: '127.0.0.1' }
  const { body } = await invoke(settingRoutes[1]!, fixture.deps, request)
  expect(body).toMatchObject({ ownerFee: fee, sitterFee: fee })
})

describe.each(modes)('with payment mode %s', (mode) => {
  test('a booking is paid, captured, released and paid out, and the ledger matches', async () => {
    const fixture = await paymentFixture({ mode })
    const { act, deps, work, peer } = fixture
    await fixture.giveAccount()
    const booking = await fixture.request()
    await fixture.giveCard(booking)
    expect((await fixture.now(booking)).payment.status).toBe(mode === 'manual' ? 'none' : 'authorised')
    await act(sam, booking, 'accept')
    await work()
    const confirmed = await fixture.now(booking)
    expect(confirmed).toMatchObject({
      status: 'confirmed',
      payment: { status: 'captured', mode, paid: 83_60, due: null },
    })
    await expectInvariants(deps)
    await fixture.clockTo('2026-12-11T17:00:00Z')
    await fixture.clockTo('2026-12-14T11:00:00Z')
    await fixture.clockTo('2026-12-15T11:00:00Z')
    await expectInvariants(deps)
    expect(await fixture.posted(booking)).toEqual(
      [
        'charge bank -8360',
        'charge owner 8360',
        'capture owner -8360',
        'capture escrow 8360',
        'release escrow -8360',
        'release sitter 6840',
        'release platform_fee 760',
        'release platform_fee 760',
        'payout sitter -6840',
        'payout bank 6840',
      ].toSorted(),
    )
    if (mode === 'stripe') {
      expect(peer.all('payment_intent')).toMatchObject([{ amount: 83_60, amount_received: 83_60 }])
      expect(peer.all('transfer')).toMatchObject([{ amount: 68_40 }])
    }
  })

  test('a cancelled booking is refunded', async () => {
    const fixture = await paymentFixture({ mode })
    const { act, deps, work, peer } = fixture
    const booking = await fixture.request()
    await fixture.giveCard(booking)
    await act(sam, booking, 'accept')
    await work()
    await act(olga, await fixture.now(booking), 'cancel')
    await work()
    expect(await fixture.now(booking)).toMatchObject({
      status: 'cancelled',
      payment: { status: 'refunded', paid: 83_60, refunded: 83_60 },
    })
    expect((await fixture.posted(booking)).filter((line) => line.startsWith('refund'))).toEqual([
      'refund escrow -8360',
      'refund owner 8360',
      'refund_paid bank 8360',
      'refund_paid owner -8360',
    ])
    await expectInvariants(deps)
    if (mode === 'stripe') expect(peer.all('refund')).toMatchObject([{ amount: 83_60 }])
  })

  test('an extended stay and a tip are paid as extras, released and paid out', async () => {
    const fixture = await paymentFixture({ mode })
    const { act, deps, work, peer } = fixture
    await fixture.giveAccount()
    const booking = await fixture.confirmed()
    await fixture.agreeOn(booking, { endOn: '2026-12-14' })
    await work()
    expect(await fixture.now(booking)).toMatchObject({
      endOn: '2026-12-14',
      change: null,
      payment: { status: 'captured', paid: 125_40, extra: null },
    })
    await expectInvariants(deps)
    for (const moment of ['2026-12-11T17:00:00Z', '2026-12-14T11:00:00Z', '2026-12-17T11:00:00Z'])
      await fixture.clockTo(moment)
    await act(olga, await fixture.now(booking), 'tip', { amount: 5_00 })
    await work()
    expect(await fixture.money(sam, booking)).toMatchObject({ paid: 125_40, tips: 5_00 })
    const sums = new Map<string, number>()
    for (const line of await fixture.posted(booking)) {
      const [kind, account, amount] = line.split(' ')
      const name = `${kind} ${account}`
      sums.set(name, (sums.get(name) ?? 0) + Number(amount))
    }
    expect(Object.fromEntries(sums)).toEqual({
      'charge bank': -125_40,
      'charge owner': 125_40,
      'capture owner': -125_40,
      'capture escrow': 125_40,
      'release escrow': -125_40,
      'release sitter': 102_60,
      'release platform_fee': 22_80,
      'payout sitter': -107_60,
      'payout bank': 107_60,
      'tip bank': -5_00,
      'tip sitter': 5_00,
    })
    await expectInvariants(deps)
    if (mode === 'stripe') {
      const received = peer.all('payment_intent').map(({ amount_received: amount }) => amount)
      expect(received).toEqual([83_60, 41_80, 5_00])
    }
  })

  test('a declined request releases the hold, and nothing is posted to the ledger', async () => {
    const fixture = await paymentFixture({ mode })
    const booking = await fixture.request()
    await fixture.giveCard(booking)
    await fixture.act(sam, booking, 'decline')
    await fixture.work()
    expect(await fixture.posted(booking)).toEqual([])
    await expectInvariants(fixture.deps)
    if (mode === 'stripe') expect(fixture.lastIntent()['status']).toBe('canceled')
  })
})
