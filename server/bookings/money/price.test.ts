import { describe, expect, test } from 'vitest'
import type { Species } from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import { Rates } from '#contract/sitters/sitters.ts'
import { type PriceInput, priceBooking, type PricedPet, unitsOf } from '#server/bookings/money/price.ts'
import { daysFrom } from '#server/kernel/day.ts'
import { exampleA, exampleB } from '#test/price-examples.ts'

const settings = Settings.parse({})
const first = { repeat: false, invited: false }
const rex: PricedPet = { id: 'a-rex', species: 'dog', birthOn: '2021-05-01' }
const stay = (nights: number, over: Partial<PriceInput> = {}): PriceInput => ({
  service: 'boarding',
  rates: Rates.parse({ base: 20_00 }),
  pets: [rex],
  units: daysFrom('2026-06-01', nights).map((on) => ({ on, minutes: 1440 })),
  startTime: '15:00',
  endTime: '11:00',
  addOns: [],
  holidays: [],
  pair: first,
  settings,
  ...over,
})
const rates = (over: Partial<Rates>) => Rates.parse({ base: 20_00, ...over })
const linesOf = (input: PriceInput) =>
  priceBooking(input).lines.map(({ code, units, unitAmount, amount }) => [code, units, unitAmount, amount])

describe('example A', () => {
  test('a first booking is priced line by line', () => {
    expect(linesOf(exampleA)).toEqual([
      ['base', 8, 38_00, 304_00],
      ['holiday', 3, 10_00, 30_00],
      ['extra_pet', 8, 22_00, 176_00],
      ['puppy', 8, 5_00, 40_00],
      ['long_stay', 5, -6_50, -32_50],
      ['late_pickup', 1, 32_50, 32_50],
      ['bathing', 1, 25_00, 25_00],
      ['pickup_trip', 1, 12_00, 12_00],
    ])
    expect(priceBooking(exampleA)).toMatchObject({
      subtotal: 587_00,
      ownerFee: 40_00,
      ownerFeeRule: 'The maximum fee for one booking, instead of 10% of the subtotal',
      total: 627_00,
      sitterFee: 58_70,
      sitterPayout: 528_30,
      latePickup: 32_50,
      addOns: [
        { code: 'bathing', petId: 'rex', amount: 25_00, done: 'end' },
        { code: 'pickup_trip', amount: 12_00, done: 'start' },
      ],
      holidays: [{ name: 'Christmas', startOn: '2026-12-23', endOn: '2027-01-02' }],
    })
    expect(priceBooking(exampleA).units.map(({ net }) => net)).toEqual([
      58_50, 58_50, 58_50, 58_50, 58_50, 75_00, 75_00, 75_00,
    ])
  })

  test('a repeat booking by the same pair is charged half the fee rates', () => {
    expect(priceBooking({ ...exampleA, pair: { repeat: true, invited: false } })).toMatchObject({
      total: 616_35,
      sitterPayout: 557_65,
    })
  })

  test('an owner invited by the sitter incurs no sitter fee', () => {
    expect(priceBooking({ ...exampleA, pair: { repeat: false, invited: true } })).toMatchObject({
      total: 627_00,
      sitterFee: 0,
      sitterPayout: 587_00,
    })
  })
})

test('example B: five long walks with two dogs for a repeat pair', () => {
  expect(linesOf(exampleB)).toEqual([
    ['base', 5, 17_50, 87_50],
    ['extra_pet', 5, 9_00, 45_00],
    ['minutes60', 5, 6_50, 32_50],
  ])
  expect(priceBooking(exampleB)).toMatchObject({
    subtotal: 165_00,
    ownerFee: 8_25,
    total: 173_25,
    sitterFee: 8_25,
    sitterPayout: 156_75,
  })
})

describe('the first pet', () => {
  const cat: PricedPet = { id: 'b-tom', species: 'cat', birthOn: '2020-01-01' }
  test('is the one with the highest rate, and a cat has its own base rate', () => {
    const input = stay(1, {
      pets: [cat, rex],
      rates: rates({ catBase: 15_00, extraPet: 8_00, extraCat: 3_00 }),
    })
    expect(priceBooking(input).lines).toMatchObject([
      { code: 'base', label: 'Boarding, first pet', amount: 20_00, petId: 'a-rex' },
      { code: 'extra_pet', label: 'Additional cat', amount: 3_00, petId: 'b-tom' },
    ])
    expect(priceBooking({ ...input, pets: [cat] }).subtotal).toBe(15_00)
  })
  test('is charged the dog rates if it is a cat without its own rate', () => {
    const input = stay(1, { pets: [cat, { ...cat, id: 'c' }], rates: rates({ extraPet: 7_00 }) })
    expect(linesOf(input)).toEqual([
      ['base', 1, 20_00, 20_00],
      ['extra_pet', 1, 7_00, 7_00],
    ])
  })
  test('is chosen by id among equal rates, and is the cat if its rate is higher', () => {
    const two = stay(1, {
      pets: [
        { ...rex, id: 'z' },
        { ...rex, id: 'b' },
      ],
    })
    expect(priceBooking(two).lines[0]).toMatchObject({ petId: 'b' })
    const dearCat = stay(1, { pets: [rex, cat], rates: rates({ catBase: 25_00, extraPet: 8_00 }) })
    expect(priceBooking(dearCat).lines).toMatchObject([{ petId: 'b-tom' }, { petId: 'a-rex', amount: 8_00 }])
  })
  test('is the only one charged the holiday surcharge', () => {
    const holidays = [
      {
        country: 'IE',
        subdivision: null,
        year: 2026,
        name: 'June',
        startOn: '2026-06-02',
        endOn: '2026-06-02',
      },
    ]
    const pets = [rex, { ...rex, id: 'b' }]
    const price = priceBooking(
      stay(3, { pets, holidays, rates: rates({ holidayExtra: 4_00, extraPet: 5_00 }) }),
    )
    expect(price.lines[1]).toMatchObject({ code: 'holiday', units: 1, amount: 4_00, dates: ['2026-06-02'] })
    expect(price.units.map(({ net }) => net)).toEqual([25_00, 29_00, 25_00])
  })
})

describe('a puppy', () => {
  const pup = (species: Species = 'dog'): PricedPet => ({ id: 'p', species, birthOn: '2025-06-03' })
  const puppyRates = rates({ puppyExtra: 5_00, longStayPct: 10, longStayFrom: 2 })
  test('that grows up during the stay is surcharged only before its birthday, and lines are split', () => {
    expect(linesOf(stay(4, { pets: [pup()], rates: puppyRates }))).toEqual([
      ['base', 4, 20_00, 80_00],
      ['puppy', 2, 5_00, 10_00],
      ['long_stay', 2, -2_50, -5_00],
      ['long_stay', 2, -2_00, -4_00],
    ])
  })
  test('surcharge applies to kittens, but not to young rabbits', () => {
    expect(priceBooking(stay(1, { pets: [pup('cat')], rates: puppyRates })).lines[1]?.label).toBe('Kitten')
    expect(priceBooking(stay(1, { pets: [pup('rabbit')], rates: puppyRates })).lines).toHaveLength(1)
  })
})

describe('late pick-up', () => {
  test.each([
    ['15:00', '15:00', 0],
    ['15:00', '17:00', 0],
    ['15:00', '17:01', 10_00],
    ['15:00', '23:00', 10_00],
    ['15:00', '23:01', 20_00],
    ['15:00', '09:00', 0],
  ])('dropped off at %s, picked up at %s', (startTime, endTime, latePickup) => {
    const input = stay(2, { startTime, endTime, rates: rates({ latePickup: true }) })
    expect(priceBooking(input).latePickup).toBe(latePickup)
    expect(priceBooking({ ...input, rates: rates({}) }).latePickup).toBe(0)
  })
  test('is not affected by holidays or discounts', () => {
    const holidays = [
      {
        country: 'IE',
        subdivision: null,
        year: 2026,
        name: 'June',
        startOn: '2026-06-01',
        endOn: '2026-06-30',
      },
    ]
    const dear = rates({ latePickup: true, holidayExtra: 9_00, longStayPct: 50, longStayFrom: 2 })
    expect(priceBooking(stay(3, { endTime: '19:00', rates: dear, holidays })).latePickup).toBe(10_00)
    expect(priceBooking(stay(3, { endTime: '19:00', rates: dear })).latePickup).toBe(10_00)
  })
  test('is not charged for a night across a DST change, which counts as one night', () => {
    const night = { startTime: '15:00', endTime: '15:00', rates: rates({ latePickup: true }) }
    const units = unitsOf({ service: 'boarding', startOn: '2027-03-27', endOn: '2027-03-28' })
    expect(units).toEqual([{ on: '2027-03-27', minutes: 1440 }])
    expect(priceBooking(stay(1, { ...night, units })).lines).toMatchObject([{ code: 'base', units: 1 }])
  })
})

test('the long-stay discount applies from the agreed number of nights', () => {
  const long = rates({ longStayPct: 15, longStayFrom: 3, base: 10_05 })
  expect(linesOf(stay(2, { rates: long }))).toHaveLength(1)
  expect(linesOf(stay(3, { rates: long }))[1]).toEqual(['long_stay', 3, -1_51, -4_53])
})

test('visits of mixed lengths are charged the 60-minute surcharge for the longer ones only', () => {
  const units = [30, 60, 60].map((minutes) => ({ on: '2026-06-01', minutes }))
  const price = priceBooking(stay(1, { service: 'drop_in', units, rates: rates({ minutes60Extra: 6_00 }) }))
  expect(price.lines[1]).toMatchObject({ code: 'minutes60', units: 2, amount: 12_00 })
  expect(price.units.map(({ net }) => net)).toEqual([20_00, 26_00, 26_00])
})

test('a day of day care is one unit without a surcharge for its hours, and can have extras', () => {
  const units = unitsOf({ service: 'day_care', visits: [{ on: '2026-06-01' }] })
  const addOns = [
    { code: 'bathing', petId: 'a-rex', count: 1 },
    { code: 'pickup_trip', count: 2 },
  ] as const
  const dayRates = rates({ minutes60Extra: 6_00, bathing: 9_00, pickupTrip: 4_00 })
  const price = priceBooking(stay(1, { service: 'day_care', units, rates: dayRates, addOns }))
  expect(price.subtotal).toBe(20_00 + 9_00 + 8_00)
  expect(price.addOns.map(({ done }) => done)).toEqual(['end', 'start', 'end'])
})

test('an extra that the sitter does not offer throws instead of being free', () => {
  expect(() => priceBooking(stay(1, { addOns: [{ code: 'bathing', count: 1 }] }))).toThrow('not offered')
})
