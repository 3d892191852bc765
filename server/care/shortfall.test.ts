import { expect, test } from 'vitest'
import { claimFor, isShort, minutesBetween } from '#server/care/shortfall.ts'

test.each([
  [30, 24, false],
  [30, 23, true],
  [60, 48, false],
  [60, 47, true],
  [60, 90, false],
  [600, 479, true],
  [30, 0, true],
])('with %i paid and %i actual minutes, too short is %s', (planned, actual, expected) => {
  expect(isShort(planned, actual, 80)).toBe(expected)
})

const price = { subtotal: 35_00, ownerFee: 3_50, held: 38_50 }

test.each([
  ['a third of a walk and of its fee', [{ net: 17_50, planned: 30, actual: 20 }], price, 6_41],
  ['all of it', [{ net: 17_50, planned: 30, actual: 0 }], price, 19_25],
  [
    'two together, rounded each',
    [
      { net: 17_50, planned: 30, actual: 20 },
      { net: 17_50, planned: 30, actual: 10 },
    ],
    price,
    19_25,
  ],
  ['at most what is still held', [{ net: 17_50, planned: 30, actual: 0 }], { ...price, held: 5_00 }, 5_00],
  ['nothing of a walk that cost nothing', [{ net: 0, planned: 30, actual: 0 }], price, 0],
  ['nothing for more than was paid', [{ net: 17_50, planned: 30, actual: 45 }], price, 0],
])('the claim is %s', (_, units, money, expected) => {
  expect(claimFor(units, money)).toBe(expected)
})

test('minutes are rounded down and never negative', () => {
  const from = new Date('2026-12-14T09:00:00Z')
  expect(minutesBetween(from, new Date('2026-12-14T09:29:59Z'))).toBe(29)
  expect(minutesBetween(from, new Date('2026-12-14T08:00:00Z'))).toBe(0)
})
