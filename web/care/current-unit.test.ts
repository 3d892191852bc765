import { expect, test } from 'vitest'
import { currentUnit } from '#web/care/current-unit.ts'

const card = (startsAt: string, endsAt: string, leftAt: string | null = null) => ({
  startsAt,
  endsAt,
  leftAt,
})
const at = (instant: string) => Date.parse(instant)

const nights = [
  card('2026-11-20T18:00:00Z', '2026-11-21T18:00:00Z'),
  card('2026-11-21T18:00:00Z', '2026-11-22T18:00:00Z'),
  card('2026-11-22T18:00:00Z', '2026-11-23T10:00:00Z'),
]
const walks = [
  card('2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'),
  card('2026-11-20T18:00:00Z', '2026-11-20T19:00:00Z'),
]

test.each([
  ['before the stay', '2026-11-20T12:00:00Z', 0],
  ['in the last minute of a night', '2026-11-21T17:59:00Z', 0],
  ['the moment the next night begins', '2026-11-21T18:00:00Z', 1],
  ['in the evening of the next night', '2026-11-21T21:30:00Z', 1],
  ['just after the last night', '2026-11-23T12:00:00Z', 2],
  ['long after the stay', '2026-11-25T12:00:00Z', 2],
])('an entry made %s belongs to the report card of the right night', (_, moment, unit) => {
  expect(currentUnit(nights, at(moment))).toBe(unit)
})

test('a visit that was not closed stays open for four hours, or until the next visit begins if sooner', () => {
  expect(currentUnit(walks, at('2026-11-20T12:59:00Z'))).toBe(0)
  expect(currentUnit(walks, at('2026-11-20T13:00:00Z'))).toBe(1)
  const close = [walks[0]!, card('2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z')]
  expect(currentUnit(close, at('2026-11-20T09:59:00Z'))).toBe(0)
  expect(currentUnit(close, at('2026-11-20T10:00:00Z'))).toBe(1)
})

test('after a card is closed early, entries go to the next card', () => {
  const left = [card('2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z', '2026-11-20T08:40:00Z'), walks[1]!]
  expect(currentUnit(left, at('2026-11-20T08:45:00Z'))).toBe(1)
})
