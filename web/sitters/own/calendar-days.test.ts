import { expect, test } from 'vitest'
import type { CalendarDay } from '#contract/calendar.ts'
import { byDay, changesFor, dayInfo, undoOf } from '#web/sitters/own/calendar-days.ts'

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

test('a day is free while any service has a place, booked when the rest is full, and not available otherwise', () => {
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

test('a day too soon for requests can still be closed, and says why it brings none', () => {
  expect(dayInfo([day({ free: 0, reason: 'notice' })])).toEqual({
    state: 'free',
    note: 'too soon for new requests',
  })
})

test('what is partly taken and a holiday are told', () => {
  expect(dayInfo([day({ free: 1, holiday: 'Christmas' })]).note).toBe('1 of 2 free; Christmas')
})

test('opening goes back to the usual week, or gives one place where that is closed', () => {
  const saturday = '2026-12-19'
  expect(changesFor(['2026-12-14', saturday], 'free', offered.slice(0, 1))).toEqual([
    { on: '2026-12-14', service: 'boarding', capacity: null },
    { on: saturday, service: 'boarding', capacity: 1 },
  ])
})

test('undoing a change gives every day the places it had', () => {
  const before = byDay([day({ capacity: 5 }), day({ service: 'dog_walking', capacity: 8 })])
  const changes = changesFor(['2026-12-14'], 'blocked', offered)
  expect(changes.map(({ capacity }) => capacity)).toEqual([0, 0])
  expect(undoOf(changes, before, offered)).toEqual([
    { on: '2026-12-14', service: 'boarding', capacity: 5 },
    { on: '2026-12-14', service: 'dog_walking', capacity: null },
  ])
})
