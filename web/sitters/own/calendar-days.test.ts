import { expect, test } from 'vitest'
import type { CalendarDay } from '#contract/calendar/calendar.ts'
import type { CalendarFeed } from '#contract/calendar/feeds.ts'
import { byDay, changesFor, externalDaysOf, dayInfo, undoOf } from '#web/sitters/own/calendar-days.ts'

const day = (part: Partial<CalendarDay> = {}): CalendarDay => ({
  on: '2026-12-14',
  service: 'boarding',
  free: 2,
  capacity: 2,
  reason: null,
  holiday: null,
  ...part,
})
/** Boarding from Monday to Friday, walks every day. */
const offered = [
  { service: 'boarding' as const, weekdayCapacity: [2, 2, 2, 2, 2, 0, 0] },
  { service: 'dog_walking' as const, weekdayCapacity: [8, 8, 8, 8, 8, 8, 8] },
]

test('a day is free if any service has a place, booked if the open ones are full, otherwise unavailable', () => {
  const walks = { service: 'dog_walking' as const }
  expect(dayInfo([day(), day({ ...walks, free: 0, capacity: 0, reason: 'away' })]).state).toBe('free')
  expect(
    dayInfo([day({ free: 0, reason: 'full' }), day({ ...walks, free: 0, capacity: 0, reason: 'away' })])
      .state,
  ).toBe('booked')
  expect(dayInfo([day({ free: 0, capacity: 0, reason: 'away' })]).state).toBe('blocked')
  expect(dayInfo([day({ free: 0, reason: 'past' })]).state).toBe('closed')
  expect(dayInfo(undefined).state).toBe('closed')
})

test('a day within the notice period is still free, with a note that it is too soon for requests', () => {
  expect(dayInfo([day({ free: 0, reason: 'notice' })])).toEqual({
    state: 'free',
    note: 'too soon for new requests',
  })
})

test('the note of a day shows partial occupancy and the holiday', () => {
  expect(dayInfo([day({ free: 1, holiday: 'Christmas' })]).note).toBe('1 of 2 free; Christmas')
})

test('opening a day restores the weekly default, or sets one place if the default is closed', () => {
  const saturday = '2026-12-19'
  expect(changesFor(['2026-12-14', saturday], 'free', offered.slice(0, 1))).toEqual([
    { on: '2026-12-14', service: 'boarding', capacity: null },
    { on: saturday, service: 'boarding', capacity: 1 },
  ])
})

test('undoing a change restores the previous capacity of every day', () => {
  const before = byDay([day({ capacity: 5 }), day({ service: 'dog_walking', capacity: 8 })])
  const changes = changesFor(['2026-12-14'], 'blocked', offered)
  expect(changes.map(({ capacity }) => capacity)).toEqual([0, 0])
  expect(undoOf(changes, before, offered)).toEqual([
    { on: '2026-12-14', service: 'boarding', capacity: 5 },
    { on: '2026-12-14', service: 'dog_walking', capacity: null },
  ])
})

const feed = (part: Partial<CalendarFeed>): CalendarFeed => ({
  id: '0f000000-0000-7000-8000-000000000001',
  name: 'Work',
  source: 'address',
  host: 'calendar.example.net',
  blocks: 'days',
  services: null,
  fetchedAt: '2026-12-01T12:00:00.000Z',
  failure: null,
  createdAt: '2026-12-01T11:00:00.000Z',
  nextAt: '2026-12-01T12:15:00.000Z',
  skipped: 0,
  busyDays: ['2026-12-14'],
  ...part,
})

test('an imported calendar closes its busy days for all or selected services, and is named as the reason', () => {
  const elsewhere = externalDaysOf([
    feed({}),
    feed({ name: 'Clinic', services: ['dog_walking'], busyDays: ['2026-12-15'] }),
    feed({ name: 'Choir', blocks: 'times', busyDays: ['2026-12-15', '2026-12-16'] }),
  ])
  expect([...elsewhere.keys()]).toEqual(['2026-12-14', '2026-12-15', '2026-12-16'])
  const says = (on: string) => {
    const { names, isClosed } = elsewhere.get(on)!
    return [names, isClosed('boarding'), isClosed('dog_walking')]
  }
  expect(says('2026-12-14')).toEqual([['busy in “Work”'], true, true])
  expect(says('2026-12-15')).toEqual([['busy in “Clinic”', 'busy at some time in “Choir”'], false, true])
  // Busy hours do not close a day; they are checked when a visit is requested.
  expect(says('2026-12-16')).toEqual([['busy at some time in “Choir”'], false, false])
  expect(dayInfo([day()], { elsewhere: elsewhere.get('2026-12-14') })).toEqual({
    state: 'imported',
    note: 'busy in “Work”',
  })
  expect(dayInfo([day()], { elsewhere: elsewhere.get('2026-12-15') }).state).toBe('free')
  expect(externalDaysOf([feed({ busyDays: [] })]).size).toBe(0)
})
