import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingStatuses, services } from '#contract/codes.ts'
import { disclosureOf } from '#server/households/window.ts'

const hour = 3_600_000
const start = new Date('2026-12-11T15:00:00Z')
const at = (hours: number, from = start) => new Date(from.getTime() + hours * hour)
const walk = {
  status: 'confirmed',
  service: 'dog_walking',
  startsAt: start,
  endsAt: at(1),
  endedAt: null,
  fetches: false,
} as const

test.each([
  [-24.001, 'early'],
  [-24, 'open'],
  [0, 'open'],
  [2.999, 'open'],
  [3, 'over'],
])('%d hours from the start of a one-hour walk, the disclosure is %s', (hours, state) => {
  expect(disclosureOf(walk, at(hours)).state).toBe(state)
})

test('the disclosure of a booking that ended early closes two hours after its actual end', () => {
  const stay = {
    ...walk,
    service: 'house_sitting',
    endsAt: at(48),
    endedAt: at(10),
    status: 'completed',
  } as const
  expect(disclosureOf(stay, at(11.9)).state).toBe('open')
  expect(disclosureOf(stay, at(12)).state).toBe('over')
})

test('boarding discloses no codes, and the address only if the sitter fetches the pet', () => {
  const boarding = { ...walk, service: 'boarding' } as const
  expect(disclosureOf(boarding, start).fields).toEqual(['emergency', 'absence'])
  expect(disclosureOf({ ...boarding, fetches: true }, start).fields).toEqual([
    'address',
    'emergency',
    'absence',
  ])
  expect(disclosureOf(walk, start).fields).toContain('doorCode')
})

test('disclosure is open only for agreed bookings, from a day before the start to two hours after the end', () => {
  const agreed = new Set(['confirmed', 'in_progress', 'completed', 'closed'])
  let opened = 0
  fc.assert(
    fc.property(
      fc.record({
        status: fc.constantFrom(...bookingStatuses),
        service: fc.constantFrom(...services),
        length: fc.integer({ min: 1, max: 60 * 24 }),
        ended: fc.option(fc.integer({ min: -48, max: 60 * 24 }), { nil: null }),
        fetches: fc.boolean(),
        hours: fc.integer({ min: -72, max: 70 * 24 }),
      }),
      ({ status, service, length, ended, fetches, hours }) => {
        const facts = {
          status,
          service,
          fetches,
          startsAt: start,
          endsAt: at(length),
          endedAt: ended === null ? null : at(ended),
        }
        const isOpen = disclosureOf(facts, at(hours)).state === 'open'
        if (isOpen) opened += 1
        const mayOpen = agreed.has(status) && hours >= -24 && hours < Math.min(length, ended ?? length) + 2
        expect(isOpen).toBe(mayOpen)
      },
    ),
    { numRuns: 2_000 },
  )
  expect(opened).toBeGreaterThan(50)
})
