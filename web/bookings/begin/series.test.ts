import { describe, expect, test } from 'vitest'
import { repeatFor, seriesWords, visitLines, weekChoices, withVisit } from '#web/bookings/begin/series.ts'
import {
  type BookingState,
  bookingParams,
  draftOf,
  missingIn,
  parseBooking,
  canonicalise,
  toggleWeekday,
} from '#web/sitters/public/booking-state.ts'
import { serviceOf } from '#web/sitters/public/service.fixture.ts'

const sitterId = '01920000-0000-7000-8000-000000000001'
const offered = (['day_care', 'drop_in', 'dog_walking'] as const).map(serviceOf)
const read = (text: string) => parseBooking(new URLSearchParams(text), offered)
const shared = (state: BookingState) => read(`${new URLSearchParams(bookingParams(state))}`)
const visits = (state: BookingState) =>
  draftOf(sitterId, state)?.visits?.map(({ on, time }) => `${on} ${time}`)

/** Every Monday, Wednesday and Friday at 09:00 and 17:00 for four weeks from Monday 14 December. */
function fourWeeks() {
  const first = read('service=dog_walking&start=2026-12-14&times=09:00,17:00&pets=dog')
  const mondays = canonicalise({ ...first, ...repeatFor(first, 4)! })
  return [2, 4].reduce(toggleWeekday, mondays)
}

describe('a weekly series', () => {
  test('consists of weekdays, times and weeks, summarised in one sentence', () => {
    const series = fourWeeks()
    expect(seriesWords(series)).toBe('Every Mon, Wed and Fri at 09:00 and 17:00 for 4 weeks')
    const all = visits(series)
    expect(all).toHaveLength(24)
    expect(all?.slice(0, 4)).toEqual([
      '2026-12-14 09:00',
      '2026-12-14 17:00',
      '2026-12-16 09:00',
      '2026-12-16 17:00',
    ])
    expect(all?.at(-1)).toBe('2027-01-08 17:00')
  })

  test('keeps its weekdays when it is extended or shortened', () => {
    const series = fourWeeks()
    const shorter = canonicalise({ ...series, ...repeatFor(series, 2)! })
    expect(seriesWords(shorter)).toBe('Every Mon, Wed and Fri at 09:00 and 17:00 for 2 weeks')
    expect(canonicalise({ ...shorter, ...repeatFor(shorter, 4)! })).toEqual(series)
  })

  test('repeats on the weekday of its first day, which may be any day of the week', () => {
    const first = read('service=day_care&start=2026-12-17&pets=dog')
    const series = canonicalise({ ...first, ...repeatFor(first, 2)! })
    expect(visits(series)).toEqual(['2026-12-17 08:00', '2026-12-24 08:00'])
  })

  test('offers only as many weeks as fit into one booking', () => {
    expect(weekChoices(fourWeeks(), 24).at(-1)).toBe(4)
    expect(weekChoices(fourWeeks(), 60).at(-1)).toBe(10)
  })

  test('with more visits than the settings allow has an error and no draft', () => {
    expect(missingIn(fourWeeks(), 24)).toEqual([])
    expect(missingIn(fourWeeks(), 23)).toEqual([
      { name: 'end', message: 'One booking holds at most 23 of these, not 24' },
    ])
    expect(draftOf(sitterId, fourWeeks(), 23)).toBeNull()
  })
})

describe('a single visit', () => {
  const key = '2026-12-16T09:00'
  const changed = (time: string | null) => {
    const series = fourWeeks()
    return canonicalise({ ...series, except: withVisit(series, key, time) })
  }

  test('can be skipped, moved within its day and restored, and the URL preserves each change', () => {
    expect(visits(changed(null))).not.toContain('2026-12-16 09:00')
    expect(visits(changed(null))).toHaveLength(23)
    expect(visits(changed('11:30'))).toContain('2026-12-16 11:30')
    expect(visits(changed('11:30'))).toHaveLength(24)
    expect(canonicalise({ ...changed('11:30'), except: withVisit(changed('11:30'), key, '09:00') })).toEqual(
      fourWeeks(),
    )
    for (const state of [fourWeeks(), changed(null), changed('11:30')]) expect(shared(state)).toEqual(state)
  })

  test('that was moved appears in the summary of the series and of its day', () => {
    expect(seriesWords(changed(null))).toMatch(/for 4 weeks, 1 change$/)
    expect(visitLines(changed('18:30'))[1]).toMatch(/at 17:00 and 18:30$/)
  })

  test('that overlaps another visit after a move is an error at the list of visits', () => {
    expect(missingIn(changed('16:45'))).toEqual([
      {
        name: 'visits',
        message: 'Choose times that do not overlap: at 17:00 the one at 16:45 still has 15 minutes to go',
      },
    ])
  })

  test.each([
    '2026-12-15T09:00',
    '2026-12-16T10:00',
    '2026-12-16T09:00-25:00',
    '2026-12-16T09:00-09:00',
    'x',
  ])('an exception %s in the URL that is invalid or matches no visit is ignored', (text) => {
    expect(canonicalise({ ...fourWeeks(), except: [text] })).toEqual(fourWeeks())
  })
})

test('overlapping times on one day are an error at the times; back-to-back times are allowed', () => {
  const at = (times: string) =>
    read(`service=drop_in&start=2026-12-14&end=2026-12-15&minutes=60&pets=cat&times=${times}`)
  expect(missingIn(at('09:00,09:30'))).toEqual([
    {
      name: 'times',
      message: 'Choose times that do not overlap: at 09:30 the one at 09:00 still has 30 minutes to go',
    },
  ])
  expect(missingIn(at('09:00,10:00'))).toEqual([])
  expect(visits(at('08:00,10:00,12:00,14:00'))).toHaveLength(8)
})
