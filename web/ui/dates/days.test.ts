import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayOfSerial,
  daysBetween,
  isDay,
  longDay,
  serialOfDay,
  shortDay,
  weekdayOf,
  weeksOfMonth,
} from '#web/ui/dates/days.ts'
import { wholeWeeksOfMonth } from '#web/ui/dates/whole-weeks.ts'

test('serial numbers count days since 1970 and convert both ways across leap years and centuries', () => {
  expect(serialOfDay('1970-01-01')).toBe(0)
  for (let serial = -200_000; serial < 200_000; serial += 97) {
    const day = dayOfSerial(serial)
    expect(serialOfDay(day)).toBe(serial)
    expect(day).toBe(new Date(serial * 86_400_000).toISOString().slice(0, 10))
    expect(weekdayOf(day)).toBe((new Date(serial * 86_400_000).getUTCDay() + 6) % 7)
  }
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -13, '2024-12-15'],
])('%s plus %i months is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})

test('the days between two dates are the same in either order', () => {
  expect(daysBetween('2026-12-31', '2027-01-02')).toEqual(['2026-12-31', '2027-01-01', '2027-01-02'])
  expect(daysBetween('2027-01-02', '2026-12-31')).toEqual(daysBetween('2026-12-31', '2027-01-02'))
})

test('a month consists of whole weeks from Monday, with null for days of adjacent months', () => {
  const weeks = weeksOfMonth('2026-12-20')
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7])
  expect(weeks[0]).toEqual([
    null,
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
    '2026-12-06',
  ])
  expect(weeks.flat().filter(Boolean)).toHaveLength(31)
})

test.each([
  ['2026-12-20', 5, '2026-11-30', '2027-01-03'],
  ['2027-02-01', 4, '2027-02-01', '2027-02-28'],
  ['2026-08-31', 6, '2026-07-27', '2026-09-06'],
])('the month of %s has %i whole weeks from %s to %s', (day, count, first, last) => {
  const weeks = wholeWeeksOfMonth(day)
  expect(weeks).toHaveLength(count)
  expect(weeks.flat()).toEqual(daysBetween(first, last))
})

test('a formatted date includes its weekday', () => {
  expect(shortDay('2026-12-12')).toBe('Sat 12 Dec')
  expect(longDay('2026-12-12')).toBe('Saturday 12 December 2026')
})

test.each(['2026-02-30', '2026-13-01', '12/12/2026', ''])('%j is not a valid date', (text) => {
  expect(isDay(text)).toBe(false)
})

test('adding one day crosses the end of a month', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
})
