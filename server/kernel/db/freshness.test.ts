import { expect, test } from 'vitest'
import {
  caughtUpAt,
  endOfPrecedingRecord,
  isFreshEnough,
  lagOf,
  type Mark,
  readPosition,
} from '#server/kernel/db/freshness.ts'

const mark = (at: number, position: bigint): Mark => ({ at, position, startedAt: 'once' })
const marks = [mark(1_000, 100n), mark(1_200, 250n), mark(1_400, 250n), mark(1_600, 400n)]

test('a WAL position is parsed from PostgreSQL’s notation', () => {
  expect(readPosition('0/3000060')).toBe(0x3000060n)
  expect(readPosition('16/B374D848')).toBe(0x16_b374d848n)
})

test.each([
  [99n, undefined],
  [100n, 1_000],
  [250n, 1_400],
  [399n, 1_400],
  [10_000n, 1_600],
])('a replica that has replayed up to %s was caught up at %s', (replayed, moment) => {
  expect(caughtUpAt(marks, replayed)).toBe(moment)
})

test('the lag of a replica that was never caught up is infinite', () => {
  expect(lagOf({ caughtUpAt: undefined }, 2_000)).toBe(Infinity)
  expect(lagOf({ caughtUpAt: 1_600 }, 2_000)).toBe(400)
})

test.each([
  ['young enough', { replayed: 300n, caughtUpAt: 1_500 }, {}, true],
  ['too old', { replayed: 300n, caughtUpAt: 999 }, {}, false],
  ['never caught up', { replayed: 300n, caughtUpAt: undefined }, {}, false],
  ['with one’s own write', { replayed: 300n, caughtUpAt: 1_500 }, { position: 300n }, true],
  ['without one’s own write', { replayed: 300n, caughtUpAt: 1_500 }, { position: 301n }, false],
  ['with the change', { replayed: 300n, caughtUpAt: 1_500 }, { committedBefore: 1_500 }, true],
  ['without the change', { replayed: 300n, caughtUpAt: 1_500 }, { committedBefore: 1_501 }, false],
])('a replica is used only if it is fresh enough: %s', (_case, replica, needs, isUsed) => {
  expect(isFreshEnough(replica, needs, 1_000, 2_000)).toBe(isUsed)
})

test('a WAL position just after a page header is moved back to the start of the page', () => {
  const segment = 16n * 2n ** 20n
  expect(endOfPrecedingRecord(3n * segment + 40n, segment)).toBe(3n * segment)
  expect(endOfPrecedingRecord(3n * segment + 8_192n + 24n, segment)).toBe(3n * segment + 8_192n)
  expect(endOfPrecedingRecord(3n * segment + 8_192n + 40n, segment)).toBe(3n * segment + 8_192n + 40n)
  expect(endOfPrecedingRecord(3n * segment + 96n, segment)).toBe(3n * segment + 96n)
})
