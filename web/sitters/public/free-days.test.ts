import { expect, test } from 'vitest'
import type { CalendarDay } from '#contract/calendar/calendar.ts'
import {
  blockedDays,
  dayMap,
  pickerReason,
  placesNeeded,
  unavailableReason,
} from '#web/sitters/public/free-days.ts'

const day = (on: string, free: number, reason: CalendarDay['reason'] = null): CalendarDay => ({
  on,
  service: 'boarding',
  free,
  capacity: 2,
  reason,
  holiday: null,
})
const days = dayMap(
  [day('2026-12-12', 2), day('2026-12-13', 1), day('2026-12-14', 0, 'full'), day('2026-12-15', 2)],
  'boarding',
)

test('an unavailable day has a reason', () => {
  expect(unavailableReason(days.get('2026-12-12'), 2, 'Inês')).toBeNull()
  expect(unavailableReason(days.get('2026-12-13'), 2, 'Inês')).toBe('room for 1 only')
  expect(unavailableReason(days.get('2026-12-14'), 1, 'Inês')).toBe('Inês is fully booked')
  expect(unavailableReason(undefined, 1, 'Inês')).toBeNull()
})

test('a stay may end on a full day but not include a full night', () => {
  const reason = pickerReason('boarding', days, 1, 'Inês')
  expect(reason('2026-12-14', null)).toBe('Inês is fully booked')
  expect(reason('2026-12-14', '2026-12-12')).toBeNull()
  expect(reason('2026-12-15', '2026-12-12')).toBe('the night of Mon 14 Dec is not free')
  expect(reason('2026-12-12', '2026-12-15')).toBe('the night of Mon 14 Dec is not free')
})

test('full days within a series of visits are found, so that they can be skipped', () => {
  expect(blockedDays(['2026-12-13', '2026-12-14', '2026-12-15'], days, 1)).toEqual(['2026-12-14'])
})

test('places are counted in pets, visits or a single house, depending on the service', () => {
  expect([
    placesNeeded('boarding', 3, 1),
    placesNeeded('drop_in', 3, 2),
    placesNeeded('house_sitting', 3, 1),
  ]).toEqual([3, 2, 1])
})
