import { expect, test } from 'vitest'
import { refuseLostAt, pageStatusOf, waitFor } from '#server/lost/lost.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const reported = { reported_at: day(1), ended_at: null, forgotten_at: null }

test.each([
  ['just reported', reported, day(1), 'lost'],
  ['in the last hour of its year', reported, day(365), 'lost'],
  ['after a year', reported, day(366), 'over'],
  ['found again', { ...reported, ended_at: day(3) }, day(3), 'home'],
  ['found a month ago, but for a moment', { ...reported, ended_at: day(3) }, day(32), 'home'],
  ['found a month ago', { ...reported, ended_at: day(3) }, day(33), 'over'],
  ['forgotten', { ...reported, ended_at: day(3), forgotten_at: day(4) }, day(4), 'over'],
])('the state of a lost-pet page: %s', (_, course, at, standing) => {
  expect(pageStatusOf(course, at)).toBe(standing)
})

test('the time of loss must not be in the future or more than a year ago', () => {
  const at = day(200)
  expect(refuseLostAt(at, at)).toBeNull()
  expect(refuseLostAt(new Date(at.getTime() + 4 * 60_000), at)).toBeNull()
  expect(refuseLostAt(new Date(at.getTime() + 6 * 60_000), at)).toContain('in the future')
  expect(refuseLostAt(new Date(Date.UTC(2025, 0, 1)), at)).toContain('a year')
})

test.each([
  [0, 0, null],
  [4, 39, null],
  [5, 5, 3600],
  [0, 40, 3600],
])('after %i sightings per network and %i per page, the wait is %s seconds', (byNet, onPage, wait) => {
  expect(waitFor({ byNet, onPage })).toBe(wait)
})
