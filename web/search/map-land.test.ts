import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { readLand, type Topology } from '#web/search/map-land.ts'

test('shared arcs become closed rings, walked backwards where the topology says so, and borders are between two', () => {
  // Two squares side by side: the arc between them belongs to both.
  const topology: Topology = {
    transform: { scale: [0.5, 0.5], translate: [10, 20] },
    arcs: [
      [
        [2, 0],
        [0, 2],
      ],
      [
        [2, 2],
        [-2, 0],
        [0, -2],
        [2, 0],
      ],
      [
        [2, 0],
        [2, 0],
        [0, 2],
        [-2, 0],
      ],
    ],
    objects: {
      land: { type: 'GeometryCollection', geometries: [{ type: 'Polygon', arcs: [[2, 1]] }] },
      countries: {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Polygon', arcs: [[0, 1]] },
          { type: 'Polygon', arcs: [[2, -1]] },
        ],
      },
    },
  }
  expect(readLand(topology)).toEqual({
    land: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [11, 20],
            [12, 20],
            [12, 21],
            [11, 21],
            [10, 21],
            [10, 20],
            [11, 20],
          ],
        ],
      ],
    },
    borders: {
      type: 'MultiLineString',
      coordinates: [
        [
          [11, 20],
          [11, 21],
        ],
      ],
    },
  })
})

test('the whole world is read: every ring is closed, and land is where it is', () => {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const { land, borders } = readLand(JSON.parse(readFileSync(file, 'utf8')) as Topology)
  const rings = land.coordinates.flat()
  expect(rings.length).toBeGreaterThan(1000)
  for (const ring of rings) expect(ring[0]).toEqual(ring.at(-1))
  expect(borders.coordinates.length).toBeGreaterThan(200)
  const isLand = (lng: number, lat: number) =>
    rings.filter((ring) =>
      ring.reduce((inside, [x, y], index) => {
        const [px, py] = ring[index === 0 ? ring.length - 1 : index - 1]!
        return y > lat !== py > lat && lng < ((px - x) * (lat - y)) / (py - y) + x ? !inside : inside
      }, false),
    ).length %
      2 ===
    1
  expect(isLand(-8, 39.5)).toBe(true)
  expect(isLand(-30, 40)).toBe(false)
  expect(isLand(140, 36.5)).toBe(true)
})
