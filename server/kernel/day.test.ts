import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayFromNumber,
  dayNumber,
  daysBetween,
  daysFrom,
  instantOf,
  localOf,
  weekdayOf,
} from '#server/kernel/day.ts'

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-03-01', -1, '2027-02-28'],
])('%s plus %i days is %s', (on, days, expected) => {
  expect(addDays(on, days)).toBe(expected)
  expect(daysBetween(on, expected)).toBe(days)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2026-05-15', 12, '2027-05-15'],
  ['2026-12-01', 1, '2027-01-01'],
])('%s plus %i months is %s', (on, months, expected) => expect(addMonths(on, months)).toBe(expected))

test('the week starts on Monday', () => {
  expect(daysFrom('2026-12-14', 7).map(weekdayOf)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('a day number can be converted to a day and back without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 47_000 }), (day) => {
      expect(dayNumber(dayFromNumber(day))).toBe(day)
    }),
  )
})

test.each([
  // zone, wall clock, instant: ordinary, skipped by a clock change, ambiguous
  ['Europe/Dublin', '2026-12-18', '15:00', '2026-12-18T15:00:00.000Z'],
  ['Europe/Warsaw', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z'],
  ['Europe/Warsaw', '2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
  ['America/New_York', '2027-03-14', '12:00', '2027-03-14T16:00:00.000Z'],
  ['Australia/Lord_Howe', '2027-04-04', '12:00', '2027-04-04T01:30:00.000Z'],
])('in %s, %s %s is the instant %s', (zone, on, time, instant) => {
  expect(instantOf(on, time, zone).toISOString()).toBe(instant)
})

test('an instant is converted to the local date and time of a zone', () => {
  expect(localOf(new Date('2026-12-15T12:00:00Z'), 'Australia/Sydney')).toEqual({
    on: '2026-12-15',
    time: '23:00',
  })
  expect(localOf(new Date('2026-12-15T03:00:00Z'), 'America/New_York').on).toBe('2026-12-14')
})
