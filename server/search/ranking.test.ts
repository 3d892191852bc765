import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import {
  bayesianMean,
  distanceComponent,
  isNewcomer,
  profileCompleteness,
  type RankedSitter,
  scoreOf,
  staticComponents,
} from '#server/search/ranking.ts'

const { weights } = Settings.parse({}).rank
const now = new Date('2026-11-20T12:00:00Z')
const sam: RankedSitter = {
  stars: { sum: 97, count: 20 },
  clients: 12,
  repeatClients: 6,
  responseRate: 0.96,
  calendarConfirmedOn: '2026-11-15',
  completeness: 1,
  publishedAt: new Date('2025-01-01T00:00:00Z'),
  completedBookings: 40,
  timeZone: 'Europe/Lisbon',
}

test.each([
  [0, 0, 4.6],
  [15, 3, 4.75],
  [97, 20, 4.8],
  [5, 5, 2.8],
])('a sum of %i from %i reviews has the Bayesian mean %f', (sum, count, mean) => {
  expect(bayesianMean({ sum, count })).toBeCloseTo(mean, 10)
})

test('the worked example yields the expected static components, distance and score', () => {
  const components = staticComponents(sam, now)
  expect(components).toEqual({
    quality: expect.closeTo(1.3 / 1.5, 10),
    repeat: 0.4,
    response: 0.96,
    freshness: 1,
    completeness: 1,
    newcomer: 0,
  })
  const distance = distanceComponent(5, 'boarding')
  expect(distance).toBeCloseTo(Math.exp(-1), 10)
  expect(scoreOf({ distance, ...components }, weights)).toBeCloseTo(
    0.3 * Math.exp(-1) + (0.25 * 1.3) / 1.5 + 0.15 * 0.4 + 0.1 * 0.96 + 0.1 + 0.05,
    10,
  )
})

test('the distance component decays five times slower for house sitting and is 0 without a place', () => {
  expect(distanceComponent(25, 'house_sitting')).toBeCloseTo(Math.exp(-1), 10)
  expect(distanceComponent(null, 'boarding')).toBe(0)
})

test.each([
  ['2026-11-20', 1],
  ['2026-11-13', 1],
  ['2026-11-12', 37 / 38],
  ['2026-10-25', 19 / 38],
  ['2026-10-06', 0],
  ['2020-01-01', 0],
  [null, 0],
])('a calendar confirmed on %s has the freshness %f', (calendarConfirmedOn, freshness) => {
  expect(staticComponents({ ...sam, calendarConfirmedOn }, now).freshness).toBeCloseTo(freshness, 10)
})

test.each([
  ['2026-11-01T00:00:00Z', 0, true],
  ['2026-11-01T00:00:00Z', 3, false],
  ['2026-09-21T12:00:01Z', 2, true],
  ['2026-09-21T12:00:00Z', 0, false],
])('a sitter published at %s with %i bookings is a newcomer: %s', (publishedAt, bookings, newcomer) => {
  expect(isNewcomer(new Date(publishedAt), bookings, now)).toBe(newcomer)
})
test('a sitter who was never published is not a newcomer', () => expect(isNewcomer(null, 0, now)).toBe(false))

describe('for any sitter', () => {
  const anySitter: fc.Arbitrary<RankedSitter> = fc.record({
    stars: fc
      .array(fc.integer({ min: 1, max: 5 }))
      .map((stars) => ({ sum: stars.reduce((sum, value) => sum + value, 0), count: stars.length })),
    clients: fc.integer({ min: 0, max: 500 }),
    repeatClients: fc.constant(0),
    responseRate: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    calendarConfirmedOn: fc.constantFrom(null, '2026-11-20', '2026-10-20', '2027-01-01'),
    completeness: fc.double({ min: 0, max: 1, noNaN: true }),
    publishedAt: fc.constantFrom(null, now),
    completedBookings: fc.integer({ min: 0, max: 100 }),
    timeZone: fc.constantFrom('Europe/Lisbon', 'Pacific/Kiritimati'),
  })
  test('each component and the score lie between 0 and 1', () => {
    fc.assert(
      fc.property(anySitter, fc.double({ min: 0, max: 20_000, noNaN: true }), (sitter, km) => {
        const components = {
          ...staticComponents({ ...sitter, repeatClients: sitter.clients }, now),
          distance: distanceComponent(km, 'boarding'),
        }
        for (const value of [...Object.values(components), scoreOf(components, weights)]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
  test('a shorter distance never lowers the score', () => {
    const anyKm = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(anySitter, anyKm, anyKm, (sitter, one, other) => {
        const score = (km: number) =>
          scoreOf({ ...staticComponents(sitter, now), distance: distanceComponent(km, 'drop_in') }, weights)
        expect(score(Math.min(one, other))).toBeGreaterThanOrEqual(score(Math.max(one, other)))
      }),
    )
  })
})

test('profileCompleteness returns the share of filled parts and lists the missing ones', () => {
  const full = {
    headline: 'A garden, a sofa and time',
    bio: 'x'.repeat(200),
    neighbourhood: 'Graça',
    home: { aloneMaxHours: 4 },
    languages: ['pt'],
    skills: ['puppies'],
    experienceYears: 3,
    services: [{ rates: { extraPet: 10_00, holidayExtra: 5_00 } }],
  }
  expect(profileCompleteness(full)).toEqual({ share: 1, missing: [] })
  const thin = { ...full, bio: 'Hello', home: { aloneMaxHours: null }, services: [] }
  expect(profileCompleteness(thin).missing).toEqual(['bio', 'services', 'rates', 'aloneMaxHours'])
  expect(profileCompleteness(thin).share).toBeCloseTo(5 / 9, 10)
})
