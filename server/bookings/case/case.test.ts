import { expect, test } from 'vitest'
import { parties } from '#contract/codes.ts'
import type { CaseFacts } from '#server/bookings/case/case.ts'
import type { BookingFacts } from '#server/bookings/facts.ts'
import { mayMove, nextSystemEvent } from '#server/bookings/life/rule.ts'
import { at, events, settings, stay } from '#test/stay-facts.ts'

test.each([
  // status of the case, appealed before, events of owner and sitter, next system event
  ['awaiting_party', false, ['open_case'], ['open_case', 'answer_case'], 'pass_on_case'],
  ['operator_review', false, ['open_case'], ['open_case'], null],
  ['resolved', false, ['open_case', 'appeal_case'], ['open_case', 'appeal_case'], 'close'],
  ['resolved', true, ['open_case'], ['open_case'], 'close'],
] as const)(
  'allowed events for a case opened by the owner in status %s (appealed: %s)',
  (status, appealed, owner, sitter, due) => {
    const decided = status === 'resolved'
    const one: CaseFacts = {
      id: 'care',
      kind: 'care',
      status,
      openedBy: 'owner',
      openedAt: at('2026-12-26T12:00'),
      answerBy: at('2026-12-28T12:00'),
      holds: true,
      resolvedAt: decided ? at('2026-12-27T12:00') : null,
      appealedAt: appealed ? at('2026-12-27T12:00') : null,
      visitAt: null,
    }
    const booking: BookingFacts = { ...stay, status: 'completed', cases: [one] }
    const ofCase = (party: 'owner' | 'sitter') =>
      events(party, booking, at('2026-12-27T13:00')).filter((event) => event.endsWith('_case'))
    expect([ofCase('owner'), ofCase('sitter')]).toEqual([owner, sitter])
    expect(nextSystemEvent(booking, settings)?.event ?? null).toBe(due)
    expect(
      mayMove('resolve_case', 'operator', { ...booking, about: one }, at('2026-12-27T13:00'), settings),
    ).toBe(!decided)
  },
)

test('a no-show can be reported after a waiting time, and resolves automatically unless there was a check-in', () => {
  const confirmed: BookingFacts = { ...stay, status: 'confirmed' }
  const may = (by: 'owner' | 'sitter', booking: BookingFacts, when: string) =>
    mayMove('report_no_show', by, booking, at(when), settings)
  for (const by of parties) {
    expect(may(by, confirmed, '2026-12-18T15:59')).toBe(false)
    expect(may(by, confirmed, '2026-12-18T16:00')).toBe(true)
    expect(may(by, { ...confirmed, checkedInAt: at('2026-12-18T15:00') }, '2026-12-18T16:00')).toBe(false)
  }
  const walks: BookingFacts = { ...confirmed, service: 'dog_walking' }
  expect([may('sitter', walks, '2026-12-18T15:15'), may('owner', walks, '2026-12-18T15:15')]).toEqual([
    true,
    false,
  ])
  expect(may('owner', walks, '2026-12-18T15:30')).toBe(true)
  const one: CaseFacts = {
    id: 'absence',
    kind: 'no_show',
    status: 'awaiting_party',
    openedBy: 'owner',
    openedAt: at('2026-12-18T16:00'),
    answerBy: at('2026-12-19T04:00'),
    holds: true,
    resolvedAt: null,
    appealedAt: null,
    visitAt: null,
  }
  const reported: BookingFacts = { ...confirmed, cases: [one] }
  expect(nextSystemEvent(reported, settings)).toEqual({
    event: 'resolve_no_show',
    dueAt: one.answerBy,
    caseId: one.id,
  })
  const arrived: BookingFacts = { ...reported, status: 'in_progress', checkedInAt: at('2026-12-18T17:00') }
  expect(nextSystemEvent(arrived, settings)?.event).toBe('pass_on_case')
})
