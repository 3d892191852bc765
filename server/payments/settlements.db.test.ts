import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import * as contract from '#contract/bookings/case-desk.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { newKey, refusalOf, send } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

/** The operator. */
const ada = { ...eve, roles: ['operator'] }
const words = 'He never opened the door, and the telephone was off.'
const contacted = 'Called twice and wrote a message.'
const statement = 'Both sides agree that one of two nights was not as promised.'

/** Olga's weekend for 83.60, paid by card: 76.00 for Sam's work, of which his fee is 7.60, and 7.60 of a fee of her own. */
async function settlementFixture() {
  const fixture = await paymentFixture()
  const { deps, act, peer } = fixture
  await fixture.giveAccount()
  const requested = await fixture.request()
  await fixture.giveCard(requested)
  await act(sam, requested, 'accept')
  await fixture.work()
  const at = async (viewer: Viewer, moment: string, event: string, more: object = {}): Promise<Booking> => {
    deps.clock.set(new Date(moment))
    const moved = await act(viewer, await fixture.now(requested), event, more)
    await fixture.work()
    return moved
  }
  const post = async <T>(sent: Promise<T>): Promise<T> => {
    const answer = await sent
    await fixture.work()
    return answer
  }
  return {
    ...fixture,
    at,
    booking: await fixture.now(requested),
    cancel: (body: object) =>
      post(
        send(deps, contract.cancelByOperator, ada, {
          params: { bookingId: requested.id },
          body,
          idempotencyKey: newKey(),
        }),
      ),
    resolve: (caseId: string, body: object) =>
      post(send(deps, contract.resolveCase, ada, { params: { caseId }, body, idempotencyKey: newKey() })),
    /** A finished stay with a case about it. */
    async disagree(): Promise<Booking> {
      await at(sam, '2026-12-11T15:00:00Z', 'check_in')
      await at(sam, '2026-12-13T11:00:00Z', 'check_out')
      return at(olga, '2026-12-13T12:00:00Z', 'open_case', { kind: 'care', words, asked: 40_00 })
    },
    /** Runs everything that is still to happen. */
    async settle() {
      await fixture.clockTo('2026-12-16T11:00:00Z')
      await fixture.clockTo('2027-01-10T11:00:00Z')
      await expectInvariants(deps)
    },
    moved: () => ({
      refunds: peer.all('refund').map(({ amount }) => amount),
      transfers: peer.all('transfer').map(({ amount }) => amount),
    }),
  }
}

type Fixture = Awaited<ReturnType<typeof settlementFixture>>

/** For each way of ending a booking: what it refunds, pays out and leaves to the site, of 83.60. */
const ways: [string, (fixture: Fixture) => Promise<unknown>, { back: number; out: number; kept: number }][] =
  [
    [
      'a sitter who is not there gives everything back',
      async (fixture) => {
        await fixture.at(olga, '2026-12-11T16:00:00Z', 'report_no_show', { words, contacted })
        await fixture.clockTo('2026-12-12T04:00:00Z')
      },
      { back: 83_60, out: 0, kept: 0 },
    ],
    [
      'an owner who is not there has cancelled at the start',
      async (fixture) => {
        await fixture.at(sam, '2026-12-11T16:00:00Z', 'report_no_show', { words, contacted })
        await fixture.clockTo('2026-12-12T04:00:00Z')
      },
      { back: 41_80, out: 34_20, kept: 7_60 },
    ],
    [
      'a sitter who cancels gives everything back',
      (fixture) =>
        fixture.at(sam, '2026-12-10T10:00:00Z', 'cancel_by_sitter', { reason: 'I have caught the flu.' }),
      { back: 83_60, out: 0, kept: 0 },
    ],
    [
      // The owner's fee in the 50.01 is 4.55; Sam's fee in the 30.54 that stay is 3.05.
      'the operator ends it with a split',
      (fixture) => fixture.cancel({ version: fixture.booking.version, refund: 50_01, reason: statement }),
      { back: 50_01, out: 27_49, kept: 6_10 },
    ],
    [
      'the operator ends it in extenuating circumstances',
      (fixture) =>
        fixture.cancel({ version: fixture.booking.version, extenuating: 'illness', reason: statement }),
      { back: 83_60, out: 0, kept: 0 },
    ],
    [
      'the operator decides a case with a part',
      async (fixture) => {
        const { cases, version } = await fixture.disagree()
        await fixture.resolve(cases[0]!.id, { version, refund: 20_90, statement })
      },
      { back: 20_90, out: 51_30, kept: 11_40 },
    ],
    [
      'the operator decides a case with nothing',
      async (fixture) => {
        const { cases, version } = await fixture.disagree()
        await fixture.resolve(cases[0]!.id, { version, refund: 0, statement })
      },
      { back: 0, out: 68_40, kept: 15_20 },
    ],
    [
      'a case is decided again after an appeal',
      async (fixture) => {
        const first = await fixture.disagree()
        const caseId = first.cases[0]!.id
        await fixture.resolve(caseId, { version: first.version, refund: 20_90, statement })
        const appealed = await fixture.at(olga, '2026-12-14T09:00:00Z', 'appeal_case', { caseId, words })
        await fixture.resolve(caseId, { version: appealed.version, refund: 20_90, statement })
      },
      { back: 41_80, out: 34_20, kept: 7_60 },
    ],
    [
      'what was cancelled late, and then half of the rest is waived',
      async (fixture) => {
        await fixture.at(olga, '2026-12-09T16:00:00Z', 'cancel')
        await fixture.at(sam, '2026-12-09T17:00:00Z', 'waive', { amount: 20_90 })
      },
      { back: 62_70, out: 17_10, kept: 3_80 },
    ],
  ]

describe('through Stripe, to the cent', () => {
  test.each(ways)('%s', async (_, happen, { back, out, kept }) => {
    const fixture = await settlementFixture()
    await happen(fixture)
    await fixture.settle()
    const sum = (amounts: readonly unknown[]) => amounts.reduce<number>((all, one) => all + Number(one), 0)
    const { refunds, transfers } = fixture.moved()
    expect({ back: sum(refunds), out: sum(transfers) }).toEqual({ back, out })
    expect(back + out + kept).toBe(83_60)
    // The money left at the bank is what the site has earned, and nobody is owed anything.
    const { bank, platform_fee: fee = 0, tax = 0, owner, sitter = 0, escrow } = await fixture.sums()
    expect({ bank: 0 - bank!, fees: fee + tax, owner, sitter, escrow }).toEqual({
      bank: kept,
      fees: kept,
      owner: 0,
      sitter: 0,
      escrow: 0,
    })
  })

  test.each(['lose', 'failAfter', 'fail'] as const)(
    'a split by the operator moves money once despite a fault of Stripe’s response: %s',
    async (fault) => {
      const fixture = await settlementFixture()
      fixture.peer.switches[fault] = 1
      await fixture.cancel({ version: fixture.booking.version, refund: 50_01, reason: statement })
      expect(fixture.peer.switches[fault]).toBe(0)
      expect(fixture.moved().refunds).toEqual([50_01])
      await expectInvariants(fixture.deps)
    },
  )

  test('a case holds the transfer until it is decided and the appeal period is over', async () => {
    const fixture = await settlementFixture()
    const { cases } = await fixture.disagree()
    await fixture.clockTo('2026-12-15T11:00:00Z')
    expect(fixture.moved().transfers).toEqual([])
    await fixture.resolve(cases[0]!.id, {
      version: (await fixture.now(fixture.booking)).version,
      refund: 20_90,
      statement,
    })
    expect(fixture.moved()).toEqual({ refunds: [20_90], transfers: [] })
    expect(
      (
        await refusalOf(
          fixture.resolve(cases[0]!.id, {
            version: (await fixture.now(fixture.booking)).version,
            refund: 1,
            statement,
          }),
        )
      ).code,
    ).toBe('booking-action-not-allowed')
    await fixture.settle()
    expect(fixture.moved().transfers).toEqual([51_30])
  })
})
