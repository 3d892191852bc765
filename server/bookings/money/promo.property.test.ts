import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { Rates } from '#contract/sitters/sitters.ts'
import { priceBooking } from '#server/bookings/money/price.ts'
import {
  applyPromo,
  promotionIn,
  promotionOf,
  type PromoTerms,
  withoutPromo,
} from '#server/bookings/money/promo.ts'
import { refundAt } from '#server/bookings/money/refund.ts'
import { addMinutes, daysFrom } from '#server/kernel/day.ts'
import { anyBooking, askedAt } from '#test/any-booking.ts'

const settings = Settings.parse({})
const anyTerms: fc.Arbitrary<PromoTerms> = fc
  .record({
    code: fc.constant('SUMMER'),
    paidBy: fc.constantFrom('platform', 'sitter'),
    rate: fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 100 }), amount: fc.constant(null) }),
      fc.record({ percent: fc.constant(null), amount: fc.integer({ min: 1, max: 2000_00 }) }),
    ),
  })
  .map(({ rate, ...terms }) => ({ ...terms, ...rate }))

const anyPrice = fc
  .record({
    nights: fc.integer({ min: 1, max: 30 }),
    base: fc.integer({ min: 1_00, max: 99_99 }),
    bathing: fc.integer({ min: 1_00, max: 40_00 }),
    longStayPct: fc.integer({ min: 0, max: 50 }),
    repeat: fc.boolean(),
  })
  .map(({ nights, base, bathing, longStayPct, repeat }) => {
    const pair = { repeat, invited: false }
    const price = priceBooking({
      service: 'boarding',
      rates: Rates.parse({ base, bathing, longStayPct, latePickup: true }),
      pets: [{ id: 'rex', species: 'dog', birthOn: null }],
      units: daysFrom('2027-05-03', nights).map((on) => ({ on, minutes: 1440 })),
      startTime: '09:00',
      endTime: '17:00',
      addOns: [{ code: 'bathing', count: 1 }],
      holidays: [],
      pair,
      settings,
    })
    return { price, pair }
  })

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

test('with any promo code, the parts of the price add up and none is negative', () => {
  fc.assert(
    fc.property(anyPrice, anyTerms, ({ price, pair }, terms) => {
      const lowered = applyPromo(price, terms, pair, settings)
      const { lines, units, addOns, latePickup, subtotal, ownerFee, total } = lowered
      const parts = [...units.map(({ net }) => net), ...addOns.map(({ amount }) => amount), latePickup]
      expect(sum(lines.map(({ amount }) => amount))).toBe(subtotal)
      expect(sum(parts)).toBe(subtotal)
      expect(subtotal + ownerFee - promotionOf(lowered.promo)).toBe(total)
      expect(lowered.sitterPayout + lowered.sitterFee).toBe(subtotal)
      expect(Math.min(...parts, subtotal, total, lowered.sitterPayout)).toBeGreaterThanOrEqual(0)
      expect(total).toBeLessThanOrEqual(price.total)
    }),
  )
})

test('a platform promo code does not affect the sitter, and a sitter’s code lowers the subtotal fees are based on', () => {
  fc.assert(
    fc.property(anyPrice, anyTerms, ({ price, pair }, terms) => {
      const lowered = applyPromo(price, terms, pair, settings)
      const byPlatform = terms.paidBy === 'platform'
      expect(lowered.subtotal).toBe(byPlatform ? price.subtotal : price.subtotal - lowered.promo!.amount)
      if (byPlatform)
        expect([lowered.sitterPayout, lowered.ownerFee]).toEqual([price.sitterPayout, price.ownerFee])
      else expect(lowered.ownerFee).toBeLessThanOrEqual(price.ownerFee)
    }),
  )
})

test('removing a platform promo code restores the original price', () => {
  fc.assert(
    fc.property(anyPrice, anyTerms, ({ price, pair }, terms) => {
      const lowered = applyPromo(price, { ...terms, paidBy: 'platform' }, pair, settings)
      expect(withoutPromo(lowered)).toEqual(price)
    }),
  )
})

test('the refund and what sitter and platform keep add up to what the owner paid', () => {
  fc.assert(
    fc.property(
      anyBooking,
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 80_000 }),
      (booking, percent, minute) => {
        const whole = booking.subtotal + booking.ownerFee
        const promotion = Math.floor((booking.subtotal * percent) / 100)
        const refund = refundAt({ ...booking, promotion }, addMinutes(askedAt, minute), 'owner')
        expect(refund.total + refund.sitterKeeps + refund.platformKeeps).toBe(whole - promotion)
        expect(refund.total + refund.promotion).toBe(refund.services + refund.addOns + refund.ownerFee)
        expect(Math.min(refund.total, refund.promotion)).toBeGreaterThanOrEqual(0)
        expect(refund.total).toBeLessThanOrEqual(whole - promotion)
        expect(refund.promotion).toBe(promotionIn(promotion, refund.total + refund.promotion, whole))
      },
    ),
  )
})
