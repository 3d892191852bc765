import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { services, type Species } from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import { Rates } from '#contract/sitters/sitters.ts'
import { type PriceInput, priceBooking } from '#server/bookings/money/price.ts'
import { daysFrom } from '#server/kernel/day.ts'

const settings = Settings.parse({})

const anyInput: fc.Arbitrary<PriceInput> = fc
  .record({
    service: fc.constantFrom(...services),
    nights: fc.integer({ min: 1, max: 60 }),
    pets: fc.array(
      fc.record({
        species: fc.constantFrom<Species>('dog', 'cat', 'rabbit'),
        birthOn: fc.constantFrom(null, '2020-01-01', '2025-06-20', '2026-02-28'),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    amounts: fc.array(fc.option(fc.integer({ min: 0, max: 500_00 })), { minLength: 7, maxLength: 7 }),
    base: fc.integer({ min: 1_00, max: 500_00 }),
    longStayPct: fc.option(fc.integer({ min: 0, max: 90 })),
    endTime: fc.constantFrom('08:00', '15:00', '19:30', '23:59'),
    minutes: fc.constantFrom(30, 60),
    repeat: fc.boolean(),
    invited: fc.boolean(),
  })
  .map(({ service, nights, pets, amounts, base, longStayPct, endTime, minutes, repeat, invited }) => {
    const [catBase, extraPet, extraCat, puppyExtra, holidayExtra, minutes60Extra, bathing] = amounts
    const extras = { catBase, extraPet, extraCat, puppyExtra, holidayExtra, minutes60Extra, bathing }
    return {
      service,
      startTime: '15:00',
      addOns: [],
      settings,
      rates: Rates.parse({ base, ...extras, longStayPct, latePickup: true }),
      pets: pets.map((pet, index) => ({ ...pet, id: `pet-${index}` })),
      units: daysFrom('2026-06-01', nights).map((on) => ({ on, minutes })),
      endTime,
      holidays: [
        {
          country: 'IE',
          subdivision: null,
          year: 2026,
          name: 'June',
          startOn: '2026-06-05',
          endOn: '2026-06-09',
        },
      ],
      pair: { repeat, invited },
    }
  })

describe('for any booking', () => {
  test('lines, units and totals add up, in whole numbers', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const price = priceBooking(input)
        const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
        for (const line of price.lines) {
          expect(line.units * line.unitAmount).toBe(line.amount)
          expect(line.dates?.length ?? line.units).toBe(line.units)
        }
        expect(sum(price.lines.map(({ amount }) => amount))).toBe(price.subtotal)
        const parts = sum(price.units.map(({ net }) => net)) + sum(price.addOns.map(({ amount }) => amount))
        expect(parts + price.latePickup).toBe(price.subtotal)
        expect(price.subtotal + price.ownerFee).toBe(price.total)
        expect(price.sitterPayout + price.sitterFee).toBe(price.subtotal)
        expect(price.ownerFee).toBeLessThanOrEqual(settings.fees.ownerCap)
        for (const value of [price.total, price.sitterPayout, ...price.units.map(({ net }) => net)]) {
          expect(Number.isSafeInteger(value)).toBe(true)
          expect(value).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('the order of the pets does not affect the price', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        expect(priceBooking({ ...input, pets: input.pets.toReversed() })).toEqual(priceBooking(input))
      }),
    )
  })
})
