import { describe, expect, test } from 'vitest'
import { olga } from '#test/cast.ts'
import { openDisputes, reason } from '#test/dispute-town.ts'
import { expectInvariants } from '#test/invariants.ts'

describe('a refund of a disputed payment', () => {
  test('waits for the bank and is made once the dispute is won', async () => {
    const town = await openDisputes()
    const { id } = await town.dispute()
    await town.cancel()
    expect(town.amounts('refund')).toEqual([])
    town.peer.closeDispute(id, 'won')
    await town.hear()
    expect(town.amounts('refund')).toEqual([83_60])
    expect(await town.sums()).toMatchObject({ dispute: 0, owner: 0, escrow: 0, loss: -15_00 })
    await expectInvariants(town.deps)
  })

  test('is covered by what the bank has returned if the dispute is lost, so nothing is paid twice', async () => {
    const town = await openDisputes()
    const { id } = await town.dispute()
    await town.cancel()
    await town.lose(id)
    expect(town.amounts('refund')).toEqual([])
    expect(await town.sums()).toMatchObject({ dispute: 0, owner: 0, escrow: 0, loss: -15_00 })
    expect(await town.shown()).toMatchObject({ state: 'borne', money: { covered: 83_60, open: 0 } })
    expect(await town.money(olga)).toMatchObject({ paid: 83_60, refunded: 83_60 })
    expect((await town.money(olga)).lines.at(-1)).toMatchObject({
      label: 'Returned by your bank',
      balance: 0,
    })
    await expectInvariants(town.deps)
  })

  test('after the decision reduces the loss of the site', async () => {
    const town = await openDisputes()
    await town.lost()
    await town.move({ action: 'bear', fromSitter: 0, reason })
    await town.cancel()
    expect(town.amounts('refund')).toEqual([])
    expect(await town.sums()).toMatchObject({ dispute: 0, owner: 0, loss: -15_00 })
    await expectInvariants(town.deps)
  })

  test('that exceeds what the bank withdrew pays only the difference', async () => {
    const town = await openDisputes()
    const { id } = await town.dispute({ amount: 40_00 })
    await town.cancel()
    await town.lose(id)
    expect(town.amounts('refund')).toEqual([43_60])
    expect(await town.sums()).toMatchObject({ dispute: 0, owner: 0, escrow: 0 })
    await expectInvariants(town.deps)
  })
})
