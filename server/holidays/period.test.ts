import Holidays from 'date-holidays'
import { describe, expect, test } from 'vitest'
import { holidayOn, holidayPeriods, isHoliday, type PublicHoliday } from '#server/holidays/period.ts'
import { daysFrom } from '#server/kernel/day.ts'

/** The same data that the generator's job reads from the package. */
function published(country: string, subdivision: string | null): PublicHoliday[] {
  const calendar = subdivision ? new Holidays(country, subdivision) : new Holidays(country)
  return [2026, 2027, 2028]
    .flatMap((year) => calendar.getHolidays(year, 'en'))
    .map(({ date, name, type, substitute }) => ({
      on: date.slice(0, 10),
      name,
      type,
      substitute: substitute === true,
    }))
}
const periodsOf = (country: string, subdivision: string | null = null) =>
  holidayPeriods({ country, subdivision }, published(country, subdivision), 2027, 2027)
const daysOf2027 = (country: string, subdivision: string | null = null) => {
  const periods = periodsOf(country, subdivision)
  return daysFrom('2027-01-01', 365).filter((on) => isHoliday(on, periods)).length
}

test.each([
  ['IE', null, 31],
  ['GB', 'ENG', 25],
  ['DE', 'BY', 27],
  ['PL', null, 26],
  ['CA', 'ON', 29],
])('the periods of %s %s cover %i days of 2027', (country, subdivision, days) => {
  expect(daysOf2027(country, subdivision)).toBe(days)
})

test('the United States have 31 holidays plus Wednesday, Friday and the weekend of Thanksgiving', () => {
  const before = holidayPeriods({ country: 'XX', subdivision: null }, published('US', null), 2027, 2027)
  expect(daysFrom('2027-01-01', 365).filter((on) => isHoliday(on, before))).toHaveLength(31)
  expect(daysOf2027('US')).toBe(35)
  expect(holidayOn('2027-11-24', periodsOf('US'))).toMatchObject({
    name: 'Thanksgiving',
    startOn: '2027-11-24',
    endOn: '2027-11-28',
  })
})

const day = (on: string, name: string, over: Partial<PublicHoliday> = {}): PublicHoliday => ({
  on,
  name,
  type: 'public',
  substitute: false,
  ...over,
})
const spans = (...holidays: PublicHoliday[]) =>
  holidayPeriods({ country: 'IE', subdivision: null }, holidays, 2027, 2027)
    .filter(({ name }) => name !== 'Christmas and New Year')
    .map(({ startOn, endOn, name }) => [startOn, endOn, name])

describe('a public holiday', () => {
  test.each([
    ['on a Monday takes the weekend before', day('2027-06-07', 'June'), '2027-06-05', '2027-06-07'],
    ['on a Friday takes the weekend after', day('2027-06-11', 'June'), '2027-06-11', '2027-06-13'],
    ['on a Tuesday stands alone', day('2027-06-08', 'June'), '2027-06-08', '2027-06-08'],
    ['on a Thursday stands alone', day('2027-06-10', 'June'), '2027-06-10', '2027-06-10'],
    ['on a Saturday stands alone', day('2027-06-12', 'June'), '2027-06-12', '2027-06-12'],
  ])('%s', (_, holiday, startOn, endOn) => expect(spans(holiday)).toEqual([[startOn, endOn, 'June']]))

  test('does not count if it is of type bank or a substitute for another day', () => {
    expect(
      spans(day('2027-06-08', 'Bank', { type: 'bank' }), day('2027-06-09', 'Day', { substitute: true })),
    ).toEqual([])
  })

  test('merges with an overlapping period, but not with an adjacent one', () => {
    expect(spans(day('2027-03-26', 'Good Friday'), day('2027-03-29', 'Easter Monday'))).toEqual([
      ['2027-03-26', '2027-03-29', 'Good Friday, Easter Monday'],
    ])
    expect(spans(day('2027-06-08', 'One'), day('2027-06-09', 'Two'))).toHaveLength(2)
  })
})

test('Christmas and New Year form one period of the starting year, longer if New Year is a Friday', () => {
  const periods = holidayPeriods(
    { country: 'IE', subdivision: null },
    [day('2027-01-01', 'New Year')],
    2027,
    2027,
  )
  expect(periods).toEqual([
    {
      country: 'IE',
      subdivision: null,
      year: 2026,
      name: 'Christmas and New Year',
      startOn: '2026-12-23',
      endOn: '2027-01-03',
    },
    {
      country: 'IE',
      subdivision: null,
      year: 2027,
      name: 'Christmas and New Year',
      startOn: '2027-12-23',
      endOn: '2028-01-02',
    },
  ])
})
