import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceKm } from '#server/search/cells.ts'
import { blur } from '#server/sitters/position.ts'

const anyHome = fc.record({
  lat: fc.double({ min: -75, max: 75, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('a public position is between 190 and 410 m from the real one', () => {
  fc.assert(
    fc.property(anyHome, fc.string(), (home, key) => {
      const km = distanceKm(home, blur(home.lat, home.lng, key, 400))
      expect(km).toBeGreaterThan(0.19)
      expect(km).toBeLessThan(0.41)
    }),
  )
})

test('blurring is deterministic, but differs by sitter and by secret at the same address', () => {
  expect(blur(38.7223, -9.1393, 'secret/sam', 400)).toEqual(blur(38.7223, -9.1393, 'secret/sam', 400))
  expect(blur(38.7223, -9.1393, 'secret/sam', 400)).not.toEqual(blur(38.7223, -9.1393, 'secret/ines', 400))
  expect(blur(38.7223, -9.1393, 'secret/sam', 400)).not.toEqual(blur(38.7223, -9.1393, 'other/sam', 400))
})

test('small corrections of the address keep the same offset, so averaging reveals nothing', () => {
  const ways = [38.72, 38.7201, 38.7199, 38.7205].map((lat) => {
    const shown = blur(lat, -9.14, 'secret/sam', 400)
    return `${(shown.lat - lat).toFixed(4)} ${(shown.lng + 9.14).toFixed(3)}`
  })
  expect(new Set(ways).size).toBe(1)
})

test('offsets are spread over all four quadrants', () => {
  const shown = Array.from({ length: 400 }, (_, index) => blur(38.7223, -9.1393, `secret/${index}`, 400))
  for (const [north, east] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])
    expect(
      shown.filter(({ lat, lng }) => lat > 38.7223 === north && lng > -9.1393 === east).length,
    ).toBeGreaterThan(60)
})
