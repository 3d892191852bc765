import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceKm } from '#server/search/cells.ts'
import { blur } from '#server/sitters/position.ts'

const anyHome = fc.record({
  lat: fc.double({ min: -75, max: 75, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('a public position is never the real one and never far from it', () => {
  fc.assert(
    fc.property(anyHome, fc.string(), (home, key) => {
      const km = distanceKm(home, blur(home.lat, home.lng, key, 400))
      expect(km).toBeGreaterThan(0.19)
      expect(km).toBeLessThan(0.41)
    }),
  )
})

test('the same sitter is always shown at the same place, another sitter of the same house elsewhere', () => {
  expect(blur(38.7223, -9.1393, 'secret/sam', 400)).toEqual(blur(38.7223, -9.1393, 'secret/sam', 400))
  expect(blur(38.7223, -9.1393, 'secret/sam', 400)).not.toEqual(blur(38.7223, -9.1393, 'secret/ines', 400))
  expect(blur(38.7223, -9.1393, 'secret/sam', 400)).not.toEqual(blur(38.7223, -9.1393, 'other/sam', 400))
})

test('small corrections of the address move the public position alike, so averaging tells nothing', () => {
  const ways = [38.72, 38.7201, 38.7199, 38.7205].map((lat) => {
    const shown = blur(lat, -9.14, 'secret/sam', 400)
    return `${(shown.lat - lat).toFixed(4)} ${(shown.lng + 9.14).toFixed(3)}`
  })
  expect(new Set(ways).size).toBe(1)
})

test('all directions are used', () => {
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
