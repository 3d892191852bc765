import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { readLand, type Topology } from '#web/search/map-land.ts'
import { z } from 'zod'

const Pair = z.tuple([z.number(), z.number()])
const Rings = z.array(z.array(z.number()))
const Collection = z.object({
  type: z.literal('GeometryCollection'),
  geometries: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('Polygon'), arcs: Rings }),
      z.object({ type: z.literal('MultiPolygon'), arcs: z.array(Rings) }),
    ]),
  ),
})
const Atlas = z.object({
  transform: z.object({ scale: Pair, translate: Pair }),
  arcs: z.array(z.array(Pair)),
  objects: z.union([z.object({ land: Collection, countries: Collection }), z.object({ land: Collection })]),
})

test('arcs are joined into closed rings, reversed where needed, and arcs shared by two countries are borders', () => {
  // Two adjacent squares that share an arc.
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

const read = (name: string) =>
  readLand(
    Atlas.parse(
      JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`world-atlas/${name}.json`), 'utf8')),
    ),
  )

test.each(['countries-50m', 'land-10m'])(
  'no line of %s crosses the whole map at the antimeridian, and land at the South Pole reaches it',
  (name) => {
    const { land, borders } = read(name)
    const longest = (lines: readonly (readonly (readonly [number, number])[])[]) =>
      lines.reduce(
        (most, line) =>
          line.slice(1).reduce((mostHere, [lng, lat], at) => {
            const alongTheEdge = Math.abs(lat) === 90
            return alongTheEdge ? mostHere : Math.max(mostHere, Math.abs(lng - line[at]![0]))
          }, most),
        0,
      )
    const rings = land.coordinates.flat()
    expect(longest(rings)).toBeLessThan(180)
    expect(longest(borders.coordinates)).toBeLessThan(180)
    for (const ring of rings) expect(ring[0]).toEqual(ring.at(-1))
    const southern = rings.filter((ring) => ring.some(([, lat]) => lat === -90))
    expect(southern.length).toBeGreaterThan(0)
  },
)

test('the world atlas is parsed completely: every ring is closed, and known points are land or sea', () => {
  const { land, borders } = read('countries-50m')
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
