import { expect, test } from 'vitest'
import { timeLeft } from '#web/bookings/life/booking-words.ts'

const minute = 60_000
const hour = 60 * minute

test('the time left is given in at most two units, such as hours and minutes', () => {
  expect(timeLeft(30_000)).toBe('less than a minute')
  expect(timeLeft(12 * minute)).toBe('12 min')
  expect(timeLeft(5 * hour + 20 * minute)).toBe('5 h 20 min')
  expect(timeLeft(47 * hour)).toBe('47 h')
  expect(timeLeft(96 * hour + minute)).toBe('4 days')
})

test('no time is left at or after the end', () => {
  expect(timeLeft(0)).toBeNull()
  expect(timeLeft(-1)).toBeNull()
})
