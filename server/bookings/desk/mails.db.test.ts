import { expect, test } from 'vitest'
import * as contract from '#contract/bookings/case-desk.ts'
import { bookingJobs } from '#server/bookings/jobs.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { newKey, bookingFixture, completedWeekend, send } from '#test/booking-fixture.ts'
import { buildAccounts, type QueuedJob } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

const statement = 'Both sides sent pictures of the bag, and it was half full.'
const at = (instant: string) => new Date(instant)
const person = (number: number, name: string) => ({
  ...eve,
  name,
  uid: `uid-${name.toLowerCase()}`,
  email: `${name.toLowerCase()}@example.org`,
  accountId: `0b000000-0000-7000-8000-00000000000${number}`,
})
/** Two are operators; one of the others may no longer sign in, and one has left. */
const [ada, ben, dan, fay] = [person(1, 'Ada'), person(2, 'Ben'), person(3, 'Dan'), person(4, 'Fay')]

async function hireOperators({ db }: Deps) {
  const joinedAt = at('2026-01-01T00:00:00Z')
  const signedUp = {
    created_at: joinedAt,
    last_login_at: joinedAt,
    last_refresh_at: joinedAt,
    valid_since: joinedAt,
  }
  await buildAccounts(db, ada, ben, dan, fay)
  await db
    .updateTable('account')
    .set({ roles: ['operator'] })
    .where(
      'id',
      'in',
      [ada, ben, dan, fay].map(({ accountId }) => accountId),
    )
    .execute()
  await db
    .insertInto('identity.users')
    .values([
      { id: ada.uid, disabled: false, ...signedUp },
      { id: dan.uid, disabled: true, ...signedUp },
    ])
    .execute()
  await db
    .updateTable('account')
    .set({ erased_at: at('2026-02-01T00:00:00Z') })
    .where('id', '=', fay.accountId)
    .execute()
}

/** Runs each queued job for operators `times` times, and returns the mails by recipient. */
async function deliver(deps: Deps & { jobs: QueuedJob[] }, times = 2) {
  const { run } = bookingJobs(deps).find(({ name }) => name === 'bookings.tell-operators')!
  const queued = deps.jobs.splice(0).filter(({ name }) => name === 'bookings.tell-operators')
  for (const { payload } of queued) for (let turn = 0; turn < times; turn++) await run(payload)
  const mails = await deps.db.deleteFrom('mail').where('kind', 'like', 'operator-%').returningAll().execute()
  return mails.toSorted((a, b) => a.recipient.localeCompare(b.recipient))
}
const receiversOf = (mails: Awaited<ReturnType<typeof deliver>>) => mails.map((mail) => mail.recipient)

/** A finished weekend, about which Olga has opened a case. */
async function openCase() {
  const fixture = await bookingFixture()
  const { deps, act } = fixture
  await hireOperators(deps)
  const done = await completedWeekend(fixture)
  const words = 'Rex came home hungry.'
  const opened = await act(olga, done, 'open_case', { kind: 'care', words, asked: 40_00 })
  return { ...fixture, opened, caseId: opened.cases[0]!.id }
}

test('every operator is emailed once when a case needs a decision, and once more after an appeal', async () => {
  const { deps, act, show, opened, caseId } = await openCase()
  // While the other side may still answer, there is nothing to decide.
  expect(await deliver(deps)).toEqual([])
  await act(sam, opened, 'answer_case', {
    caseId: opened.cases[0]!.id,
    words: 'He ate all that was in the bag.',
  })
  const mails = await deliver(deps)
  expect(receiversOf(mails)).toEqual(['ada@example.org', 'ben@example.org'])
  const [mail] = mails
  expect(mail).toMatchObject({
    kind: 'operator-answer_case',
    subject: `A case about the care is waiting for your decision (booking ${opened.number})`,
  })
  for (const part of [
    'Hello Ada,',
    'the care was not as agreed',
    'Opened by:        Olga, the owner',
    'Amount asked for: €40.00',
    'Decide by:        Wed, 16 Dec 2026, 11:00 (Dublin time)',
    '> He ate all that was in the bag.',
    `/admin/cases/${caseId}`,
  ])
    expect(mail!.text_body).toContain(part)
  expect(mail!.html_body).toContain(`/admin/cases/${caseId}"`)

  const operator = { ...ada, roles: ['operator'] }
  const { version } = await show(olga, opened)
  const body = { version, refund: 10_00, statement }
  await send(deps, contract.resolveCase, operator, { params: { caseId }, body, idempotencyKey: newKey() })
  const decided = await show(olga, opened)
  expect(await deliver(deps)).toEqual([])
  await act(olga, decided, 'appeal_case', {
    caseId: decided.cases[0]!.id,
    words: 'The picture shows an empty bag.',
  })
  const again = await deliver(deps)
  expect(again.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
    'operator-appeal_case ada@example.org',
    'operator-appeal_case ben@example.org',
  ])
  expect(again[0]!.text_body).toContain('> The picture shows an empty bag.')
})

test('operators are emailed about an unanswered case at its deadline, and not about one that is already decided', async () => {
  const { deps, act, show, opened, caseId } = await openCase()
  deps.clock.set(at(opened.cases[0]!.answerBy))
  await runClock(deps)
  const [mail, ...others] = await deliver(deps)
  expect(others).toHaveLength(1)
  expect(mail!.subject).toContain('not answered in time')
  expect(mail!.text_body).toContain('> Rex came home hungry.')

  const operator = { ...ada, roles: ['operator'] }
  const { version } = await show(olga, opened)
  const body = { version, refund: 0, statement }
  await send(deps, contract.resolveCase, operator, { params: { caseId }, body, idempotencyKey: newKey() })
  const appealed = await act(olga, await show(olga, opened), 'appeal_case', {
    caseId,
    words: 'It was not full, as the picture shows.',
  })
  const next = { ...body, version: appealed.version }
  await send(deps, contract.resolveCase, operator, {
    params: { caseId },
    body: next,
    idempotencyKey: newKey(),
  })
  expect(await deliver(deps)).toEqual([])
})

test.each([
  ['a dispute', 'needs_response', 'disputes a payment', 'has taken the payment back'],
  ['a question', 'warning_needs_response', 'is asking about a payment', 'has not taken anything back so far'],
] as const)(
  '%s from a bank is emailed to every operator, with the bank’s deadline',
  async (_, status, subject, words) => {
    const fixture = await paymentFixture()
    await hireOperators(fixture.deps)
    const booking = await fixture.confirmed()
    const dueBy = Date.parse('2027-01-10T12:00:00Z') / 1000
    fixture.peer.openDispute(fixture.lastIntent().id, { status, created: dueBy - 20 * 86_400, dueBy })
    await fixture.hear()
    const mails = await deliver(fixture.deps)
    expect(receiversOf(mails)).toEqual(['ada@example.org', 'ben@example.org'])
    for (const { kind, subject: subjectLine, text_body: text } of mails) {
      expect(kind).toBe('operator-dispute_opened')
      expect(subjectLine).toBe(`Olga’s bank ${subject}: please answer (booking ${booking.number})`)
      expect(text).toContain(words)
      expect(text).toContain('Answer by: Sun, 10 Jan 2027, 12:00 (Dublin time)')
      expect(text).toContain('Payment:   €83.60')
      expect(text).toContain('/admin/disputes\n')
      expect(text).not.toMatch(/fraud|chargeback|guilty|cheat/i)
    }
    // The bank repeats itself, and then reports something else.
    fixture.peer.closeDispute(fixture.peer.all('dispute')[0]!.id, 'won')
    await fixture.hear()
    expect(await deliver(fixture.deps)).toEqual([])
  },
)

/** Olga's weekend, whose payment her bank questions; the operators have been notified. */
async function openBankQuestion() {
  const fixture = await paymentFixture()
  await hireOperators(fixture.deps)
  const booking = await fixture.confirmed()
  const dueBy = Date.parse('2027-01-10T12:00:00Z') / 1000
  const { id } = fixture.peer.openDispute(fixture.lastIntent().id, {
    status: 'warning_needs_response',
    dueBy,
  })
  await fixture.hear()
  await deliver(fixture.deps)
  /** The events of which the two sides are notified. */
  const notifiedEvents: string[] = []
  /** Delivers each event of the bank twice. */
  const deliverBankEvents = async () => {
    const events = fixture.peer.events.splice(0)
    await fixture.hearAtOnce(events, 2)
    notifiedEvents.push(
      ...fixture.deps.jobs.flatMap(({ name, payload }) =>
        name === 'bookings.notify' ? [payload.event] : [],
      ),
    )
    return deliver(fixture.deps)
  }
  return { ...fixture, booking, id, deliverBankEvents, notifiedEvents }
}

test('every operator is emailed once when a bank’s question becomes a dispute, and once when the dispute is lost', async () => {
  const { peer, booking, id, deliverBankEvents, notifiedEvents } = await openBankQuestion()
  peer.escalateDispute(id)
  const disputed = await deliverBankEvents()
  expect(receiversOf(disputed)).toEqual(['ada@example.org', 'ben@example.org'])
  expect(disputed[0]).toMatchObject({
    kind: 'operator-dispute_escalated',
    subject: `Olga’s bank now disputes a payment: please answer again (booking ${booking.number})`,
  })
  for (const part of [
    'does not count as an answer to the dispute',
    'Payment:   €83.60',
    'Answer by: Sun, 10 Jan 2027, 12:00 (Dublin time)',
    '/admin/disputes\n',
  ])
    expect(disputed[0]!.text_body).toContain(part)

  peer.closeDispute(id, 'lost')
  const lost = await deliverBankEvents()
  expect(receiversOf(lost)).toEqual(['ada@example.org', 'ben@example.org'])
  expect(lost[0]).toMatchObject({
    kind: 'operator-dispute_lost',
    subject: `Olga’s bank has taken a payment back: please decide who bears the loss (booking ${booking.number})`,
  })
  for (const part of ['Still to be decided: €83.60', `/admin/bookings/${booking.id}\n`])
    expect(lost[0]!.text_body).toContain(part)
  for (const { text_body: text } of [...disputed, ...lost])
    expect(text).not.toMatch(/fraud|chargeback|guilty|cheat/i)

  // Neither side has to act, or needs another notice, because the inquiry has become a dispute.
  expect(notifiedEvents).toContain('dispute_lost')
  expect(notifiedEvents).not.toContain('dispute_escalated')
  peer.closeDispute(id, 'won')
  expect(await deliverBankEvents()).toEqual([])
})

test('operators get no mail about a dispute that has already ended, or about a loss with nothing left to allocate', async () => {
  const { peer, act, id, booking, deliverBankEvents } = await openBankQuestion()
  peer.escalateDispute(id)
  await act(olga, booking, 'cancel')
  peer.closeDispute(id, 'lost')
  expect(await deliverBankEvents()).toEqual([])
})
