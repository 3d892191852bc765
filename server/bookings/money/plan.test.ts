import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BookingDraft } from '#contract/bookings/bookings.ts'
import { Settings } from '#contract/settings.ts'
import type { Rates } from '#contract/sitters/sitters.ts'
import { refuseAddOns } from '#server/bookings/money/add-on.ts'
import { planBooking, type PlanTerms } from '#server/bookings/money/plan.ts'
import { addDays, addHours } from '#server/kernel/day.ts'

const terms: PlanTerms = {
  timeZone: 'Europe/Dublin',
  now: new Date('2026-11-20T12:00:00Z'),
  noticeHours: 24,
  rates: { minutes60Extra: 6_00 },
  settings: Settings.parse({}),
}
const sitterId = '01890000-0000-7000-8000-000000000001'
const draft = (over: object) =>
  BookingDraft.parse({ sitterId, service: 'boarding', pets: [{ species: 'dog' }], ...over })
const plan = (over: object, other: Partial<PlanTerms> = {}) => {
  const result = planBooking(draft(over), { ...terms, ...other })
  if ('refusal' in result) throw new Error(result.refusal.detail)
  return result.plan
}
const refusal = (over: object, other: Partial<PlanTerms> = {}) => {
  const result = planBooking(draft(over), { ...terms, ...other })
  return 'refusal' in result ? result.refusal : undefined
}
const visits = (...list: object[]) => ({ service: 'drop_in', visits: list })

describe('a stay', () => {
  test('has one night per day except the last, each ending at the drop-off time of the next day', () => {
    const stay = plan({ startOn: '2026-12-18', endOn: '2026-12-20', endTime: '19:00' })
    expect(stay).toMatchObject({ startTime: '15:00', endTime: '19:00', endOn: '2026-12-20' })
    expect(
      stay.units.map(({ on, startsAt, endsAt }) => [on, startsAt.toISOString(), endsAt.toISOString()]),
    ).toEqual([
      ['2026-12-18', '2026-12-18T15:00:00.000Z', '2026-12-19T15:00:00.000Z'],
      ['2026-12-19', '2026-12-19T15:00:00.000Z', '2026-12-20T19:00:00.000Z'],
    ])
  })

  test.each([
    [{}, '15:00', '11:00'],
    [{ service: 'house_sitting' }, '18:00', '11:00'],
    [{ startTime: '08:00' }, '08:00', '08:00'],
    [{ startTime: '08:00', endTime: '14:00' }, '08:00', '14:00'],
  ])('uses default times where none are given: %o', (over, startTime, endTime) => {
    expect(plan({ startOn: '2026-12-18', endOn: '2026-12-20', ...over })).toMatchObject({
      startTime,
      endTime,
    })
  })

  test('has one night of 23 hours across the DST change in spring', () => {
    const night = { startOn: '2027-03-27', endOn: '2027-03-28', startTime: '15:00', endTime: '15:00' }
    const { units } = plan(night, { timeZone: 'Europe/Warsaw' })
    expect(units).toHaveLength(1)
    expect(units[0]!.endsAt.getTime() - units[0]!.startsAt.getTime()).toBe(23 * 3_600_000)
  })

  test.each([
    [
      { startOn: '2026-12-18', endOn: '2026-12-18' },
      { startOn: '2026-12-18', endOn: '2026-12-18' },
    ],
    [
      { startOn: '2026-12-18', endOn: '2026-12-01' },
      { startOn: '2026-12-18', endOn: '2026-12-01' },
    ],
    [
      { startOn: '2026-12-01', endOn: '2027-01-31' },
      { nights: 61, maxNights: 60 },
    ],
    [
      { startOn: '2026-11-20', endOn: '2026-11-22', startTime: '12:00' },
      { startsAt: '2026-11-20T12:00:00.000Z' },
    ],
  ])('is refused for invalid dates: %o', (over, values) => {
    expect(refusal(over)).toMatchObject({ problem: 'dates-refused', values })
  })

  test('can have up to the maximum of 60 nights', () => {
    expect(plan({ startOn: '2026-12-01', endOn: '2027-01-30' }).units).toHaveLength(60)
  })

  test('requires the notice period to the minute', () => {
    const dates = { startOn: '2026-11-21', endOn: '2026-11-22' }
    expect(refusal({ ...dates, startTime: '12:00' })).toBeUndefined()
    expect(refusal({ ...dates, startTime: '11:59' })).toMatchObject({
      problem: 'notice-too-short',
      values: { noticeHours: 24, earliestAt: '2026-11-21T12:00:00.000Z' },
    })
  })

  test('starts at most 365 days ahead, counted in the sitter’s time zone', () => {
    const far = (startOn: string, timeZone = 'Europe/Dublin') =>
      refusal({ startOn, endOn: addDays(startOn, 3) }, { timeZone, now: new Date('2026-11-20T12:00:00Z') })
    expect(far('2027-11-20')).toBeUndefined()
    expect(far('2027-11-21')).toMatchObject({ problem: 'horizon-exceeded', values: { lastOn: '2027-11-20' } })
    expect(far('2027-11-21', 'Pacific/Kiritimati')).toBeUndefined()
  })
})

describe('visits', () => {
  test('are sorted by start and get default times and lengths', () => {
    const { units, ...booking } = plan(
      visits({ on: '2026-12-02' }, { on: '2026-12-01', time: '18:30', minutes: 60 }),
    )
    expect(units.map(({ on, minutes, endsAt }) => [on, minutes, endsAt.toISOString()])).toEqual([
      ['2026-12-01', 60, '2026-12-01T19:30:00.000Z'],
      ['2026-12-02', 30, '2026-12-02T09:30:00.000Z'],
    ])
    expect(booking).toMatchObject({
      startOn: '2026-12-01',
      startTime: '18:30',
      endOn: '2026-12-02',
      endTime: '09:30',
    })
  })

  test('of day care last a full day by default', () => {
    const day = plan({ service: 'day_care', visits: [{ on: '2026-12-01' }] })
    expect(day).toMatchObject({ startTime: '08:00', endTime: '18:00', units: [{ minutes: 600 }] })
  })

  test('start an hour later at a time skipped by DST, and at the first occurrence of a repeated time', () => {
    const at = (on: string) =>
      plan(visits({ on, time: '02:30' }), { timeZone: 'Europe/Warsaw' }).startsAt.toISOString()
    expect(at('2027-03-28')).toBe('2027-03-28T01:30:00.000Z')
    expect(at('2027-10-31')).toBe('2027-10-31T00:30:00.000Z')
  })

  const on = '2026-12-01'
  test.each([
    ['the same twice', visits({ on }, { on }), { on, time: '09:00' }],
    ['overlapping', visits({ on, time: '10:00', minutes: 60 }, { on, time: '10:30' }), { on, time: '10:30' }],
    [
      'five a day',
      visits(...['08', '10', '12', '14', '16'].map((hour) => ({ on, time: `${hour}:00` }))),
      { on, visits: 5 },
    ],
    ['of 45 minutes', visits({ on, minutes: 45 }), { on, minutes: 45 }],
    ['of 12 hours', visits({ on, minutes: 720 }), { on, minutes: 720 }],
    ['care for half an hour', { service: 'day_care', visits: [{ on, minutes: 30 }] }, { on, minutes: 30 }],
    ['care past midnight', { service: 'day_care', visits: [{ on, time: '14:00' }] }, { on, minutes: 600 }],
    [
      'care twice a day',
      {
        service: 'day_care',
        visits: [
          { on, time: '07:00', minutes: 180 },
          { on, time: '12:00', minutes: 180 },
        ],
      },
      { on },
    ],
    [
      'more than a booking holds',
      visits(...Array.from({ length: 61 }, (_, index) => ({ on: addDays(on, index) }))),
      { visits: 61, maxPerBooking: 60 },
    ],
  ])('are refused: %s', (_, over, values) => {
    expect(refusal(over)).toMatchObject({ problem: 'dates-refused', values })
  })

  test('that overlap because of a DST gap are refused', () => {
    const night = visits({ on: '2027-03-28', time: '02:30' }, { on: '2027-03-28', time: '03:30' })
    expect(refusal(night, { timeZone: 'Europe/Warsaw' })).toMatchObject({ problem: 'dates-refused' })
    expect(refusal(night, { timeZone: 'Africa/Lagos' })).toBeUndefined()
  })

  test('can be back to back, up to four a day', () => {
    const list = ['08:00', '08:30', '09:00', '09:30'].map((time) => ({ on, time }))
    expect(plan(visits(...list)).units).toHaveLength(4)
  })

  test('of 60 minutes are refused if the sitter does not offer them', () => {
    const long = visits({ on, minutes: 60 })
    expect(refusal(long)).toBeUndefined()
    expect(refusal(long, { rates: { minutes60Extra: null } })).toMatchObject({ values: { minutes: 60 } })
  })

  test('must each start within the booking horizon', () => {
    expect(refusal(visits({ on }, { on: '2027-11-21' }))).toMatchObject({ problem: 'horizon-exceeded' })
  })
})

test('units follow each other without gaps or overlaps in every time zone', () => {
  const zones = [
    'Europe/Dublin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Pacific/Apia',
    'UTC',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 3, max: 360 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 1439 }),
      (timeZone, ahead, nights, minute) => {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        const startOn = addDays('2026-11-20', ahead)
        const stay = plan(
          { startOn, endOn: addDays(startOn, nights), startTime: time, endTime: time },
          { timeZone },
        )
        expect(stay.units).toHaveLength(nights)
        stay.units.forEach((unit, index) => {
          expect(unit.endsAt).toEqual(stay.units[index + 1]?.startsAt ?? stay.endsAt)
          expect(unit.endsAt > addHours(unit.startsAt, 22)).toBe(true)
        })
      },
    ),
    { numRuns: 50 },
  )
})

type ExtraRates = Pick<Rates, 'bathing' | 'pickupTrip'>

describe('extras', () => {
  const rex = '01890000-0000-7000-8000-00000000000a'
  const refuse = (
    addOns: object[],
    over: object = {},
    rates: ExtraRates = { bathing: 9_00, pickupTrip: 4_00 },
  ) =>
    refuseAddOns(draft({ startOn: '2026-12-01', endOn: '2026-12-02', addOns, ...over }), rates, [rex, 'pip'])
      ?.values

  test('are accepted if the sitter offers them', () => {
    expect(
      refuse([
        { code: 'bathing', petId: rex },
        { code: 'pickup_trip', count: 2 },
      ]),
    ).toBeUndefined()
    expect(refuse([{ code: 'bathing', count: 2 }])).toBeUndefined()
  })
  test.each([
    [[{ code: 'bathing', count: 3 }], { addOn: 'bathing', count: 3 }],
    [[{ code: 'bathing', petId: rex, count: 2 }], { addOn: 'bathing', petId: rex }],
    [
      [
        { code: 'bathing', petId: rex },
        { code: 'bathing', petId: rex },
      ],
      { addOn: 'bathing', petId: rex },
    ],
    [[{ code: 'bathing', petId: sitterId }], { addOn: 'bathing', petId: sitterId }],
    [[{ code: 'pickup_trip', count: 2 }, { code: 'pickup_trip' }], { addOn: 'pickup_trip', count: 3 }],
  ])('with a wrong count or pet are refused: %o', (addOns, values) => expect(refuse(addOns)).toEqual(values))
  test('that the sitter does not offer are refused', () => {
    expect(refuse([{ code: 'bathing' }], {}, { bathing: null, pickupTrip: 1_00 })).toEqual({
      addOn: 'bathing',
    })
  })
  test('are refused for walks', () => {
    const walk = {
      service: 'dog_walking',
      startOn: undefined,
      endOn: undefined,
      visits: [{ on: '2026-12-01' }],
    }
    expect(refuse([{ code: 'pickup_trip' }], walk)).toEqual({ addOn: 'pickup_trip' })
  })
})
