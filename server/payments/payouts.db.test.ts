import { expect, test } from 'vitest'
import * as contract from '#contract/payments/payouts.ts'
import { listStaffActs } from '#contract/staff/acts.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { disputeFixture, reason } from '#test/dispute-fixture.ts'
import { expectInvariants } from '#test/invariants.ts'
import { answerOf, refusalCodesOf } from '#test/invoke.ts'
import { expectOrders, idOf } from '#test/orders.ts'
import { invalidRequest } from '#test/stripe-objects.ts'

const why = 'The account may receive payments again.'

async function setup() {
  const fixture = await disputeFixture()
  const { deps, peer } = fixture
  const as = (...roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const read = (query: object, viewer = as('accountant')) =>
    answerOf(routes, contract.listPayouts, deps, { viewer, query })
  const only = async (query: object) => {
    const { items } = await read(query)
    expect(items).toHaveLength(1)
    return items[0]!
  }
  const retry = (payoutId: string, viewer = as('operator')) =>
    answerOf(routes, contract.retryPayout, deps, { viewer, params: { payoutId }, body: { reason: why } })
  /** The provider says that the account may, or may not, receive payments. */
  const allow = (isAllowed: boolean) => {
    peer.all('account')[0]!['payouts_enabled'] = isAllowed
  }
  return { ...fixture, as, read, only, retry, allow }
}

/** A payout that the provider has refused. */
async function refused() {
  const fixture = await setup()
  await fixture.giveAccount()
  fixture.allow(false)
  await fixture.finish(false)
  return fixture
}

test('a payout waits for the account and is paid once the account is ready', async () => {
  const fixture = await setup()
  await fixture.finish(false)
  expect((await fixture.read({})).items).toEqual([])
  expect(await fixture.only({ state: 'waiting' })).toMatchObject({
    kind: 'payout',
    waitsFor: 'account',
    amount: 68_40,
    attempts: 0,
    failure: null,
    retryable: false,
    person: { accountId: sam.accountId, name: 'Sam' },
    booking: { id: fixture.booking.id, number: fixture.booking.number },
  })
  await fixture.giveAccount()
  expect(await fixture.only({ state: 'paid' })).toMatchObject({
    waitsFor: null,
    attempts: 1,
    changedAt: fixture.deps.now().toISOString(),
    providerId: fixture.peer.all('transfer')[0]!.id,
  })
  const { totals, mode } = await fixture.read({ state: 'waiting' })
  expect(totals).toEqual([{ state: 'paid', currency: 'EUR', count: 1, amount: 68_40 }])
  expect(mode).toBe('stripe')
})

test('an operator sends a refused payout again with a reason; it is paid once, and the act is written down', async () => {
  const fixture = await refused()
  const { deps, as, only, retry, allow, peer, work } = fixture
  const failed = await only({ booking: fixture.booking.number })
  expect(failed).toMatchObject({
    state: 'failed',
    failure: 'insufficient_capabilities_for_transfer',
    attempts: 1,
    retryable: true,
  })
  allow(true)
  expect(await retry(failed.id)).toMatchObject({ state: 'waiting', waitsFor: 'provider' })
  await work()
  expect(peer.all('transfer')).toMatchObject([{ amount: 68_40 }])
  expect(await only({ state: 'paid' })).toMatchObject({ id: failed.id, attempts: 2, failure: null })
  await expect(retry(failed.id)).rejects.toMatchObject({ code: 'payout-not-retryable' })
  const acts = await answerOf(routes, listStaffActs, deps, { viewer: as('operator'), query: {} })
  expect(acts.items).toMatchObject([
    {
      act: 'POST /v1/admin/payouts/:payoutId/retry',
      reason: why,
      concerns: [failed.id, sam.accountId, fixture.booking.id],
    },
  ])
  await expectInvariants(deps)
})

test('a failed payout to somebody whose payout account is gone is listed and cannot be sent again', async () => {
  const fixture = await refused()
  await fixture.db.deleteFrom('payment_account').where('account_id', '=', sam.accountId).execute()
  const { id } = await fixture.only({ state: 'failed' })
  expect(await fixture.only({})).toMatchObject({ retryable: false })
  await expect(fixture.retry(id)).rejects.toMatchObject({ code: 'payout-not-retryable' })
})

test('of eight retries at the same time one is accepted, and the money moves once', async () => {
  const fixture = await refused()
  const { id } = await fixture.only({})
  fixture.allow(true)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => fixture.retry(id)))
  expect(refusalCodesOf(outcomes)).toEqual(Array.from({ length: 7 }, () => 'payout-not-retryable'))
  await fixture.work()
  expect(fixture.peer.all('transfer')).toHaveLength(1)
})

test('a payout of a disputed booking waits for the dispute, and one that the sitter bears is withheld', async () => {
  const fixture = await setup()
  await fixture.finish(false)
  const { id: disputeId } = await fixture.dispute()
  const waiting = await fixture.only({ state: 'waiting' })
  expect(waiting).toMatchObject({ waitsFor: 'dispute', retryable: false })
  await expect(fixture.retry(waiting.id)).rejects.toMatchObject({ code: 'payout-not-retryable' })
  await fixture.lose(disputeId)
  await fixture.move({ action: 'bear', fromSitter: 68_40, reason })
  expect(await fixture.only({ state: 'withheld' })).toMatchObject({ id: waiting.id, retryable: false })
})

test('a refund that the provider refused is sent again, and one that it gave up later is not', async () => {
  const fixture = await setup()
  const { peer, work, only, retry } = fixture
  const refund = peer.calls['POST refunds']!
  peer.calls['POST refunds'] = () => {
    throw invalidRequest('balance_insufficient')
  }
  await fixture.cancel()
  const failed = await only({ kind: 'refund' })
  expect(failed).toMatchObject({ failure: 'balance_insufficient', retryable: true, person: { name: 'Olga' } })
  peer.calls['POST refunds'] = refund
  await retry(failed.id)
  await work()
  expect(await only({ kind: 'refund', state: 'paid' })).toMatchObject({ id: failed.id, attempts: 2 })
  expect(peer.all('refund')).toHaveLength(1)
  await fixture.db
    .updateTable('payment_task')
    .set({ state: 'refused', failure: 'failed' })
    .where('id', '=', failed.id)
    .execute()
  expect(await only({ kind: 'refund' })).toMatchObject({ retryable: false })
  await expect(retry(failed.id)).rejects.toMatchObject({ code: 'payout-not-retryable' })
})

test('accountants read payouts and only those who run the site send them again', async () => {
  const fixture = await refused()
  const { id } = await fixture.only({})
  const csv = async (query: object, role = 'accountant') =>
    (await answerOf(routes, contract.exportPayouts, fixture.deps, { viewer: fixture.as(role), query }))
      .trim()
      .split('\r\n')
  expect((await csv({}))[1]).toContain(`payout,failed,68.4,EUR,Sam,${fixture.booking.number},`)
  expect(await csv({ state: 'paid' })).toHaveLength(1)
  await expect(csv({}, 'support')).rejects.toMatchObject({ code: 'role-missing' })
  for (const role of ['support', 'moderator'])
    await expect(fixture.read({}, fixture.as(role))).rejects.toMatchObject({ code: 'role-missing' })
  for (const role of ['support', 'moderator', 'accountant'])
    await expect(fixture.retry(id, fixture.as(role))).rejects.toMatchObject({ code: 'role-missing' })
  const stale = { ...eve, roles: ['operator'], authTime: 0 }
  await expect(fixture.retry(id, stale)).rejects.toMatchObject({ code: 'sign-in-too-old' })
  await expect(fixture.retry(fixture.booking.id)).rejects.toMatchObject({ code: 'payout-not-found' })
})

test('payouts are sorted by person, amount, age or last change, page by page, and exported in this order', async () => {
  const fixture = await setup()
  await fixture.finish(false)
  const { id } = await fixture.only({ state: 'waiting' })
  const paid = [
    [sam, 20_00, '2026-12-01', '2026-12-09'],
    [eve, 30_00, '2026-12-01', '2026-12-08'],
    [sam, 20_00, '2026-12-02', '2026-12-08'],
    [olga, 10_00, '2026-12-03', '2026-12-07'],
  ] as const
  for (const [index, [{ accountId }, amount, created, updated]] of paid.entries()) {
    const { account_id: _, ...row } = await fixture.db
      .selectFrom('payment_task')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await fixture.db
      .insertInto('payment_task')
      .values({
        ...row,
        id: idOf(index),
        account_id: accountId,
        amount,
        state: 'done',
        source: `sorted ${index}`,
        provider_id: `tr_${index}`,
        created_at: new Date(created),
        updated_at: new Date(updated),
      })
      .execute()
  }
  const csv = (query: object) =>
    answerOf(routes, contract.exportPayouts, fixture.deps, { viewer: fixture.as('accountant'), query })
  const nameOf = ({ providerId }: contract.DeskPayout) => providerId
  await expectOrders(
    { list: fixture.read, csv, nameOf, column: -1 },
    { state: 'paid' },
    {
      person: ['tr_1', 'tr_3', 'tr_0', 'tr_2'],
      amount: ['tr_3', 'tr_0', 'tr_2', 'tr_1'],
      createdAt: ['tr_0', 'tr_1', 'tr_2', 'tr_3'],
      changedAt: ['tr_3', 'tr_1', 'tr_2', 'tr_0'],
    },
  )
  const usual = (await fixture.read({ state: 'paid' })).items.map(nameOf)
  expect(usual).toEqual(['tr_3', 'tr_2', 'tr_1', 'tr_0'])
})
