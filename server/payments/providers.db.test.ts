import { describe, expect, test } from 'vitest'
import { invoke } from '#server/kernel/http/http.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { settingRoutes } from '#server/settings/routes.ts'
import { sam, olga } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { openPaidTown } from '#test/stripe-town.ts'

const modes = ['manual', 'stripe'] as const

test.each([
  ['manual', 0],
  ['stripe', 7_60],
] as const)('“manualFee: none” removes the fees only for manual payments: %s', async (mode, fee) => {
  const town = await openPaidTown({ mode })
  await changeSettings(town.deps, { payments: { manualFee: 'none' } })
  const booking = await town.request()
  await town.giveCard(booking)
  expect(booking.quote).toMatchObject({ ownerFee: fee, total: 76_00 + fee })
  const { quote } = await town.show(sam, booking)
  expect(quote).toMatchObject({ sitterFee: fee, sitterPayout: 76_00 - fee })
  const request = { query: { subtotal: '7600' }, viewer: null, ip: '127.0.0.1' }
  const { body } = await invoke(settingRoutes[1]!, town.deps, request)
  expect(body).toMatchObject({ ownerFee: fee, sitterFee: fee })
})

describe.each(modes)('with payment mode %s', (mode) => {
  test('a booking is paid, captured, released and paid out, and the ledger matches', async () => {
    const town = await openPaidTown({ mode })
    const { act, deps, work, peer } = town
    await town.giveAccount()
    const booking = await town.request()
    await town.giveCard(booking)
    expect((await town.now(booking)).payment.status).toBe(mode === 'manual' ? 'none' : 'authorised')
    await act(sam, booking, 'accept')
    await work()
    const confirmed = await town.now(booking)
    expect(confirmed).toMatchObject({
      status: 'confirmed',
      payment: { status: 'captured', mode, paid: 83_60, due: null },
    })
    await expectInvariants(deps)
    await town.clockTo('2026-12-11T17:00:00Z')
    await town.clockTo('2026-12-14T11:00:00Z')
    await town.clockTo('2026-12-15T11:00:00Z')
    await expectInvariants(deps)
    expect(await town.posted(booking)).toEqual(
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
    const town = await openPaidTown({ mode })
    const { act, deps, work, peer } = town
    const booking = await town.request()
    await town.giveCard(booking)
    await act(sam, booking, 'accept')
    await work()
    await act(olga, await town.now(booking), 'cancel')
    await work()
    expect(await town.now(booking)).toMatchObject({
      status: 'cancelled',
      payment: { status: 'refunded', paid: 83_60, refunded: 83_60 },
    })
    expect((await town.posted(booking)).filter((line) => line.startsWith('refund'))).toEqual([
      'refund escrow -8360',
      'refund owner 8360',
      'refund_paid bank 8360',
      'refund_paid owner -8360',
    ])
    await expectInvariants(deps)
    if (mode === 'stripe') expect(peer.all('refund')).toMatchObject([{ amount: 83_60 }])
  })

  test('an extended stay and a tip are paid as extras, released and paid out', async () => {
    const town = await openPaidTown({ mode })
    const { act, deps, work, peer } = town
    await town.giveAccount()
    const booking = await town.confirmed()
    await town.agreeOn(booking, { endOn: '2026-12-14' })
    await work()
    expect(await town.now(booking)).toMatchObject({
      endOn: '2026-12-14',
      change: null,
      payment: { status: 'captured', paid: 125_40, extra: null },
    })
    await expectInvariants(deps)
    for (const moment of ['2026-12-11T17:00:00Z', '2026-12-14T11:00:00Z', '2026-12-17T11:00:00Z'])
      await town.clockTo(moment)
    await act(olga, await town.now(booking), 'tip', { amount: 5_00 })
    await work()
    expect(await town.money(sam, booking)).toMatchObject({ paid: 125_40, tips: 5_00 })
    const sums = new Map<string, number>()
    for (const line of await town.posted(booking)) {
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
    const town = await openPaidTown({ mode })
    const booking = await town.request()
    await town.giveCard(booking)
    await town.act(sam, booking, 'decline')
    await town.work()
    expect(await town.posted(booking)).toEqual([])
    await expectInvariants(town.deps)
    if (mode === 'stripe') expect(town.lastIntent()['status']).toBe('canceled')
  })
})
