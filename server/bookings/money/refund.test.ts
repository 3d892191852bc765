import { describe, expect, test } from 'vitest'
import type { Policy } from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import { type Plan, planBooking } from '#server/bookings/money/plan.ts'
import { type PriceInput, priceBooking } from '#server/bookings/money/price.ts'
import {
  cutoffOf,
  refundableOf,
  type Refundable,
  refundAt,
  refundSchedule,
} from '#server/bookings/money/refund.ts'
import { addDays } from '#server/kernel/day.ts'
import { exampleA, exampleB } from '#test/price-examples.ts'

const settings = Settings.parse({})

function planOf(input: PriceInput, dates: object, timeZone: string): Plan {
  const draft = { service: input.service, ...dates }
  const terms = {
    timeZone,
    now: new Date('2026-11-01T00:00:00Z'),
    noticeHours: 0,
    rates: input.rates,
    settings,
  }
  const result = planBooking(draft, terms)
  if ('refusal' in result) throw new Error(result.refusal.detail)
  return result.plan
}
const agreed = (over: Partial<Refundable> = {}) => ({
  policy: 'moderate' as Policy,
  terms: settings.policy,
  confirmedAt: new Date('2026-11-20T10:00:00Z'),
  checkedInAt: null,
  ...over,
})
const christmas = { startOn: '2026-12-18', startTime: '15:00', endOn: '2026-12-26', endTime: '19:00' }
const stayA = refundableOf(planOf(exampleA, christmas, 'Europe/Dublin'), priceBooking(exampleA), agreed())
const started = { ...stayA, checkedInAt: new Date('2026-12-18T15:05:00Z') }
const walks = ['12:00', '12:00', '12:00', '08:00', '08:00'].map((time, index) => ({
  on: addDays('2026-12-07', index),
  time,
  minutes: 60,
}))
const walksB = refundableOf(
  planOf(exampleB, { visits: walks }, 'Europe/Dublin'),
  priceBooking(exampleB),
  agreed({ policy: 'per_unit_24h', checkedInAt: new Date('2026-12-07T12:00:00Z') }),
)

test.each([
  ['A1', stayA, '2026-12-15T11:59:00Z', 'owner', [517_50, 69_50, 40_00, 627_00, 0, 0]],
  ['A2', stayA, '2026-12-16T10:00:00Z', 'owner', [296_25, 69_50, 24_92, 390_67, 199_12, 37_21]],
  ['A3', started, '2026-12-20T09:00:00Z', 'owner', [200_25, 57_50, 17_56, 275_31, 296_32, 55_37]],
  ['A4', started, '2026-12-20T09:00:00Z', 'sitter', [400_50, 57_50, 31_21, 489_21, 116_10, 21_69]],
  ['B1', walksB, '2026-12-09T08:00:00Z', 'owner', [82_50, 0, 4_13, 86_63, 78_37, 8_25]],
] as const)('example %s is refunded and split to the cent', (_, booking, at, by, expected) => {
  const { services, addOns, ownerFee, total, sitterKeeps, platformKeeps } = refundAt(
    booking,
    new Date(at),
    by,
  )
  expect([services, addOns, ownerFee, total, sitterKeeps, platformKeeps]).toEqual(expected)
})

test('everything is refunded exactly at the cut-off, and no longer a millisecond later', () => {
  expect(refundAt(stayA, new Date('2026-12-15T12:00:00.000Z'), 'owner').total).toBe(627_00)
  expect(refundAt(stayA, new Date('2026-12-15T12:00:00.001Z'), 'owner').total).toBe(390_67)
})

test.each([
  ['America/New_York', '2027-03-15', '09:00', '2027-03-14T16:00:00.000Z', '2027-03-12T17:00:00.000Z'],
  ['Europe/Warsaw', '2027-03-29', '08:00', '2027-03-28T10:00:00.000Z', '2027-03-26T11:00:00.000Z'],
  ['Australia/Sydney', '2027-04-05', '10:00', '2027-04-04T02:00:00.000Z', '2027-04-02T01:00:00.000Z'],
])('the cut-off is local noon across a DST change: %s', (zone, startOn, startTime, oneDay, threeDays) => {
  const plan = planOf(exampleA, { startOn, startTime, endOn: addDays(startOn, 8) }, zone)
  const cutoff = (policy: Policy) =>
    cutoffOf(refundableOf(plan, priceBooking(exampleA), agreed({ policy })))?.toISOString()
  expect(cutoff('flexible')).toBe(oneDay)
  expect(cutoff('moderate')).toBe(threeDays)
  expect(cutoff('per_unit_24h')).toBeUndefined()
})

describe('cool-off', () => {
  const late = { ...stayA, policy: 'strict' as const, confirmedAt: new Date('2026-12-15T14:00:00Z') }
  test.each([
    ['within 24 hours', late, '2026-12-16T14:00:00.000Z', 627_00],
    ['after 24 hours', late, '2026-12-16T14:00:00.001Z', 390_67],
    [
      'within 48 hours of the start',
      { ...late, confirmedAt: new Date('2026-12-16T14:00:00Z') },
      '2026-12-16T15:00:00.001Z',
      390_67,
    ],
    ['unknown to a quote', { ...late, confirmedAt: null }, '2026-12-16T14:00:00.000Z', 390_67],
  ])('%s', (_, booking, at, total) => expect(refundAt(booking, new Date(at), 'owner').total).toBe(total))

  test('is named as the rule', () => {
    expect(refundAt(late, new Date('2026-12-16T00:00:00Z'), 'owner').rule).toContain(
      'within 24 hours of the confirmation',
    )
  })
})

describe('the rule in words', () => {
  test.each([
    [stayA, '2026-12-14T00:00:00Z', 'Cancelled by noon, 3 days before the start: everything is refunded.'],
    [
      stayA,
      '2026-12-17T00:00:00Z',
      'Cancelled after noon, 3 days before the start: the next 7 nights are refunded at 50%, later ones in full.',
    ],
    [
      started,
      '2026-12-20T00:00:00Z',
      'Ended early: nights that have passed are not refunded, the next 7 nights are refunded at 50%, later ones in full.',
    ],
    [started, '2026-12-27T00:00:00Z', 'The stay is over: nothing is refunded.'],
    [walksB, '2026-12-30T00:00:00Z', 'Everything has started or is over: nothing is refunded.'],
  ])('%#', (booking, at, rule) => expect(refundAt(booking, new Date(at), 'owner').rule).toBe(rule))
})

describe('extras', () => {
  const extras = (at: string, over: Partial<Refundable> = {}) =>
    refundAt({ ...stayA, ...over }, new Date(at), 'owner').addOns
  test('are refundable until the start for the first trip, and until the end for bath and late pick-up', () => {
    expect(extras('2026-12-18T15:00:00.000Z')).toBe(69_50)
    expect(extras('2026-12-18T15:00:00.001Z')).toBe(57_50)
    expect(extras('2026-12-26T19:00:00.000Z')).toBe(57_50)
    expect(extras('2026-12-26T19:00:00.001Z')).toBe(0)
  })
  test('no longer include the first trip after a check-in, even before the start', () => {
    expect(extras('2026-12-18T14:30:00Z', { checkedInAt: new Date('2026-12-18T14:00:00Z') })).toBe(57_50)
  })
  test('include the first trip if the sitter never checked in', () => {
    expect(refundAt(stayA, new Date('2026-12-18T16:00:00Z'), 'sitter').total).toBe(627_00)
  })
})

test('after a check-in, the first unit is refunded only if the sitter cancels', () => {
  const at = new Date('2026-12-18T15:30:00Z')
  expect(refundAt(stayA, at, 'owner').units[0]?.refund).toBe(29_25)
  expect(refundAt(started, at, 'owner').units[0]?.refund).toBe(0)
  expect(refundAt(started, at, 'sitter').units[0]?.refund).toBe(58_50)
})

test('a visit is refunded in full until exactly 24 hours before, and at half until it begins', () => {
  const refund = (at: string) =>
    refundAt({ ...walksB, checkedInAt: null }, new Date(at), 'owner').units.map((unit) => unit.refund)
  expect(refund('2026-12-06T12:00:00.000Z')).toEqual([33_00, 33_00, 33_00, 33_00, 33_00])
  expect(refund('2026-12-06T12:00:00.001Z')).toEqual([16_50, 33_00, 33_00, 33_00, 33_00])
  expect(refund('2026-12-07T12:00:00.001Z')).toEqual([0, 16_50, 33_00, 33_00, 33_00])
})

test('a sitter who ends a series of walks refunds every walk that was not completed', () => {
  const refund = refundAt(walksB, new Date('2026-12-08T12:30:00Z'), 'sitter')
  expect(refund.units.map((unit) => unit.refund)).toEqual([0, 33_00, 33_00, 33_00, 33_00])
})

test('the refund schedule of a quote lists every instant at which the refund changes', () => {
  const quote = { ...stayA, confirmedAt: null }
  expect(refundSchedule(quote, new Date('2026-12-01T00:00:00Z'))).toEqual([
    { until: '2026-12-15T12:00:00.000Z', refund: 627_00 },
    { until: '2026-12-18T15:00:00.000Z', refund: 390_67 },
    { until: '2026-12-18T23:59:59.999Z', refund: 377_86 },
    { until: '2026-12-19T23:59:59.999Z', refund: 306_56 },
    { until: '2026-12-20T23:59:59.999Z', refund: 275_31 },
    { until: '2026-12-21T23:59:59.999Z', refund: 244_07 },
    { until: '2026-12-22T23:59:59.999Z', refund: 212_83 },
    { until: '2026-12-23T23:59:59.999Z', refund: 181_58 },
    { until: '2026-12-24T23:59:59.999Z', refund: 141_53 },
    { until: '2026-12-25T23:59:59.999Z', refund: 101_47 },
    { until: '2026-12-26T19:00:00.000Z', refund: 61_42 },
    { until: null, refund: 0 },
  ])
  expect(refundSchedule(quote, new Date('2026-12-27T00:00:00Z'))).toEqual([{ until: null, refund: 0 }])
})
