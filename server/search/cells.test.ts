import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellOf, cellsAround, distanceKm, type Position } from '#server/search/cells.ts'

const lisbon = { lat: 38.7223, lng: -9.1393 }
const anyPosition = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

/** Returns the point at this distance and bearing. */
function pointAt({ lat, lng }: Position, km: number, bearing: number): Position {
  const [angle, phi, lambda] = [km / 6371.0088, (lat * Math.PI) / 180, (lng * Math.PI) / 180]
  const toLat = Math.asin(
    Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing),
  )
  const toLng =
    lambda +
    Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
      Math.cos(angle) - Math.sin(phi) * Math.sin(toLat),
    )
  const degrees = (toLng * 180) / Math.PI
  return { lat: (toLat * 180) / Math.PI, lng: ((((degrees + 180) % 360) + 360) % 360) - 180 }
}

test.each([
  ['Lisbon to Porto', lisbon, { lat: 41.1496, lng: -8.611 }, 273.5],
  ['over the date line', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111.2],
  ['over the pole', { lat: 89.5, lng: 0 }, { lat: 89.5, lng: 180 }, 111.2],
  ['nowhere', lisbon, lisbon, 0],
])('distance %s', (_, from, to, km) => expect(distanceKm(from, to)).toBeCloseTo(km, 0))

test('a cell is a decimal string that fits a positive bigint', () => {
  expect(cellOf(lisbon.lat, lisbon.lng)).toMatch(/^6\d{17}$/)
  expect(BigInt(cellOf(lisbon.lat, lisbon.lng)) < 2n ** 63n).toBe(true)
})

describe('the cells around a place', () => {
  test('contain every position within the radius, anywhere on earth', () => {
    const anyRadius = fc.double({ min: 0.5, max: 60, noNaN: true })
    const anyTargets = fc.array(
      fc.record({
        part: fc.double({ min: 0, max: 1, noNaN: true }),
        bearing: fc.double({ min: 0, max: 6.28, noNaN: true }),
      }),
      { minLength: 20, maxLength: 20 },
    )
    fc.assert(
      fc.property(anyPosition, anyRadius, anyTargets, (centre, radiusKm, targets) => {
        const cells = new Set(cellsAround(centre.lat, centre.lng, radiusKm))
        for (const { part, bearing } of targets) {
          const point = pointAt(centre, part * radiusKm * 0.999_999, bearing)
          expect(distanceKm(centre, point)).toBeLessThanOrEqual(radiusKm)
          expect(cells).toContain(cellOf(point.lat, point.lng))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('give the same result as comparing every distance, also across the date line', () => {
    const anyNearby = fc.array(
      fc.record({
        km: fc.double({ min: 0, max: 40, noNaN: true }),
        bearing: fc.double({ min: 0, max: 6.28, noNaN: true }),
      }),
      { maxLength: 50 },
    )
    fc.assert(
      fc.property(fc.double({ min: -70, max: 70, noNaN: true }), anyNearby, (lat, nearby) => {
        const centre = { lat, lng: 179.95 }
        const points = nearby.map(({ km, bearing }) => pointAt(centre, km, bearing))
        const within = points.filter((point) => distanceKm(centre, point) <= 15)
        const cells = new Set(cellsAround(lat, centre.lng, 15))
        const found = points.filter(
          (point) => cells.has(cellOf(point.lat, point.lng)) && distanceKm(centre, point) <= 15,
        )
        expect(found).toEqual(within)
      }),
      { numRuns: 60 },
    )
  })

  test('are distinct, fewer than 60 for 15 km, and begin with the centre', () => {
    const cells = cellsAround(lisbon.lat, lisbon.lng, 15)
    expect(new Set(cells).size).toBe(cells.length)
    expect(cells.length).toBeLessThan(60)
    expect(cells[0]).toBe(cellOf(lisbon.lat, lisbon.lng))
  })
})
