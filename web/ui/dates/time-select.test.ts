import { expect, test } from 'vitest'
import { timesBetween } from '#web/ui/dates/time-select.tsx'

test('times run from the first to the last, inclusive', () => {
  expect(timesBetween('06:30', '08:00', 30)).toEqual(['06:30', '07:00', '07:30', '08:00'])
})
