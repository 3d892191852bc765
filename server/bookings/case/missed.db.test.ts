import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import * as contract from '#contract/bookings/case-desk.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { readSitter } from '#server/sitters/commands.ts'
import { newKey, bookingFixture, refusalOf, send } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

const at = (instant: string) => new Date(instant)
const words = 'Nobody came, and the telephone was off.'
const contacted = 'Called twice and wrote a message.'
const ada = { ...eve, roles: ['operator'] }

/** Walks of Rex at nine in the morning for 17.50 each, with a fee of ten per cent. */
async function openWalks(...days: string[]) {
  return walksOn(days.map((on) => ({ on, time: '09:00' })))
}

async function walksOn(visits: { on: string; time: string }[]) {
  const fixture = await bookingFixture()
  const { deps, act, request, show, sitterId, rex } = fixture
  const requested = await request(olga, { sitterId, service: 'dog_walking', visits, petIds: [rex] })
  const walks = await act(sam, requested, 'accept')
  const clockTo = async (instant: string) => {
    deps.clock.set(at(instant))
    await runClock(deps)
    return show(olga, walks)
  }
  const checkIn = async (on: string) => {
    const { version } = await clockTo(`${on}T09:00:00Z`)
    return act(sam, { ...walks, version }, 'check_in')
  }
  const report = async (viewer: Viewer, on: string) => {
    const { version } = await show(viewer, walks)
    const visitAt = `${on}T09:00:00Z`
    return act(viewer, { ...walks, version }, 'report_missed', { visitAt, words, contacted })
  }
  const reportable = async (viewer: Viewer) =>
    (await show(viewer, walks)).visits.filter((visit) => visit.reportable).map(({ on }) => on)
  return { ...fixture, walks, clockTo, checkIn, report, reportable }
}

const eventsOf = ({ actions }: Booking) => actions.map(({ event }) => event)

test('if the sitter misses the second of three walks, only that walk is refunded, and the booking continues', async () => {
  const { deps, act, checkIn, clockTo, report, reportable, money, sitterId } = await openWalks(
    '2026-12-14',
    '2026-12-15',
    '2026-12-16',
  )
  await checkIn('2026-12-14')
  // A visit at which the sitter checked in cannot be reported as missed.
  const soon = await clockTo('2026-12-15T09:29:59Z')
  expect([await reportable(olga), eventsOf(soon).includes('report_missed')]).toEqual([[], false])
  expect(await refusalOf(report(olga, '2026-12-15'))).toMatchObject({ code: 'booking-action-not-allowed' })
  await clockTo('2026-12-15T09:30:00Z')
  expect(await reportable(olga)).toEqual(['2026-12-15'])
  expect(await refusalOf(report(olga, '2026-12-16'))).toMatchObject({ code: 'booking-action-not-allowed' })

  const reported = await report(olga, '2026-12-15')
  expect(reported.cases).toMatchObject([
    { kind: 'missed_visit', visitAt: '2026-12-15T09:00:00.000Z', answerBy: '2026-12-15T21:30:00.000Z' },
  ])
  expect(reported.timeline.at(-1)!.detail).toBe(
    `Olga reported that Sam was not there for the walk on Tue, 15 Dec 2026, 09:00 (Dublin time): ${words}`,
  )
  const settled = await clockTo('2026-12-15T21:30:00Z')
  expect(settled.timeline.at(-1)!.detail).toMatch(
    /^The report about the walk on Tue, 15 Dec 2026, 09:00 \(Dublin time\) was not answered/,
  )
  // 17.50 and a third of the fee of 5.25.
  expect(settled).toMatchObject({
    status: 'in_progress',
    payment: { paid: 57_75, refunded: 19_25 },
    cases: [{ status: 'resolved', resolvedBy: 'system', refund: 19_25 }],
  })
  expect((await readSitter(deps, sitterId, null)).lateCancellations).toEqual([
    { on: '2026-12-15', service: 'dog_walking', daysBefore: null, missed: true, reply: null },
  ])
  expect(await reportable(olga)).toEqual([])

  const { version } = await clockTo('2026-12-16T09:25:00Z')
  await act(sam, { ...settled, version }, 'check_out')
  await clockTo('2026-12-19T10:00:00Z')
  const payouts = (await money(sam, settled)).earnings!.payouts
  expect(payouts).toMatchObject([{ amount: 31_50, done: true }])
  await expectInvariants(deps)
})

test('an owner who misses a later walk is refunded as if they had cancelled it at its start', async () => {
  const { deps, checkIn, clockTo, report, reportable } = await openWalks('2026-12-14', '2026-12-15')
  await checkIn('2026-12-14')
  await clockTo('2026-12-15T09:14:59Z')
  expect(await reportable(sam)).not.toContain('2026-12-15')
  await clockTo('2026-12-15T09:15:00Z')
  expect(await reportable(sam)).toContain('2026-12-15')
  await report(sam, '2026-12-15')
  // Half of 17.50, and a quarter of the fee of 3.50, rounded.
  const settled = await clockTo('2026-12-15T21:15:00Z')
  expect(settled).toMatchObject({ payment: { refunded: 9_63 }, lateCancellation: null })
  await expectInvariants(deps)
})

test('an answered report goes to the operator, who can refund part of the walk while the booking continues', async () => {
  const { deps, act, checkIn, clockTo, report, show } = await openWalks(
    '2026-12-14',
    '2026-12-15',
    '2026-12-17',
  )
  await checkIn('2026-12-14')
  await clockTo('2026-12-15T09:40:00Z')
  const reported = await report(olga, '2026-12-15')
  const answered = await act(sam, reported, 'answer_case', {
    caseId: reported.cases[0]!.id,
    words: 'I rang the bell for ten minutes.',
  })
  expect((await clockTo('2026-12-15T22:00:00Z')).payment.refunded).toBe(0)
  const decided = await send(deps, contract.resolveCase, ada, {
    params: { caseId: answered.cases[0]!.id },
    body: {
      version: answered.version,
      refund: 5_00,
      statement: 'Both were there, and neither heard the other.',
    },
    idempotencyKey: newKey(),
  })
  expect(decided.booking).toMatchObject({ status: 'in_progress', money: { refunded: 5_00, held: 52_75 } })
  expect(await refusalOf(report(olga, '2026-12-15'))).toMatchObject({ code: 'booking-action-not-allowed' })

  // The next one can still be reported, and a case about another subject can be opened.
  await clockTo('2026-12-17T10:00:00Z')
  expect(eventsOf(await show(olga, reported))).toContain('open_case')
  await report(olga, '2026-12-17')
  expect((await clockTo('2026-12-17T22:00:00Z')).payment.refunded).toBe(24_25)
  await expectInvariants(deps)
})

test('the only walk of a booking can be reported once it is over, and no second case is opened for it', async () => {
  const { deps, clockTo, report } = await openWalks('2026-12-14')
  await clockTo('2026-12-14T11:00:00Z')
  await report(olga, '2026-12-14')
  const settled = await clockTo('2026-12-14T23:00:00Z')
  expect(settled.payment).toMatchObject({ paid: 19_25, refunded: 19_25 })
  const over = await clockTo('2026-12-15T09:30:00Z')
  expect([over.status, over.cases.length]).toEqual(['completed', 1])
  await expectInvariants(deps)
})

test('a missed walk that was refunded is not refunded again when the remaining walks are cancelled', async () => {
  const { deps, act, checkIn, clockTo, report } = await openWalks('2026-12-14', '2026-12-15', '2026-12-20')
  await checkIn('2026-12-14')
  await clockTo('2026-12-15T10:00:00Z')
  await report(olga, '2026-12-15')
  const settled = await clockTo('2026-12-15T22:00:00Z')
  expect(settled.payment.refunded).toBe(19_25)
  const ended = await act(sam, settled, 'cancel_by_sitter', { reason: 'I have broken my leg.' })
  expect(ended).toMatchObject({ status: 'completed', payment: { refunded: 38_50 } })
  await expectInvariants(deps)
})

test('a walk that is cancelled while its report is pending is refunded once', async () => {
  const { deps, act, clockTo, report } = await openWalks('2026-12-14', '2026-12-15')
  await clockTo('2026-12-14T09:15:00Z')
  const reported = await report(sam, '2026-12-14')
  // During the time of the walk, the sitter calls off both of them.
  await act(sam, reported, 'cancel_by_sitter', { reason: 'Nobody is here.' })
  const settled = await clockTo('2026-12-14T21:15:00Z')
  expect(settled).toMatchObject({ payment: { refunded: 38_50 }, cases: [{ status: 'resolved', refund: 0 }] })
  await expectInvariants(deps)
})

test('of two walks within two hours, a check-in counts only for the first, and the second can be reported', async () => {
  const { checkIn, clockTo } = await walksOn([
    { on: '2026-12-14', time: '09:00' },
    { on: '2026-12-14', time: '10:30' },
  ])
  await checkIn('2026-12-14')
  const { visits } = await clockTo('2026-12-14T11:00:00Z')
  expect(visits.filter(({ reportable }) => reportable).map(({ time }) => time)).toEqual(['10:30'])
})

test('two missed walks can be reported at the same time, and each is answered and decided separately', async () => {
  const { deps, act, checkIn, clockTo, report, reportable, show } = await openWalks(
    '2026-12-14',
    '2026-12-15',
    '2026-12-16',
  )
  await checkIn('2026-12-14')
  await clockTo('2026-12-16T09:40:00Z')
  expect(await reportable(olga)).toEqual(['2026-12-15', '2026-12-16'])
  const first = (await report(olga, '2026-12-15')).cases[0]!
  expect(await reportable(olga)).toEqual(['2026-12-16'])
  await clockTo('2026-12-16T10:40:00Z')
  const both = await report(olga, '2026-12-16')
  const second = both.cases[1]!
  expect(both.cases.map(({ status }) => status)).toEqual(['awaiting_party', 'awaiting_party'])
  const answers = (await show(sam, both)).actions.filter(({ event }) => event === 'answer_case')
  expect(answers).toEqual([
    { event: 'answer_case', caseId: first.id, deadlineAt: '2026-12-16T21:40:00.000Z' },
    { event: 'answer_case', caseId: second.id, deadlineAt: '2026-12-16T22:40:00.000Z' },
  ])

  const answered = await act(sam, both, 'answer_case', {
    caseId: second.id,
    words: 'I rang the bell for ten minutes.',
  })
  expect(answered.cases).toMatchObject([
    { id: first.id, status: 'awaiting_party', answer: null },
    { id: second.id, status: 'operator_review', answer: 'I rang the bell for ten minutes.' },
  ])
  for (const caseId of [second.id, answered.id])
    expect(
      await refusalOf(act(sam, answered, 'answer_case', { caseId, words: 'I was there, twice.' })),
    ).toMatchObject({ code: 'booking-action-not-allowed' })

  // The unanswered case is resolved by the rules, and the money keeps waiting for the other.
  const settled = await clockTo('2026-12-16T21:40:00Z')
  expect(settled.cases).toMatchObject([
    { id: first.id, status: 'resolved', refund: 19_25 },
    { id: second.id, status: 'operator_review', refund: null },
  ])
  const waiting = await clockTo('2026-12-28T10:00:00Z')
  expect(waiting.timeline.map(({ event }) => event)).not.toContain('release_payout')
  await send(deps, contract.resolveCase, ada, {
    params: { caseId: second.id },
    body: {
      version: waiting.version,
      refund: 5_00,
      statement: 'Both were there, and neither heard the other.',
    },
    idempotencyKey: newKey(),
  })
  // Only the second decision can still be appealed, and the money waits until then.
  const decided = await show(olga, both)
  expect(decided.actions.filter(({ event }) => event === 'appeal_case')).toMatchObject([
    { caseId: second.id },
  ])
  expect((await clockTo('2026-12-31T09:59:00Z')).timeline.at(-1)!.event).not.toBe('release_payout')
  const paid = await clockTo('2026-12-31T10:00:00Z')
  expect(paid.timeline.map(({ event }) => event)).toContain('release_payout')
  expect(paid.payment.refunded).toBe(24_25)
  await expectInvariants(deps)
})

test('missed days of day care are reported one by one, and each is refunded with its share of the fee', async () => {
  const fixture = await bookingFixture({
    services: { day_care: { rates: { base: 30_00, extraPet: 12_00 }, capacity: 3 } },
  })
  const { deps, act, request, show, sitterId, rex, pip } = fixture
  const visits = ['14', '15', '16'].map((day) => ({ on: `2026-12-${day}`, time: '08:00' }))
  const draft = { sitterId, service: 'day_care' as const, visits, petIds: [rex, pip] }
  const days = await act(sam, await request(olga, draft), 'accept')
  const clockTo = async (instant: string) => {
    deps.clock.set(at(instant))
    await runClock(deps)
    return show(olga, days)
  }
  await act(sam, await clockTo('2026-12-14T08:00:00Z'), 'check_in')
  for (const [index, on] of ['2026-12-15', '2026-12-16'].entries()) {
    const now = await clockTo(`${on}T08:30:00Z`)
    const visitAt = `${on}T08:00:00.000Z`
    expect(now.visits.filter(({ reportable }) => reportable).map(({ startsAt }) => startsAt)).toEqual([
      visitAt,
    ])
    await act(olga, now, 'report_missed', { visitAt, words, contacted })
    const { payment } = await clockTo(`${on}T20:30:00Z`)
    // 42.00 for two pets and a third of the fee of 12.60.
    expect(payment.refunded).toBe((index + 1) * 46_20)
  }
  await expectInvariants(deps)
})

test('the refund for a missed walk that was paid by card is made by a background task', async () => {
  const fixture = await paymentFixture()
  const { deps, peer, act, now, sitterId, rex } = fixture
  const visits = ['2026-12-03', '2026-12-04', '2026-12-05'].map((on) => ({ on, time: '09:00' }))
  const walks = await fixture.ask(olga, { sitterId, service: 'dog_walking', visits, petIds: [rex] })
  await fixture.giveCard(walks)
  await act(sam, walks, 'accept')
  await fixture.work()
  await fixture.clockTo('2026-12-03T09:00:00Z')
  await act(sam, walks, 'check_in')
  await fixture.clockTo('2026-12-04T09:30:00Z')
  await act(olga, walks, 'report_missed', { visitAt: '2026-12-04T09:00:00Z', words, contacted })
  deps.clock.set(at('2026-12-04T21:30:00Z'))
  await runClock(deps)
  expect((await now(walks)).payment).toMatchObject({ paid: 57_75, refunded: 19_25 })
  expect(peer.all('refund')).toEqual([])
  expect(deps.jobs.some(({ name }) => name.startsWith('payments.'))).toBe(true)
  await fixture.work()
  expect(peer.all('refund').map(({ amount }) => amount)).toEqual([19_25])
  await expectInvariants(deps)
})
