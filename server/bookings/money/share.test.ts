import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { basisPointsOf, percentOf, share } from '#server/bookings/money/share.ts'

test.each([
  [10, 10_05, 1_01],
  [5, 9_95, 50],
  [10, 33_35, 3_34],
  [10, 4, 0],
  [10, 5, 1],
  [10, 15, 2],
  [10, -5, -1],
  [10, -15, -2],
])('%i%% of %i is %i', (percent, amount, expected) => {
  expect(percentOf(amount, percent)).toBe(expected)
  expect(basisPointsOf(amount, percent * 100)).toBe(expected)
})

test('a share is exact where floating-point arithmetic is not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -50_000_000, max: 50_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 1, max: 5_000_000 }),
      (amount, part, whole) => {
        const [n, d] = [BigInt(Math.abs(amount)) * BigInt(part), BigInt(whole)]
        const size = Number((2n * n + d) / (2n * d))
        expect(share(amount, part, whole)).toBe(amount < 0 ? -size || 0 : size)
      },
    ),
  )
})
