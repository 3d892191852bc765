import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { actOn } from '#server/payments/task-commands.ts'
import { bookingJobs } from '#server/bookings/jobs.ts'
import { invariants } from '#server/ledger/invariant-commands.ts'
import { expectInvariants } from '#test/invariants.ts'
import { rounds } from '#test/proofs/plan.ts'
import { created, dueBy, evidence, disputeFixture, reason } from '#test/dispute-fixture.ts'

test('a dispute holds the payout, is posted to the ledger with its fee, and appears in the operator’s list', async () => {
  const fixture = await disputeFixture()
  await fixture.finish(false)
  await fixture.dispute()
  await fixture.giveAccount()
  expect(fixture.amounts('transfer')).toEqual([])
  expect(await fixture.list({})).toMatchObject({
    items: [
      {
        state: 'open',
        isInquiry: false,
        reason: 'fraudulent',
        amount: 83_60,
        currency: 'EUR',
        openedAt: '2026-12-20T08:00:00.000Z',
        answerBy: '2027-01-10T12:00:00.000Z',
        money: { withdrawn: 83_60, fee: 15_00, open: 83_60, unpaid: 68_40, paidOut: 0 },
        actions: ['answer', 'accept'],
        booking: { id: fixture.booking.id, ownerName: 'Olga', sitterName: 'Sam' },
      },
    ],
    nextCursor: null,
  })
  expect(await fixture.sums()).toMatchObject({ dispute: -83_60, loss: -15_00, sitter: 68_40 })
  expect(await fixture.list({ status: 'closed' })).toMatchObject({ items: [] })
  expect(await fixture.list({ bookingId: fixture.booking.id })).toMatchObject({ items: [{ amount: 83_60 }] })
  await expectInvariants(fixture.deps)
})

test('a dispute that is won returns the money and resumes the payout', async () => {
  const fixture = await disputeFixture()
  await fixture.finish(false)
  const { id } = await fixture.dispute()
  await fixture.giveAccount()
  fixture.peer.closeDispute(id, 'won')
  await fixture.hear()
  expect(fixture.amounts('transfer')).toEqual([68_40])
  expect(await fixture.shown()).toMatchObject({
    state: 'won',
    money: { withdrawn: 0, fee: 15_00 },
    actions: [],
  })
  expect(await fixture.sums()).toMatchObject({ dispute: 0, loss: -15_00, sitter: 0 })
  expect(await fixture.histories()).toEqual(['dispute_opened', 'dispute_won'])
  await expectInvariants(fixture.deps)
})

test('a bank’s inquiry withdraws nothing until it is escalated to a dispute', async () => {
  const fixture = await disputeFixture()
  await fixture.finish(true)
  const { id } = await fixture.dispute({ status: 'warning_needs_response' })
  expect(await fixture.shown()).toMatchObject({
    state: 'open',
    isInquiry: true,
    money: { withdrawn: 0 },
    actions: ['answer'],
  })
  fixture.peer.escalateDispute(id)
  await fixture.hear()
  expect(await fixture.shown()).toMatchObject({ isInquiry: false, money: { withdrawn: 83_60 } })
  expect((await fixture.shown()).actions).toEqual(['answer', 'accept'])
  expect(await fixture.histories()).toEqual(['dispute_opened', 'dispute_escalated'])
  await expectInvariants(fixture.deps)
})

test.each(['lose', 'fail', 'failAfter'] as const)(
  'a dispute can be answered in addition to the inquiry it began with, despite a fault: %s',
  async (fault) => {
    const fixture = await disputeFixture()
    const { id } = await fixture.dispute({ status: 'warning_needs_response' })
    const early = 'Rex stayed with Sam, as the messages show.'
    await fixture.move({ action: 'answer', evidence: early })
    expect(await fixture.shown()).toMatchObject({ evidence: early, actions: [] })
    fixture.peer.escalateDispute(id)
    await fixture.hear()
    expect(await fixture.shown()).toMatchObject({ answeredAt: null, actions: ['answer', 'accept'] })
    fixture.peer.switches[fault] = 1
    await fixture.move({ action: 'answer', evidence })
    expect(fixture.peer.all('dispute')).toMatchObject([{ evidence, status: 'under_review' }])
    expect(await fixture.shown()).toMatchObject({
      answeredAt: fixture.deps.now().toISOString(),
      failure: null,
      actions: [],
    })
  },
)

test('an answer to an inquiry does not count for the dispute if it arrives after the escalation', async () => {
  const fixture = await disputeFixture()
  const { id } = await fixture.dispute({ status: 'warning_needs_response' })
  // The answer arrives at Stripe, but its response is lost.
  fixture.peer.switches.lose = 1
  await fixture.decide({ action: 'answer', evidence })
  const task = fixture.deps.jobs.find((job) => job.name === 'payments.act')!
  fixture.deps.jobs.splice(fixture.deps.jobs.indexOf(task), 1)
  const { taskId } = task.payload
  await expect(actOn(fixture.deps, fixture.deps.stripe!, taskId)).rejects.toThrow('No answer')
  fixture.peer.escalateDispute(id)
  await fixture.hear()
  await actOn(fixture.deps, fixture.deps.stripe!, taskId)
  expect(await fixture.shown()).toMatchObject({
    sending: null,
    answeredAt: null,
    actions: ['answer', 'accept'],
  })
})

test('both sides are emailed once per dispute event, without accusatory words', async () => {
  const fixture = await disputeFixture()
  const { db, deps } = fixture
  await fixture.finish(false)
  await fixture.lost()
  await fixture.move({ action: 'bear', fromSitter: 10_00, reason })
  const notify = bookingJobs(deps).find(({ name }) => name === 'bookings.notify')!
  for (const { name, payload } of deps.jobs.splice(0))
    if (name === 'bookings.notify') await notify.run(payload)
  const mails = await db
    .selectFrom('mail')
    .select(['kind', 'recipient', 'text_body as text'])
    .where('kind', 'like', 'booking-dispute%')
    .execute()
  expect(mails.map((mail) => `${mail.kind} ${mail.recipient}`).toSorted()).toEqual([
    'booking-dispute_borne sam@example.org',
    'booking-dispute_lost olga@example.org',
    'booking-dispute_lost sam@example.org',
    'booking-dispute_opened olga@example.org',
    'booking-dispute_opened sam@example.org',
  ])
  const borne = mails.find(({ kind }) => kind === 'booking-dispute_borne')!
  expect(borne.text).toContain('€10.00')
  expect(borne.text).toContain(reason)
  for (const { text } of mails) expect(text).not.toMatch(/fraud|chargeback|guilty|cheat/i)
})

test.each(['covered = 1', 'withdrawn = 0', 'borne_by_sitter = 1'])(
  'the invariants report a dispute whose %s does not match the ledger',
  async (change) => {
    const fixture = await disputeFixture()
    await fixture.dispute()
    await expectInvariants(fixture.deps)
    await sql.raw(`update payment_dispute set ${change}`).execute(fixture.db)
    const { items } = await invariants(fixture.deps)
    expect(items.filter(({ violations }) => violations > 0).map(({ name }) => name)).toEqual([
      'disputes_accounted',
    ])
  },
)

/** Opened, withdrawn, answered, lost or won, returned: in any order and with any repetition. */
test('dispute events in any order and with any repetition give the same final state', async () => {
  const orders = fc.sample(
    fc.record({
      order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 }),
      times: fc.integer({ min: 1, max: 6 }),
      early: fc.integer({ min: 0, max: 3 }),
    }),
    { seed: 20_261_121, numRuns: rounds(4, 60) },
  )
  const fixture = await disputeFixture()
  const { deps, peer } = fixture
  await fixture.finish(true)
  const ends: unknown[] = []
  for (const { order, times, early } of orders) {
    peer.events.splice(0)
    const before = await fixture.sums()
    const known = (await fixture.histories()).length
    const { id } = peer.openDispute(fixture.lastIntent().id, { created, dueBy })
    peer.calls['POST disputes/:id']!({ 'evidence[uncategorized_text]': evidence, submit: 'true' }, id)
    await fixture.hearAtOnce(peer.events.slice(0, early), times)
    peer.closeDispute(id, 'won')
    const events = peer.events.splice(0)
    expect(events).toHaveLength(5)
    await fixture.hearAtOnce(
      order.map((index) => events[index]!),
      times,
    )
    const after = await fixture.sums()
    const { items } = await fixture.list()
    const row = items.toSorted((a, b) => b.id.localeCompare(a.id))[0]!
    ends.push({
      state: row.state,
      money: row.money,
      moved: Object.fromEntries(
        Object.entries(after).map(([account, sum]) => [account, sum - (before[account] ?? 0)]),
      ),
      told: (await fixture.histories()).slice(known),
    })
    await expectInvariants(deps)
  }
  expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1)
  expect(ends[0]).toMatchObject({
    state: 'won',
    moved: { dispute: 0, loss: -15_00, bank: 15_00 },
    told: ['dispute_opened', 'dispute_won'],
  })
}, 300_000)
