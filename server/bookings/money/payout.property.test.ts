import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStay, type LedgerAccount } from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import { heldOf, nextPayout, type Payable } from '#server/bookings/money/payout.ts'
import { type Refundable, refundAt } from '#server/bookings/money/refund.ts'
import { addHours, addMinutes } from '#server/kernel/day.ts'
import { type Posting, postings, releasedTotal } from '#server/ledger/postings.ts'
import { anyBooking, askedAt } from '#test/any-booking.ts'

const { stay } = Settings.parse({})
const sides = { ownerId: 'owner', sitterId: 'sitter' }
const liabilities: readonly LedgerAccount[] = ['owner', 'escrow', 'sitter', 'tax']

/** An in-memory ledger that refuses a negative balance. */
function openBook() {
  const balances = new Map<LedgerAccount, number>()
  return {
    of: (account: LedgerAccount) => balances.get(account) ?? 0,
    post(...moved: Posting[]) {
      for (const { entries } of moved) {
        expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
        for (const { account, amount } of entries)
          balances.set(account, (balances.get(account) ?? 0) + amount)
        for (const account of liabilities) expect(balances.get(account) ?? 0).toBeGreaterThanOrEqual(0)
      }
    },
  }
}

const anyLife = fc.record({
  booking: anyBooking,
  /** When the booking is cancelled, if at all. */
  calledOffAfter: fc.option(fc.integer({ min: 0, max: 60 * 24 * 60 })),
  byOwner: fc.boolean(),
  taxBasisPoints: fc.constantFrom(0, 700, 2300),
  payout: fc.record({
    delayHours: fc.constantFrom(0, 12, 48),
    sliceDays: fc.constantFrom(0, 1, 3, 7),
  }),
})
type Life = typeof anyLife extends fc.Arbitrary<infer Value> ? Value : never

/** Runs a booking from its acceptance to the last release, as the commands and system events would. */
function live({ booking, calledOffAfter, byOwner, taxBasisPoints, payout }: Life) {
  const book = openBook()
  const { subtotal, ownerFee, sitterFeeBasisPoints, units, startsAt, endsAt } = booking
  const paid = subtotal + ownerFee
  let row: Payable = {
    status: 'confirmed',
    isStay: isStay(booking.service),
    startsAt,
    endsAt,
    endedAt: null,
    cancelledAt: null,
    units,
    subtotal,
    ownerFee,
    sitterFeeBasisPoints,
    taxBasisPoints,
    paid,
    refunded: 0,
    released: 0,
  }
  let earned = 0
  const releaseUntil = (at: Date | null) => {
    for (let next = nextPayout(row, payout); next; next = nextPayout(row, payout)) {
      if (at && next.dueAt > at) return
      book.post(postings.release(sides, next.release), postings.payout(sides, next.release.sitter))
      earned += next.release.sitter
      row = { ...row, released: row.released + releasedTotal(next.release) }
    }
  }
  book.post(postings.charge(sides, paid), postings.capture(sides, paid))
  const at = calledOffAfter === null ? null : addMinutes(askedAt, calledOffAfter)
  const startedAt = addHours(startsAt, stay.autoStartHours)
  const hasBegun = row.isStay && (at === null || at >= startedAt)
  if (hasBegun) row = { ...row, status: 'in_progress' }
  if (at && at < endsAt) {
    releaseUntil(at)
    // Once a booking has begun, only the sitter can end it.
    const by = hasBegun || !byOwner ? 'sitter' : 'owner'
    const refund = refundAt(booking, at, by)
    book.post(postings.refund(sides, refund.total), postings.refund_paid(sides, refund.total))
    row = {
      ...row,
      refunded: refund.total,
      cancelledAt: at,
      ...(hasBegun ? { status: 'completed', endedAt: at } : { status: 'cancelled' }),
    }
    releaseUntil(null)
    return { book, row, earned, refund }
  }
  releaseUntil(endsAt)
  row = { ...row, status: 'completed', endedAt: endsAt }
  releaseUntil(null)
  return { book, row, earned, refund: null }
}

test('for any booking, the escrow balance ends at zero and every cent is accounted for', () => {
  fc.assert(
    fc.property(anyLife, (life) => {
      const { book, row, earned } = live(life)
      expect([book.of('escrow'), book.of('owner'), book.of('sitter')]).toEqual([0, 0, 0])
      expect(heldOf(row)).toBe(0)
      expect(row.refunded + earned + book.of('platform_fee') + book.of('tax')).toBe(row.paid)
      expect(book.of('bank') + book.of('platform_fee') + book.of('tax')).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test('partial payouts add up to the amounts that a refund leaves to the sitter and the platform', () => {
  const platformOf = (booking: Refundable) =>
    booking.ownerFee + Math.round((booking.subtotal * booking.sitterFeeBasisPoints) / 10_000)
  fc.assert(
    fc.property(anyLife, (life) => {
      const { book, earned, refund } = live(life)
      const platform = book.of('platform_fee') + book.of('tax')
      expect(platform).toBe(refund ? refund.platformKeeps : platformOf(life.booking))
      if (refund) expect(earned).toBe(refund.sitterKeeps)
    }),
    { numRuns: 500 },
  )
})
