import { expect, test } from 'vitest'
import type { CareEntry } from '#contract/care/report-cards.ts'
import { Settings } from '#contract/settings.ts'
import { type CareFacts, refuseEntry, refuseEntries } from '#server/care/entry.ts'

const settings = Settings.parse({})
const walk: CareFacts = {
  status: 'in_progress',
  startsAt: new Date('2026-12-14T09:00:00Z'),
  endsAt: new Date('2026-12-14T09:30:00Z'),
  units: 1,
  petIds: ['rex'],
}
const note = (happenedAt: string, more: object = {}) =>
  ({ id: 'a', kind: 'note', unit: 0, text: 'Happy', happenedAt, ...more }) as CareEntry

test.each([
  ['at the time', '2026-12-14T09:10:00Z', '2026-12-14T09:10:00Z', null],
  ['told hours later', '2026-12-14T09:10:00Z', '2026-12-14T20:00:00Z', null],
  ['by a clock three minutes ahead', '2026-12-14T09:13:00Z', '2026-12-14T09:10:00Z', null],
  ['in the future', '2026-12-14T09:16:00Z', '2026-12-14T09:10:00Z', 'in the future'],
  ['two hours before', '2026-12-14T07:00:00Z', '2026-12-14T09:10:00Z', null],
  ['earlier than that', '2026-12-14T06:59:59Z', '2026-12-14T09:10:00Z', 'before the booking'],
  ['a day after the end', '2026-12-15T09:31:00Z', '2026-12-15T10:00:00Z', '24 hours after the end'],
])('checks the time of a note: %s', (_, happenedAt, now, expected) => {
  const refusal = refuseEntry(note(happenedAt), walk, new Date(now), settings)
  if (expected === null) expect(refusal).toBeNull()
  else expect(refusal).toContain(expected)
})

test('refuses an entry about a missing visit or pet, or an incident without a description, with the reason', () => {
  const now = new Date('2026-12-14T10:00:00Z')
  const time = '2026-12-14T09:10:00Z'
  const refusal = (more: object) => refuseEntry(note(time, more), walk, now, settings)
  expect(refusal({ unit: 1 })).toContain('no longer has this day')
  expect(refusal({ kind: 'mood', petId: 'pip', mood: 'good' })).toContain('This pet')
  expect(refusal({ kind: 'incident', happened: true, words: 'Oh' })).toContain('what happened')
  expect(refusal({ kind: 'incident', happened: false, words: '' })).toBeNull()
})

test.each([
  ['requested', '2026-12-14T09:10:00Z', 'confirmed booking'],
  ['cancelled', '2026-12-14T09:10:00Z', 'confirmed booking'],
  ['confirmed', '2026-12-14T06:00:00Z', 'opens 2 hours before'],
  ['confirmed', '2026-12-14T07:00:00Z', null],
  ['completed', '2026-12-28T09:00:00Z', null],
  ['closed', '2026-12-28T09:31:00Z', '14 days'],
] as const)('checks if entries are accepted for a booking that is %s at %s', (status, now, expected) => {
  const refusal = refuseEntries({ ...walk, status }, new Date(now), settings)
  if (expected === null) expect(refusal).toBeNull()
  else expect(refusal).toContain(expected)
})
