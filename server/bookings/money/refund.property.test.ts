import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Policy } from '#contract/codes.ts'
import { type Refundable, refundAt, type RefundParty, refundSchedule } from '#server/bookings/money/refund.ts'
import { addHours, addMinutes } from '#server/kernel/day.ts'
import { anyBooking, askedAt } from '#test/any-booking.ts'

const anyMinute = fc.integer({ min: 0, max: 70 * 24 * 60 })
const at = (minute: number) => addMinutes(askedAt, minute)
const parties: RefundParty[] = ['owner', 'sitter', 'operator']
const totalOf = (booking: Refundable) => booking.subtotal + booking.ownerFee

test('a refund splits every cent between owner, sitter and platform, and no part is negative', () => {
  fc.assert(
    fc.property(anyBooking, anyMinute, fc.constantFrom(...parties), (booking, minute, by) => {
      const refund = refundAt(booking, at(minute), by)
      expect(refund.total + refund.sitterKeeps + refund.platformKeeps).toBe(totalOf(booking))
      expect(refund.services + refund.addOns + refund.ownerFee).toBe(refund.total)
      expect(refund.units.reduce((sum, unit) => sum + unit.refund, 0)).toBe(refund.services)
      const parts = [
        refund.services,
        refund.addOns,
        refund.ownerFee,
        refund.sitterKeeps,
        refund.platformKeeps,
      ]
      for (const part of parts) expect(Number.isSafeInteger(part) && part >= 0).toBe(true)
    }),
  )
})

test('cancelling later never refunds more', () => {
  fc.assert(
    fc.property(anyBooking, anyMinute, anyMinute, fc.constantFrom(...parties), (booking, one, other, by) => {
      const [early, late] = [Math.min(one, other), Math.max(one, other)]
      expect(refundAt(booking, at(late), by).total).toBeLessThanOrEqual(
        refundAt(booking, at(early), by).total,
      )
    }),
  )
})

test('flexible refunds at least as much as moderate, and moderate at least as much as strict', () => {
  fc.assert(
    fc.property(anyBooking, anyMinute, (booking, minute) => {
      const total = (policy: Policy) => refundAt({ ...booking, policy }, at(minute), 'owner').total
      expect(total('flexible')).toBeGreaterThanOrEqual(total('moderate'))
      expect(total('moderate')).toBeGreaterThanOrEqual(total('strict'))
    }),
  )
})

test('a cancellation by the owner never refunds more than one by the sitter', () => {
  fc.assert(
    fc.property(anyBooking, anyMinute, (booking, minute) => {
      const bySitter = refundAt(booking, at(minute), 'sitter').total
      expect(bySitter).toBeGreaterThanOrEqual(refundAt(booking, at(minute), 'owner').total)
    }),
  )
})

test('a cancellation by the sitter before the start refunds everything', () => {
  fc.assert(
    fc.property(anyBooking, (booking) => {
      expect(refundAt(booking, addHours(booking.startsAt, -1), 'sitter').total).toBe(totalOf(booking))
    }),
  )
})

test('the refund schedule matches the refund at every instant', () => {
  fc.assert(
    fc.property(anyBooking, fc.boolean(), anyMinute, anyMinute, (planned, checkedIn, from, later) => {
      const booking = checkedIn ? { ...planned, checkedInAt: addMinutes(planned.startsAt, -30) } : planned
      const schedule = refundSchedule(booking, at(from))
      const cancelledAt = at(from + later)
      const step = schedule.find(({ until }) => until === null || cancelledAt <= new Date(until))
      expect(step?.refund).toBe(refundAt(booking, cancelledAt, 'owner').total)
      expect(schedule.filter(({ until }) => until === null)).toHaveLength(1)
      expect(schedule.every((row, index) => row.refund !== schedule[index + 1]?.refund)).toBe(true)
    }),
  )
})

test('an amount refunded by decision is never refunded again by a later cancellation', () => {
  const part = fc.integer({ min: 0, max: 1000 })
  fc.assert(
    fc.property(
      anyBooking,
      anyMinute,
      fc.constantFrom(...parties),
      part,
      part,
      (booking, minute, by, a, b) => {
        const paid = totalOf(booking)
        const back = Math.floor((paid * a) / 1000)
        const held = Math.floor(((paid - back) * b) / 1000)
        const refund = refundAt({ ...booking, given: { back, held } }, at(minute), by)
        expect(refund.total + refund.sitterKeeps + refund.platformKeeps).toBe(paid - back)
        expect(refund.services + refund.addOns + refund.ownerFee).toBe(refund.total)
        expect(refund.total).toBeLessThanOrEqual(Math.min(held, refundAt(booking, at(minute), by).total))
        expect(refund.sitterKeeps).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
