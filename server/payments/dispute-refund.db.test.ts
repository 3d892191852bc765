import { describe, expect, test } from 'vitest'
import { olga } from '#test/cast.ts'
import { disputeFixture, reason } from '#test/dispute-fixture.ts'
import { expectInvariants } from '#test/invariants.ts'

describe('a refund of a disputed payment', () => {
  test('waits for the bank and is made once the dispute is won', async () => {
    const fixture = await disputeFixture()
    const { id } = await fixture.dispute()
    await fixture.cancel()
    expect(fixture.amounts('refund')).toEqual([])
    fixture.peer.closeDispute(id, 'won')
    await fixture.hear()
    expect(fixture.amounts('refund')).toEqual([83_60])
    expect(await fixture.sums()).toMatchObject({ dispute: 0, owner: 0, escrow: 0, loss: -15_00 })
    await expectInvariants(fixture.deps)
  })

  test('is covered by what the bank has returned if the dispute is lost, so nothing is paid twice', async () => {
    const fixture = await disputeFixture()
    const { id } = await fixture.dispute()
    await fixture.cancel()
    await fixture.lose(id)
    expect(fixture.amounts('refund')).toEqual([])
    expect(await fixture.sums()).toMatchObject({ dispute: 0, owner: 0, escrow: 0, loss: -15_00 })
    expect(await fixture.shown()).toMatchObject({ state: 'borne', money: { covered: 83_60, open: 0 } })
    expect(await fixture.money(olga)).toMatchObject({ paid: 83_60, refunded: 83_60 })
    expect((await fixture.money(olga)).lines.at(-1)).toMatchObject({
      label: 'Returned by your bank',
      balance: 0,
    })
    await expectInvariants(fixture.deps)
  })

  test('after the decision reduces the loss of the site', async () => {
    const fixture = await disputeFixture()
    await fixture.lost()
    await fixture.move({ action: 'bear', fromSitter: 0, reason })
    await fixture.cancel()
    expect(fixture.amounts('refund')).toEqual([])
    expect(await fixture.sums()).toMatchObject({ dispute: 0, owner: 0, loss: -15_00 })
    await expectInvariants(fixture.deps)
  })

  test('that exceeds what the bank withdrew pays only the difference', async () => {
    const fixture = await disputeFixture()
    const { id } = await fixture.dispute({ amount: 40_00 })
    await fixture.cancel()
    await fixture.lose(id)
    expect(fixture.amounts('refund')).toEqual([43_60])
    expect(await fixture.sums()).toMatchObject({ dispute: 0, owner: 0, escrow: 0 })
    await expectInvariants(fixture.deps)
  })
})
