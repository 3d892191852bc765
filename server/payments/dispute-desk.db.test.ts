import { describe, expect, test } from 'vitest'
import * as contract from '#contract/payments/disputes.ts'
import { refusalOf, send } from '#test/booking-fixture.ts'
import { sam } from '#test/cast.ts'
import { ada, dueBy, evidence, disputeFixture, reason } from '#test/dispute-fixture.ts'
import { expectInvariants } from '#test/invariants.ts'

describe('an operator’s action on a dispute', () => {
  test.each(['lose', 'failAfter', 'fail', 'limit'] as const)(
    'sends an answer to the bank once despite a fault: %s',
    async (fault) => {
      const fixture = await disputeFixture()
      await fixture.dispute()
      fixture.peer.switches[fault] = 1
      await fixture.move({ action: 'answer', evidence })
      expect(fixture.peer.switches[fault]).toBe(0)
      expect(fixture.peer.all('dispute')).toMatchObject([{ evidence, status: 'under_review' }])
      expect(await fixture.shown()).toMatchObject({
        evidence,
        answeredAt: fixture.deps.now().toISOString(),
        sending: null,
        failure: null,
        actions: [],
      })
      expect((await refusalOf(fixture.move({ action: 'answer', evidence }))).code).toBe(
        'dispute-action-not-allowed',
      )
    },
  )

  test.each(['lose', 'failAfter'] as const)('accepts the dispute once despite a fault: %s', async (fault) => {
    const fixture = await disputeFixture()
    await fixture.dispute()
    fixture.peer.switches[fault] = 1
    await fixture.move({ action: 'accept' })
    await fixture.hear()
    expect(await fixture.shown()).toMatchObject({ state: 'lost', actions: ['bear'] })
    await expectInvariants(fixture.deps)
  })

  test('is refused while another one is being sent, after the bank’s deadline, or for an unknown dispute', async () => {
    const fixture = await disputeFixture()
    await fixture.dispute()
    const { id, version } = await fixture.shown()
    const step = (body: object) =>
      send(fixture.deps, contract.moveDispute, ada, { params: { disputeId: id }, body: { version, ...body } })
    await step({ action: 'answer', evidence })
    expect((await refusalOf(step({ action: 'accept' }))).code).toBe('version-stale')
    expect(await fixture.shown()).toMatchObject({ sending: 'answer', actions: [] })
    const late = await disputeFixture()
    await late.dispute()
    late.deps.clock.set(new Date(dueBy * 1000))
    expect((await refusalOf(late.move({ action: 'answer', evidence }))).code).toBe(
      'dispute-action-not-allowed',
    )
    const nobody = { params: { disputeId: fixture.booking.id }, body: { version: 1, action: 'accept' } }
    expect((await refusalOf(send(fixture.deps, contract.moveDispute, ada, nobody))).code).toBe(
      'dispute-not-found',
    )
  })

  test.each([
    ['all of it by the site', false, 0, { loss: -98_60, sitter: 68_40 }],
    ['a part by the sitter, of what was not paid out', false, 50_00, { loss: -48_60, sitter: 18_40 }],
    ['all the sitter has earned', false, 68_40, { loss: -30_20, sitter: 0 }],
    ['a part by the sitter, who has been paid out', true, 50_00, { loss: -48_60, sitter: 0 }],
  ])('allocates the loss: %s', async (_, isPaid, fromSitter, sums) => {
    const fixture = await disputeFixture()
    await fixture.finish(isPaid)
    await fixture.lost()
    expect(await fixture.shown()).toMatchObject({ state: 'lost', actions: ['bear'], money: { open: 83_60 } })
    expect(await refusalOf(fixture.move({ action: 'bear', fromSitter: 68_41, reason }))).toMatchObject({
      code: 'amount-too-high',
      most: 68_40,
    })
    fixture.peer.switches.lose = isPaid ? 1 : 0
    await fixture.move({ action: 'bear', fromSitter, reason })
    expect(await fixture.sums()).toMatchObject({ dispute: 0, ...sums })
    expect(await fixture.shown()).toMatchObject({
      state: 'borne',
      decision: reason,
      money: { bySitter: fromSitter, byPlatform: 83_60 - fromSitter, open: 0 },
      actions: [],
    })
    const back = isPaid && fromSitter > 0 ? [{ amount: fromSitter }] : []
    expect(fixture.peer.all('transfer_reversal')).toMatchObject(back)
    await fixture.giveAccount()
    const { lines, earnings } = await fixture.money(sam)
    const left = 68_40 - fromSitter
    expect(lines.at(-1)?.balance).toBe(0)
    expect(earnings?.receives).toBe(left)
    expect(fixture.peer.all('transfer')).toMatchObject(
      isPaid ? [{ amount: 68_40 }] : left > 0 ? [{ amount: left }] : [],
    )
    await expectInvariants(fixture.deps)
  })

  test('charges the whole loss to the site if the sitter’s account balance is too low', async () => {
    const fixture = await disputeFixture()
    await fixture.finish(true)
    await fixture.lost()
    fixture.peer.leaveInAccount(fixture.peer.all('account')[0]!.id, 10_00)
    await fixture.move({ action: 'bear', fromSitter: 50_00, reason })
    expect(await fixture.shown()).toMatchObject({
      money: { byPlatform: 83_60, bySitter: 0, open: 0 },
      failure: 'balance_insufficient',
    })
    expect(await fixture.sums()).toMatchObject({ dispute: 0, loss: -98_60, sitter: 0 })
    await expectInvariants(fixture.deps)
  })
})
