import { expect, test } from 'vitest'
import { cellDegrees, cellName, cellsIn, landFeatures, type LandFile } from '#web/search/map-land.ts'
import { coarseWorld, cutLand, readLand, type Topology } from './land.ts'
import { readContent } from '#database/demo/content.ts'
import { makeLand, readAtlas } from './land-files.ts'

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
    polygons: [
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
    borders: [
      [
        [11, 20],
        [11, 21],
      ],
    ],
  })
})

const land = makeLand()

type Line = readonly (readonly [lng: number, lat: number])[]
const features = (file: LandFile) => landFeatures([file]).features
const linesOf = (file: LandFile, kind: 'coast' | 'border'): Line[] =>
  features(file).flatMap(({ properties, geometry }) =>
    properties.kind === kind && geometry.type === 'MultiLineString' ? geometry.coordinates : [],
  )
const polygonsOf = (file: LandFile): Line[][] =>
  features(file).flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates : []))
const segmentsOf = (line: Line) => line.slice(1).map((to, at) => ({ from: line[at]!, to }))

function isOnLand(lng: number, lat: number): boolean {
  const cells = cellsIn({ south: lat, north: lat, west: lng, east: lng }).flatMap(
    ({ name }) => land.get(name) ?? [],
  )
  const crossings = (ring: Line) =>
    segmentsOf(ring).filter(
      ({ from: [ax, ay], to: [bx, by] }) =>
        ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax,
    ).length
  return cells
    .flatMap(polygonsOf)
    .some((rings) => rings.reduce((sum, ring) => sum + crossings(ring), 0) % 2 === 1)
}

test('no line of the map follows the antimeridian, the edge at a pole, or crosses the world', () => {
  const lines = [...land.values()].flatMap((file) => [...linesOf(file, 'coast'), ...linesOf(file, 'border')])
  expect(lines.length).toBeGreaterThan(5000)
  const faults = lines
    .flatMap(segmentsOf)
    .filter(
      ({ from: [ax, ay], to: [bx, by] }) =>
        (Math.abs(ax) === 180 && ax === bx) ||
        (Math.abs(ay) > 89 && Math.abs(by) > 89) ||
        Math.abs(ax - bx) > 30,
    )
  expect(faults).toEqual([])
})

test('no coast follows the sides of a box where the land is cut', () => {
  const square: Line[][] = [
    [
      [
        [-15, 35],
        [5, 35],
        [5, 55],
        [-15, 55],
        [-15, 35],
      ],
    ],
  ]
  const boxes = cutLand(
    square.map((rings) => rings.map((ring) => [...ring])),
    cellDegrees,
  )
  expect(boxes.map(({ column, row }) => cellName(column, row)).sort()).toEqual([
    '16-12',
    '16-13',
    '16-14',
    '17-12',
    '17-13',
    '17-14',
    '18-12',
    '18-13',
    '18-14',
  ])
  const coasts = boxes.flatMap((box) => linesOf({ boxes: [box], borders: [] }, 'coast'))
  for (const { from, to } of coasts.flatMap(segmentsOf))
    expect(
      [from[0], from[1], to[0], to[1]].some(
        (degrees, at) =>
          [-15, 5, 35, 55].includes(degrees) && degrees === [to[0], to[1], from[0], from[1]][at],
      ),
    ).toBe(true)
})

test('land that enters a box twice becomes two rings, so that no line joins them along the side', () => {
  const horseshoe: [number, number][] = [
    [-15, 35],
    [5, 35],
    [5, 36],
    [-14, 36],
    [-14, 38],
    [5, 38],
    [5, 39],
    [-15, 39],
    [-15, 35],
  ]
  const cut = cutLand([[horseshoe]], cellDegrees).filter(({ column }) => column === 17)
  expect(cut.map(({ polygons }) => polygons.length)).toEqual([2])
})

test('every ring is closed and within its box, and no box reaches beyond the world', () => {
  for (const { boxes } of land.values())
    for (const { box, polygons } of boxes) {
      const [west, south, east, north] = box
      expect([west >= -180, south >= -90, east <= 180, north <= 90]).toEqual([true, true, true, true])
      for (const ring of polygonsOf({ boxes: [{ box, polygons }], borders: [] }).flat()) {
        expect(ring[0]).toEqual(ring.at(-1))
        const outside = ring.filter(([lng, lat]) => lng < west || lng > east || lat < south || lat > north)
        expect(outside).toEqual([])
      }
    }
})

test('known points are land, lakes or sea, also north of Europe and across the antimeridian', () => {
  const onLand: [lng: number, lat: number][] = [
    [-8, 39.5],
    [140, 36.5],
    [25, 70],
    [100, 75],
    [-41, 77],
    [179, 68],
    [-175, 67],
    [0, -85],
  ]
  const inWater: [lng: number, lat: number][] = [
    [-30, 40],
    [-40, 48],
    [0, 75],
    [50.5, 42],
    [-179, 0],
    [179, 75],
  ]
  expect(onLand.filter(([lng, lat]) => !isOnLand(lng, lat))).toEqual([])
  expect(inWater.filter(([lng, lat]) => isOnLand(lng, lat))).toEqual([])
})

test('an area gives the cells that it touches, across the antimeridian too, and each cell only once', () => {
  const names = (south: number, west: number, north: number, east: number) =>
    cellsIn({ south, west, north, east }).map(({ name }) => name)
  expect(names(38.6, -9.3, 38.8, -9)).toEqual(['17-12'])
  expect(names(-5, 178, 5, 182)).toEqual(['35-8', '35-9', '0-8', '0-9'])
  expect(names(-5, -181, -4, -179)).toEqual(['35-8', '0-8'])
  expect(names(-100, -400, 100, 400)).toHaveLength(36 * 18)
  expect(new Set(names(-100, -400, 100, 400)).size).toBe(36 * 18)
})

test('a cell is small enough for a phone, and the coarse world has every continent', () => {
  const largest = Math.max(
    ...[...land].filter(([name]) => name !== 'world').map(([, file]) => JSON.stringify(file).length),
  )
  expect(largest).toBeLessThan(60_000)
  const world = coarseWorld(readAtlas('countries-50m'))
  expect(linesOf(world, 'border').length).toBeGreaterThan(200)
  expect(world.boxes.length).toBeGreaterThan(40)
})

test('everybody of the demo town lives on land', () => {
  // A person lives up to 0.003 degrees of latitude and 0.004 of longitude from the centre of the neighbourhood.
  const corners = [-1, 1].flatMap((north) => [-1, 1].map((east) => [north * 0.003, east * 0.004] as const))
  const wet = readContent().cities.flatMap(({ name: city, neighbourhoods }) =>
    neighbourhoods.flatMap(({ name, lat, lng }) =>
      corners.some(([north, east]) => !isOnLand(lng + east, lat + north)) ? [`${name}, ${city}`] : [],
    ),
  )
  expect(wet).toEqual([])
})
