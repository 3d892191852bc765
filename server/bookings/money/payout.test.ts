import { describe, expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import {
  nextPayout,
  type Payable,
  payoutMoments,
  payoutsOf,
  shareOut,
} from '#server/bookings/money/payout.ts'
import { priceBooking } from '#server/bookings/money/price.ts'
import { addHours } from '#server/kernel/day.ts'
import { releasedTotal } from '#server/ledger/postings.ts'
import { exampleA, exampleB } from '#test/price-examples.ts'

const terms = Settings.parse({}).payout
const at = (text: string) => new Date(`${text}:00Z`)
const priceOfA = priceBooking(exampleA)
const priceOfB = priceBooking(exampleB)

/** Example A, completed: eight nights, so that the first seven are paid out a day before the rest. */
const a: Payable = {
  status: 'completed',
  isStay: true,
  startsAt: at('2026-12-18T15:00'),
  endsAt: at('2026-12-26T19:00'),
  endedAt: at('2026-12-26T18:50'),
  cancelledAt: null,
  units: priceOfA.units.map(({ net }, night) => ({
    endsAt: addHours(at('2026-12-19T15:00'), 24 * night),
    net,
  })),
  subtotal: priceOfA.subtotal,
  ownerFee: priceOfA.ownerFee,
  sitterFeeBasisPoints: priceOfA.sitterFeeBasisPoints,
  taxBasisPoints: 0,
  paid: priceOfA.total,
  refunded: 0,
  released: 0,
}
const b: Payable = {
  ...a,
  status: 'cancelled',
  isStay: false,
  startsAt: at('2026-12-07T08:00'),
  endsAt: at('2026-12-11T09:00'),
  endedAt: null,
  cancelledAt: at('2026-12-09T08:00'),
  units: priceOfB.units.map(({ net }, walk) => ({
    endsAt: addHours(at('2026-12-07T09:00'), 24 * walk),
    net,
  })),
  subtotal: priceOfB.subtotal,
  ownerFee: priceOfB.ownerFee,
  sitterFeeBasisPoints: priceOfB.sitterFeeBasisPoints,
  paid: priceOfB.total,
}

test.each([
  // case, refunded, sitter, platform, due
  ['A1', { ...a, status: 'cancelled', cancelledAt: at('2026-12-15T11:59') }, 627_00, 0, 0, null],
  [
    'A2',
    { ...a, status: 'cancelled', cancelledAt: at('2026-12-16T10:00') },
    390_67,
    199_12,
    37_21,
    '2026-12-20T15:00',
  ],
  ['A3', { ...a, endedAt: at('2026-12-20T09:00') }, 275_31, 296_32, 55_37, '2026-12-22T09:00'],
  ['A4', { ...a, endedAt: at('2026-12-20T09:00') }, 489_21, 116_10, 21_69, '2026-12-22T09:00'],
  ['B1', b, 86_63, 78_37, 8_25, '2026-12-11T08:00'],
] as [string, Payable, number, number, number, string | null][])(
  'case %s: the sitter gets the amount set by the rules, and the platform the rest',
  (_, booking, refunded, sitter, platform, dueAt) => {
    const last = payoutsOf({ ...booking, refunded }, terms).at(-1)
    expect(last?.dueAt ?? null).toEqual(dueAt && at(dueAt))
    if (!last) return
    expect(last.release.sitter).toBe(sitter)
    expect(last.release.sitterFee + last.release.ownerFee).toBe(platform)
    expect(releasedTotal(last.release)).toBe(booking.paid - refunded)
  },
)

test('tax is included in each fee', () => {
  expect(shareOut({ ...a, taxBasisPoints: 2300 }, 587_00)).toEqual({
    sitter: 528_30,
    sitterFee: 58_70,
    sitterFeeTax: 10_98,
    ownerFee: 40_00,
    ownerFeeTax: 7_48,
  })
})

describe('a stay of more than a week', () => {
  test('is paid out after seven nights and at the end', () => {
    expect(payoutsOf(a, terms).map(({ dueAt, release }) => [dueAt, release.sitter])).toEqual([
      [at('2026-12-27T15:00'), 398_25],
      [at('2026-12-28T18:50'), 528_30],
    ])
    expect(payoutMoments({ ...a, isStay: false }, terms)).toHaveLength(1)
    expect(payoutMoments({ ...a, units: a.units.slice(0, 7) }, terms)).toHaveLength(1)
  })

  test('pays out only the nights of the first week while it is running', () => {
    const running: Payable = { ...a, status: 'in_progress', endedAt: null }
    const first = nextPayout(running, terms)!
    expect([first.dueAt, first.release.sitter]).toEqual([at('2026-12-27T15:00'), 398_25])
    expect(nextPayout({ ...running, released: releasedTotal(first.release) }, terms)).toBeNull()
    expect(nextPayout({ ...running, status: 'confirmed' }, terms)).toBeNull()
  })

  test('pays out the rest at the end, and nothing after that', () => {
    const [first, last] = payoutsOf(a, terms)
    const rest = nextPayout({ ...a, released: releasedTotal(first!.release) }, terms)!
    expect(rest.release.sitter).toBe(528_30 - 398_25)
    expect(nextPayout({ ...a, released: releasedTotal(last!.release) }, terms)).toBeNull()
  })
})
