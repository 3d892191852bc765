import { expect, test } from 'vitest'
import { newId } from '#server/kernel/ids.ts'

test('an id begins with its time, and states version 7 and the variant of RFC 9562', () => {
  // The example of RFC 9562, appendix A.6.
  const at = new Date('2022-02-22T19:22:22.000Z')
  expect(newId(at)).toMatch(/^017f22e2-79b0-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(newId(new Date(0))).toMatch(/^00000000-0000-7/)
})

test('ids of one instant all differ', () => {
  const at = new Date('2026-12-01T09:00:00Z')
  expect(new Set(Array.from({ length: 10_000 }, () => newId(at))).size).toBe(10_000)
})

test('ids sort by time', () => {
  const instants = ['2001-09-09', '2026-12-01', '2026-12-02', '2100-01-01'].map((day) => new Date(day))
  const ids = instants.map(newId)
  expect(ids.toSorted()).toEqual(ids)
})
