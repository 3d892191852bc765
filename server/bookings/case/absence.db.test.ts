import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { refusalOf } from '#test/booking-fixture.ts'
import { contacted, eventsOf, caseFixture, words } from '#test/case-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)
const statement = 'Both sides agree that one of two nights was not as promised.'
const report = (act: Awaited<ReturnType<typeof caseFixture>>['act'], viewer: Viewer, booking: Booking) =>
  act(viewer, booking, 'report_no_show', { words, contacted })

test('an unanswered no-show report against the sitter refunds everything and records a late cancellation', async () => {
  const { deps, db, booking, act, show, clockTo } = await caseFixture()
  deps.clock.set(at('2026-12-11T15:59:59Z'))
  expect(await refusalOf(report(act, olga, booking))).toMatchObject({ code: 'booking-action-not-allowed' })
  deps.clock.set(at('2026-12-11T16:00:00Z'))
  const reported = await report(act, olga, booking)
  expect(reported.cases).toMatchObject([
    { kind: 'no_show', status: 'awaiting_party', holds: true, answerBy: '2026-12-12T04:00:00.000Z' },
  ])
  // The automatic start does not happen before the answer either.
  expect((await clockTo('2026-12-12T03:59:59Z')).status).toBe('confirmed')
  const settled = await clockTo('2026-12-12T04:00:00Z')
  expect(settled).toMatchObject({
    status: 'cancelled',
    cancelledBy: 'sitter',
    payment: { paid: 83_60, refunded: 83_60, status: 'refunded' },
    cases: [{ status: 'resolved', resolvedBy: 'system', refund: 83_60 }],
  })
  expect((await show(sam, booking)).lateCancellation).toEqual({ reply: null })
  expect(await db.selectFrom('sitter_day').select('used').where('kind', '=', 'boarding').execute()).toEqual([
    { used: 1 },
    { used: 0 },
  ])
  await expectInvariants(deps)
})

test('an unanswered no-show report against the owner counts as a cancellation by the owner at the start', async () => {
  const { deps, booking, act, clockTo } = await caseFixture()
  deps.clock.set(at('2026-12-11T16:00:00Z'))
  await report(act, sam, booking)
  const settled = await clockTo('2026-12-12T04:00:00Z')
  // Both nights are within the seven days of the policy, so half of 83.60 is refunded.
  expect(settled).toMatchObject({ status: 'cancelled', cancelledBy: 'owner', payment: { refunded: 41_80 } })
  expect((await clockTo('2026-12-16T00:00:00Z')).payment.refunded).toBe(41_80)
  await expectInvariants(deps)
})

test('an answered no-show report goes to the operator, whose decision can be appealed once', async () => {
  const { deps, booking, act, show, desk, clockTo } = await caseFixture()
  deps.clock.set(at('2026-12-11T16:00:00Z'))
  const reported = await report(act, olga, booking)
  expect(eventsOf(reported)).not.toContain('answer_case')
  expect(eventsOf(await show(sam, booking))).toContain('answer_case')
  expect(
    await refusalOf(act(olga, reported, 'answer_case', { caseId: reported.cases[0]!.id, words })),
  ).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  const answered = await act(sam, reported, 'answer_case', {
    caseId: reported.cases[0]!.id,
    words: 'I waited at the garden gate.',
  })
  expect(answered.cases[0]).toMatchObject({
    status: 'operator_review',
    answer: 'I waited at the garden gate.',
  })
  expect((await clockTo('2026-12-12T05:00:00Z')).status).toBe('confirmed')

  const [waiting] = (await desk.list()).items
  const { version } = (await desk.show(waiting!.case.id)).booking
  const ended = await desk.cancel(booking.id, { version, refund: 50_00, reason: statement })
  expect(ended).toMatchObject({
    status: 'cancelled',
    money: { held: 33_60 },
    cases: [{ status: 'resolved' }],
  })

  const byOwner = await show(olga, booking)
  const appealed = await act(olga, byOwner, 'appeal_case', {
    caseId: byOwner.cases[0]!.id,
    words: 'I have a picture of the closed gate.',
  })
  expect(appealed.cases[0]).toMatchObject({ status: 'operator_review', appealedBy: 'owner' })
  await desk.resolve(waiting!.case.id, { version: appealed.version, refund: 33_60, statement })
  const after = await show(olga, booking)
  expect(after).toMatchObject({
    payment: { refunded: 83_60 },
    cases: [{ refund: 83_60, status: 'resolved' }],
  })
  expect(eventsOf(after)).not.toContain('appeal_case')
  expect((await desk.list({ status: 'resolved' })).items).toHaveLength(1)
  await expectInvariants(deps)
})

test('walks without a check-in open a case instead of being completed', async () => {
  const fixture = await caseFixture()
  const { deps, act, request, show, desk, sitterId, rex } = fixture
  const visits = [{ on: '2026-12-20', time: '09:00' }]
  const requested = await request(olga, { sitterId, service: 'dog_walking', visits, petIds: [rex] })
  const walk = await act(sam, requested, 'accept')
  deps.clock.set(at('2026-12-21T09:30:00Z'))
  await runClock(deps)
  const flagged = await show(olga, walk)
  expect(flagged).toMatchObject({
    status: 'confirmed',
    cases: [{ kind: 'not_checked_in', openedBy: 'system' }],
  })
  expect(eventsOf(flagged)).toContain('answer_case')
  const answered = await act(olga, flagged, 'answer_case', {
    caseId: flagged.cases[0]!.id,
    words: 'He came and they walked.',
  })
  await desk.resolve(answered.cases[0]!.id, { version: answered.version, refund: 0, statement })
  await runClock(deps)
  expect((await show(olga, walk)).status).toBe('completed')
  await expectInvariants(deps)
})
