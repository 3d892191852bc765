import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaAround, areaOf, areaText, nearestEquivalentLongitude } from '#web/search/map-area.ts'
import { parseSearch } from '#web/search/search-state.ts'

describe('the bounds parameter for a map view', () => {
  test.each([
    [{ south: 38.70001, west: -9.20004, north: 38.80006, east: -9.1 }, '38.7,-9.2,38.8001,-9.1'],
    [{ south: -20, west: 170, north: -10, east: 190 }, '-20,170,-10,-170'],
    [{ south: -20, west: -190, north: -10, east: -170 }, '-20,170,-10,-170'],
    [{ south: 10, west: 530, north: 20, east: 540 }, '10,170,20,180'],
    [{ south: 10, west: -180, north: 20, east: -170 }, '10,-180,20,-170'],
    [{ south: -85, west: -300, north: 85, east: 300 }, '-85,-180,85,180'],
    [{ south: -95, west: 0, north: 95, east: 10 }, '-90,0,90,10'],
  ])('%o is %s', (area, text) => {
    expect(areaText(area)).toBe(text)
    expect(parseSearch(new URLSearchParams({ bounds: text })).bounds).toBe(text)
  })

  test('survives a round trip through the URL for any view', () => {
    const view = fc.record({
      south: fc.double({ min: -85, max: 80, noNaN: true }),
      height: fc.double({ min: 0.01, max: 5, noNaN: true }),
      west: fc.double({ min: -540, max: 540, noNaN: true }),
      width: fc.double({ min: 0.01, max: 350, noNaN: true }),
    })
    fc.assert(
      fc.property(view, ({ south, height, west, width }) => {
        const text = areaText({ south, west, north: south + height, east: west + width })
        expect(parseSearch(new URLSearchParams({ bounds: text })).bounds).toBe(text)
        const back = areaOf(text)
        expect(back.east - back.west).toBeCloseTo(width, 3)
        expect(nearestEquivalentLongitude(back.west, west)).toBeCloseTo(west, 3)
        expect(back.north - back.south).toBeCloseTo(height, 3)
      }),
    )
  })
})

describe('the area around points', () => {
  test('is null without points', () => expect(areaAround([])).toBeNull())

  test.each([
    ['one point', [[5, 7]], { south: 5, west: 7, north: 5, east: 7 }],
    [
      'a town',
      [
        [38, -9],
        [39, -9.5],
      ],
      { south: 38, west: -9.5, north: 39, east: -9 },
    ],
    [
      'both sides of the date line',
      [
        [-17, 178],
        [-13, -172],
      ],
      { south: -17, west: 178, north: -13, east: 188 },
    ],
    [
      'three continents',
      [
        [0, -60],
        [0, 10],
        [0, 100],
      ],
      { south: 0, west: -60, north: 0, east: 100 },
    ],
  ])('of %s spans the shorter way around the globe', (_, points, area) => {
    expect(areaAround(points.map(([lat, lng]) => ({ lat: lat!, lng: lng! })))).toEqual(area)
  })
})

test('a longitude is shifted by 360° to the copy of the world in view', () => {
  expect(nearestEquivalentLongitude(-179, 179)).toBe(181)
  expect(nearestEquivalentLongitude(179, -179)).toBe(-181)
  expect(nearestEquivalentLongitude(-9, 350)).toBe(351)
  expect(nearestEquivalentLongitude(-9, -10)).toBe(-9)
})
