import { expect, test } from 'vitest'
import { isLost, isSuccess, nextAttemptAt } from '#server/webhooks/retry.ts'

const at = new Date('2026-12-01T09:00:00Z')
const hours = (count: number) => new Date(at.getTime() + count * 3_600_000)

test('a message is sent ten times within about three days, with growing pauses, and then given up', () => {
  const pauses: number[] = []
  let attempts = 1
  for (let next = nextAttemptAt(attempts, at); next; next = nextAttemptAt(++attempts, at))
    pauses.push((next.getTime() - at.getTime()) / 3_600_000)
  expect(attempts).toBe(10)
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  const total = pauses.reduce((sum, pause) => sum + pause, 0)
  expect(total).toBeGreaterThan(72)
  expect(total).toBeLessThan(80)
})

test('an address is lost after five days of failures', () => {
  expect(isLost(at, hours(119))).toBe(false)
  expect(isLost(at, hours(120))).toBe(true)
})

test('only 2xx is a success: a redirect is not followed', () => {
  expect([null, 199, 200, 204, 299, 301, 404, 500].map(isSuccess)).toEqual([
    false,
    false,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
