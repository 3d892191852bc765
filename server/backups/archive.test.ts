import { expect, test } from 'vitest'
import { firstGap, isGap, segmentAfter } from '#server/backups/archive.ts'

test.each([
  ['000000010000000000000001', '000000010000000000000002'],
  ['0000000100000000000000FF', '000000010000000100000000'],
  ['00000002000000FF000000FF', '000000020000010000000000'],
])('the segment after %s is %s', (segment, next) => {
  expect(segmentAfter(segment)).toBe(next)
})

const archived = ['000000010000000000000003', '000000010000000000000005', '000000020000000000000005']

test.each([
  ['000000010000000000000004', true],
  ['000000010000000000000006', false],
  ['000000010000000000000002', false],
  // The log of a restored database begins in the middle.
  ['000000020000000000000004', false],
])('that %s is missing is damage: %s', (segment, isDamage) => {
  expect(isGap(segment, archived)).toBe(isDamage)
})

test.each([
  ['000000010000000000000003', '000000010000000000000004'],
  // The log of another timeline does not count.
  ['000000010000000000000005', undefined],
  ['000000020000000000000005', undefined],
  // The segment from which the search starts is missing.
  ['000000020000000000000004', '000000020000000000000004'],
])('from %s on, the first missing segment is %s', (from, missing) => {
  expect(firstGap(archived, from)).toBe(missing)
})
