import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keysOf } from '#contract/entries.ts'
import { showTrialBalance } from '#contract/ledger.ts'
import { listStaffActs } from '#contract/staff/acts.ts'
import { correctionAccounts } from '#contract/payments/codes.ts'
import * as contract from '#contract/staff/corrections.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { entriesOf, post } from '#server/ledger/commands.ts'
import { findCorrection, lockCorrection } from '#server/ledger/correction-store.ts'
import { postings } from '#server/ledger/postings.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { routes } from '#server/slices.ts'
import { bookingFixture, newKey, refusalOf, weekend } from '#test/booking-fixture.ts'
import { buildAccounts } from '#test/build.ts'
import { collide } from '#test/collide.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { answerOf } from '#test/invoke.ts'

const ben = {
  ...eve,
  uid: 'uid-ben',
  name: 'Ben',
  email: 'ben@example.org',
  accountId: '0a000000-0000-7000-8000-00000000000b',
}
const sides = { ownerId: olga.accountId, sitterId: sam.accountId }
const why = 'The walk was paid in cash by mistake.'
const checked = 'I have seen the receipt of the bank.'

/** Two operators, Eve and Ben, and a booking that is paid. */
async function setup() {
  const fixture = await bookingFixture()
  const { deps, db } = fixture
  await buildAccounts(db, ben)
  const booking = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  const as = (person: Viewer, ...roles: string[]): Viewer =>
    withFreshSignIn({ ...person, roles: roles.length > 0 ? roles : ['operator'] }, deps.now())
  const propose = (sent: object = {}, viewer = as(eve)) =>
    answerOf(routes, contract.proposeCorrection, deps, {
      viewer,
      idempotencyKey: newKey(),
      body: {
        debit: 'loss',
        credit: 'sitter',
        amount: 100_01,
        booking: booking.number,
        reason: why,
        ...sent,
      },
    })
  /** Lists are by time, so what is to have an order is a second apart. */
  const tick = () => deps.clock.set(new Date(deps.now().getTime() + 1000))
  const decide = (action: 'approve' | 'reject', correctionId: string, viewer: Viewer) =>
    answerOf(routes, action === 'approve' ? contract.approveCorrection : contract.rejectCorrection, deps, {
      viewer,
      params: { correctionId },
      body: { reason: checked },
      idempotencyKey: newKey(),
    })
  const list = (viewer = as(eve), query: object = {}) =>
    answerOf(routes, contract.listCorrections, deps, { viewer, query })
  const acts = async () =>
    (await answerOf(routes, listStaffActs, deps, { viewer: as(eve), query: {} })).items.toReversed()
  /** The transfers of corrections, with their entries. */
  const posted = async () =>
    (await entriesOf(db, booking.id))
      .filter(({ kind }) => kind === 'correction')
      .map(({ account, account_id: id, amount }) => [account, id, amount])
  return { ...fixture, booking, as, propose, decide, list, acts, posted, tick }
}

test('a small correction is posted at once as new entries, with its reason, and both sides see it', async () => {
  const { deps, booking, propose, posted, acts, money } = await setup()
  const correction = await propose({ amount: 100_00 })
  expect(correction).toMatchObject({
    state: 'posted',
    needsApproval: false,
    amount: 100_00,
    currency: 'EUR',
    reason: why,
    booking: { id: booking.id, names: { owner: 'Olga', sitter: 'Sam' } },
    proposedBy: { name: 'Eve' },
    decidedBy: { name: 'Eve' },
    actions: [],
  })
  expect(await posted()).toEqual([
    ['loss', null, -100_00],
    ['sitter', sam.accountId, 100_00],
  ])
  expect((await money(sam, booking)).lines).toMatchObject([{ label: 'Correction', amount: 100_00 }])
  expect(await acts()).toMatchObject([
    {
      act: 'POST /v1/admin/ledger/corrections',
      reason: why,
      concerns: [booking.id, olga.accountId, sam.accountId],
    },
  ])
  await expectInvariants(deps)
})

test('a larger correction is posted only after somebody else has approved it, and never by its author', async () => {
  const { deps, db, as, propose, decide, list, posted, acts, tick } = await setup()
  const { id, state, actions } = await propose()
  tick()
  expect({ state, actions }).toEqual({ state: 'waiting', actions: ['reject'] })
  expect(await posted()).toEqual([])
  expect(await refusalOf(decide('approve', id, as(eve)))).toMatchObject({
    code: 'correction-action-not-allowed',
    state: 'waiting',
  })
  expect(await refusalOf(decide('approve', id, as(eve, 'instance_owner', 'operator')))).toMatchObject({
    code: 'correction-action-not-allowed',
  })
  // Even past the code, the database refuses it.
  await expect(
    sql`update ledger_correction set state = 'posted', decided_at = now(), decided_by = proposed_by`.execute(
      db,
    ),
  ).rejects.toThrow('violates check constraint')
  expect(await posted()).toEqual([])

  expect((await list(as(ben))).items).toMatchObject([{ id, actions: ['approve', 'reject'] }])
  const approved = await decide('approve', id, as(ben))
  expect(approved).toMatchObject({
    state: 'posted',
    decidedBy: { accountId: ben.accountId, name: 'Ben' },
    decision: checked,
    actions: [],
  })
  expect(await posted()).toHaveLength(2)
  expect(await refusalOf(decide('approve', id, as(ben)))).toMatchObject({ state: 'posted' })
  expect(await refusalOf(decide('reject', id, as(ben)))).toMatchObject({ state: 'posted' })
  expect(await acts()).toMatchObject([
    { by: { name: 'Eve' }, reason: why },
    {
      by: { name: 'Ben' },
      act: 'POST /v1/admin/ledger/corrections/:correctionId/approve',
      reason: checked,
      concerns: expect.arrayContaining([id, eve.accountId, sam.accountId]),
    },
  ])
  await expectInvariants(deps)
})

test('small corrections of one person within a day count together, also if they are sent at the same time', async () => {
  const { deps, db, as, propose } = await setup()
  const small = () => propose({ amount: 60_00 })
  const together = await collide(db, 'booking', [small, small])
  expect(together.map(({ state }) => state).toSorted()).toEqual(['posted', 'waiting'])
  expect((await propose({ amount: 40_00 })).state).toBe('posted')
  expect((await propose({ amount: 1 })).state).toBe('waiting')
  expect((await propose({ amount: 100_00 }, as(ben))).state).toBe('posted')
  deps.clock.set(new Date(deps.now().getTime() + 24 * 3_600_000 + 1))
  expect((await propose({ amount: 100_00 })).state).toBe('posted')
  await changeSettings(deps, { payments: { approvalAbove: 0 } })
  deps.clock.set(new Date(deps.now().getTime() + 25 * 3_600_000))
  expect((await propose({ amount: 1 })).state).toBe('waiting')
})

/** Approves without looking at the state under the lock, and under a source of its own. */
async function approveCarelessly(fixture: Awaited<ReturnType<typeof setup>>, id: string) {
  const { db, deps, booking } = fixture
  await inTransaction(db, async (tx) => {
    const row = (await findCorrection(tx, id))!
    expect(row.state).toBe('waiting')
    await lockCorrection(tx, id)
    const source = { source: 'careless', sourceId: newKey(), bookingId: booking.id, currency: 'EUR' }
    await post(tx, { ...source, at: deps.now() }, [postings.correction(sides, row)])
  })
}

test('two approvals that arrive together post once, where careless ones would post twice', async () => {
  const fixture = await setup()
  const { db, as, propose, decide, posted, deps } = fixture
  const { id } = await propose()
  const codeOf = (approval: Promise<unknown>) =>
    approval.then(
      () => 'posted',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    )
  const outcomes = await collide(db, 'ledger_correction', [
    () => codeOf(decide('approve', id, as(ben))),
    () => codeOf(decide('approve', id, as(ben))),
    () => codeOf(decide('approve', id, as(ben, 'instance_owner'))),
  ])
  expect(outcomes.toSorted()).toEqual([
    'correction-action-not-allowed',
    'correction-action-not-allowed',
    'posted',
  ])
  expect(await posted()).toHaveLength(2)
  await expectInvariants(deps)

  const control = await propose()
  await collide(db, 'ledger_correction', [
    () => approveCarelessly(fixture, control.id),
    () => approveCarelessly(fixture, control.id),
  ])
  expect(await posted()).toHaveLength(6)
})

test('whatever accounts a correction moves between, its entries sum to zero and all invariants hold', async () => {
  const { deps, as, propose } = await setup()
  await changeSettings(deps, { payments: { approvalAbove: 1_000_000_00 } })
  const accounts = keysOf(correctionAccounts)
  for (const credit of accounts.filter((one) => one !== 'loss')) await propose({ credit, amount: 50_00 })
  for (const debit of accounts)
    for (const credit of accounts)
      if (debit !== credit) expect((await propose({ debit, credit, amount: 1_01 })).state).toBe('posted')
  const balance = await answerOf(routes, showTrialBalance, deps, { viewer: as(eve), query: {} })
  expect(balance.totals).toMatchObject([{ balance: 0 }])
  const perTransfer = await sql<{ sum: string }>`
    select sum(amount) from ledger_entry group by transfer_id having sum(amount) <> 0`.execute(deps.db)
  expect(perTransfer.rows).toEqual([])
  await expectInvariants(deps)
})

test('no more is taken from a person or the tax than is there, and nothing of it is kept', async () => {
  const { propose, decide, as, posted, list, tick } = await setup()
  for (const debit of ['owner', 'sitter', 'owner_tax', 'sitter_tax'])
    expect(await refusalOf(propose({ debit, credit: 'loss', amount: 1 }))).toMatchObject({
      code: 'amount-too-high',
      most: 0,
    })
  expect((await list()).items).toEqual([])
  await propose({ amount: 50_00 })
  tick()
  const { id } = await propose({ debit: 'sitter', credit: 'loss', amount: 100_01 })
  expect(await refusalOf(decide('approve', id, as(ben)))).toMatchObject({
    code: 'amount-too-high',
    most: 50_00,
  })
  expect(await posted()).toHaveLength(2)
  expect((await list()).items).toMatchObject([{ id, state: 'waiting' }, {}])
})

test('a correction is rejected by somebody else or taken back by its author, and can no longer be posted', async () => {
  const { as, propose, decide, posted, list, tick } = await setup()
  const first = await propose()
  tick()
  const second = await propose()
  expect(await decide('reject', first.id, as(ben))).toMatchObject({ state: 'rejected', decision: checked })
  expect(await decide('reject', second.id, as(eve))).toMatchObject({
    state: 'rejected',
    decidedBy: { name: 'Eve' },
  })
  expect(await refusalOf(decide('approve', second.id, as(ben)))).toMatchObject({ state: 'rejected' })
  expect(await posted()).toEqual([])
  expect((await list(as(eve), { state: 'waiting' })).items).toEqual([])
  const page = await list(as(eve), { limit: '1' })
  expect(page.items).toMatchObject([{ id: second.id }])
  expect((await list(as(eve), { limit: '1', cursor: page.nextCursor })).items).toMatchObject([
    { id: first.id },
  ])
})

test('a correction without its booking, between the same accounts or of an unknown one is refused', async () => {
  const { propose, decide, as, booking, list } = await setup()
  expect((await refusalOf(propose({ booking: null }))).errors).toMatchObject([{ path: 'booking' }])
  expect((await refusalOf(propose({ credit: 'loss' }))).errors).toMatchObject([{ path: 'credit' }])
  expect((await refusalOf(propose({ credit: 'escrow' }))).errors).toMatchObject([{ path: 'credit' }])
  expect((await refusalOf(propose({ amount: 0 }))).errors).toMatchObject([{ path: 'amount' }])
  expect((await refusalOf(propose({ reason: 'Because' }))).errors).toMatchObject([{ path: 'reason' }])
  expect((await refusalOf(propose({ booking: 'NOTHING' }))).code).toBe('booking-not-found')
  expect((await refusalOf(decide('approve', booking.id, as(ben)))).code).toBe('correction-not-found')
  expect((await list()).items).toEqual([])
  const general = await propose({ debit: 'promotion', credit: 'bank', booking: null, amount: 5_00 })
  expect(general).toMatchObject({ state: 'posted', booking: null, currency: 'EUR' })
})

test('accountants read corrections, and only those who run the site make and decide them', async () => {
  const { as, propose, decide, list } = await setup()
  const { id } = await propose()
  const seen = await list(as(ben, 'accountant'))
  expect(seen).toMatchObject({ approvalAbove: 100_00, items: [{ id, actions: [] }] })
  for (const role of ['support', 'moderator'])
    expect((await refusalOf(list(as(ben, role)))).code).toBe('role-missing')
  for (const role of ['support', 'moderator', 'accountant']) {
    expect((await refusalOf(propose({}, as(ben, role)))).code).toBe('role-missing')
    expect((await refusalOf(decide('approve', id, as(ben, role)))).code).toBe('role-missing')
    expect((await refusalOf(decide('reject', id, as(ben, role)))).code).toBe('role-missing')
  }
})
