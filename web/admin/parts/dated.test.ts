import { expect, test } from 'vitest'
import { formatDatedInstant, formatDatedRange } from '#web/admin/parts/dated.ts'

test('instants get the year that they have in the zone', () => {
  expect(formatDatedInstant('2026-12-31T23:30:00Z', 'Europe/Lisbon')).toBe('Thu 31 Dec 2026, 23:30')
  expect(formatDatedInstant('2026-12-31T23:30:00Z', 'Europe/Berlin')).toBe('Fri 1 Jan 2027, 00:30')
})

test('ranges get the year of their last day', () => {
  expect(formatDatedRange('2026-12-30', '2027-01-02')).toBe('Wed 30 Dec – Sat 2 Jan 2027')
  expect(formatDatedRange('2026-12-12', '2026-12-12')).toBe('Sat 12 Dec 2026')
})
