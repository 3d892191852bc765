import { expect, test } from 'vitest'
import { afterQuiet, nextDigest } from '#server/notices/time.ts'

const night = { from: '22:00', to: '07:00' }
const noon = { from: '12:00', to: '14:00' }

test.each([
  ['21:59', '2026-12-01T21:59:00Z', night, '2026-12-01T21:59:00Z'],
  ['22:00 waits for the morning', '2026-12-01T22:00:00Z', night, '2026-12-02T07:00:00Z'],
  ['after midnight the same morning', '2026-12-02T03:00:00Z', night, '2026-12-02T07:00:00Z'],
  ['07:00 sharp', '2026-12-02T07:00:00Z', night, '2026-12-02T07:00:00Z'],
  ['hours of one day', '2026-12-02T13:59:00Z', noon, '2026-12-02T14:00:00Z'],
  ['outside of them', '2026-12-02T03:00:00Z', noon, '2026-12-02T03:00:00Z'],
  ['none', '2026-12-02T03:00:00Z', null, '2026-12-02T03:00:00Z'],
] as const)('Quiet hours: %s', (_, at, quiet, until) => {
  expect(afterQuiet(new Date(at), quiet, 'UTC')).toEqual(new Date(until))
})

test('Quiet hours follow the account’s time zone, also across a daylight-saving change', () => {
  const tokyo = afterQuiet(new Date('2026-12-01T14:00:00Z'), night, 'Asia/Tokyo')
  expect(tokyo).toEqual(new Date('2026-12-01T22:00:00Z'))
  // The night of 28 to 29 March 2026 is an hour shorter in Lisbon.
  const lisbon = afterQuiet(new Date('2026-03-28T23:00:00Z'), night, 'Europe/Lisbon')
  expect(lisbon).toEqual(new Date('2026-03-29T06:00:00Z'))
})

test.each([
  ['daily, later today', '2026-12-01T06:00:00Z', 'daily', '2026-12-01T08:00:00Z'],
  ['daily, the moment itself is over', '2026-12-01T08:00:00Z', 'daily', '2026-12-02T08:00:00Z'],
  ['weekly from a Tuesday', '2026-12-01T06:00:00Z', 'weekly', '2026-12-07T08:00:00Z'],
  ['weekly on a Monday morning', '2026-12-07T06:00:00Z', 'weekly', '2026-12-07T08:00:00Z'],
] as const)('The next digest: %s', (_, at, digest, due) => {
  expect(nextDigest(new Date(at), { digest, time: '08:00' }, 'UTC')).toEqual(new Date(due))
})
