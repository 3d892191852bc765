import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Point, pointsOf, simplified, writePoints } from '#server/care/route.ts'

/** Returns the point this many metres north and east of Phoenix Park. */
const at = (north: number, east: number): Point => [
  53.35 + north / 111_195,
  -6.3 + east / 111_195 / Math.cos((53.35 * Math.PI) / 180),
]

test('simplifying a route drops points along a straight line, and keeps corners and ends', () => {
  const way = [at(0, 0), at(50, 2), at(100, 0), at(100, 60), at(98, 120), at(0, 120)]
  expect(simplified(way)).toEqual([way[0], way[2], way[4], way[5]])
  expect(simplified(way, 0.5)).toEqual(way)
  expect(simplified([at(0, 0), at(0, 0)])).toHaveLength(2)
})

test('a walk there and back keeps its turning point', () => {
  const way = [at(0, 0), at(200, 0), at(0, 0)]
  expect(simplified(way)).toEqual(way)
})

test('points are written with a precision of about a metre and read back', () => {
  expect(writePoints([[53.351234567, -6.3]])).toBe('53.35123,-6.3')
  expect(pointsOf('53.35123,-6.3 53,-6')).toEqual([
    [53.35123, -6.3],
    [53, -6],
  ])
})

const metre = fc.integer({ min: -2_000, max: 2_000 })

/** Returns the distance of a point from a segment, by sampling the segment in small steps. */
function farFrom([x, y]: [number, number], [fx, fy]: [number, number], [tx, ty]: [number, number]): number {
  const steps = Array.from({ length: 1_001 }, (_, step) => step / 1_000)
  return Math.min(...steps.map((part) => Math.hypot(fx + part * (tx - fx) - x, fy + part * (ty - fy) - y)))
}

test('no point of a route is farther from its simplified line than the tolerance', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(metre, metre), { minLength: 2, maxLength: 40 }), (way) => {
      const points = way.map(([north, east]) => at(north, east))
      const keptIndexes = simplified(points, 40).map((point) => points.indexOf(point))
      expect([keptIndexes[0], keptIndexes.at(-1)]).toEqual([0, points.length - 1])
      for (const [index, spot] of way.entries()) {
        const before = keptIndexes.findLast((one) => one <= index)!
        const after = keptIndexes.find((one) => one >= index)!
        expect(farFrom(spot, way[before]!, way[after]!)).toBeLessThan(44)
      }
    }),
    { numRuns: 60 },
  )
})
