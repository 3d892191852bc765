import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { clustersOf } from '#web/search/map-clusters.ts'

const room = { width: 60, height: 30 }
const spot = fc.record({ x: fc.integer({ min: -500, max: 900 }), y: fc.integer({ min: -300, max: 700 }) })
const spots = fc
  .array(spot, { maxLength: 300 })
  .map((all) => all.map((one, index) => ({ id: `${index}`, ...one })))

test('overlapping pins form a cluster at the position of the best match', () => {
  const at = (id: string, x: number, y: number) => ({ id, x, y })
  expect(clustersOf([at('a', 0, 0), at('b', 59, 29), at('c', 60, 0), at('d', 0, 30)], room)).toEqual([
    { ids: ['a', 'b'], x: 0, y: 0 },
    { ids: ['c'], x: 60, y: 0 },
    { ids: ['d'], x: 0, y: 30 },
  ])
})

test('a pin that overlaps two clusters joins the nearer one', () => {
  const all = [
    { id: 'left', x: 0, y: 0 },
    { id: 'right', x: 70, y: 0 },
    { id: 'between', x: 50, y: 0 },
  ]
  expect(clustersOf(all, room).map(({ ids }) => ids)).toEqual([['left'], ['right', 'between']])
})

test('each pin is in exactly one cluster, clusters never overlap, and panning does not change them', () => {
  fc.assert(
    fc.property(spots, fc.integer({ min: -400, max: 400 }), (all, by) => {
      const clusters = clustersOf(all, room)
      expect(clusters.flatMap(({ ids }) => ids).sort()).toEqual(all.map(({ id }) => id).sort())
      for (const [index, one] of clusters.entries())
        for (const other of clusters.slice(index + 1))
          expect(Math.abs(one.x - other.x) >= 60 || Math.abs(one.y - other.y) >= 30).toBe(true)
      const moved = clustersOf(
        all.map(({ id, x, y }) => ({ id, x: x + by, y: y - by })),
        room,
      )
      expect(moved.map(({ ids }) => ids)).toEqual(clusters.map(({ ids }) => ids))
    }),
  )
})
