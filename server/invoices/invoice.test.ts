import { expect, test } from 'vitest'
import {
  type BookingFees,
  isOverdue,
  linesOf,
  monthDue,
  refusalToClose,
  totalOf,
} from '#server/invoices/invoice.ts'

const stay: BookingFees = { bookingId: 'stay', fees: 15_20, tax: 2_84, promotion: 0 }

test('the first invoice line of a booking charges all fees, later lines only the difference', () => {
  expect(linesOf([stay], new Map())).toEqual([{ ...stay, correction: false }])
  expect(linesOf([stay], new Map([['stay', stay]]))).toEqual([])
  const refunded = { ...stay, fees: 5_00, tax: 93 }
  expect(linesOf([refunded], new Map([['stay', stay]]))).toEqual([
    { bookingId: 'stay', fees: -10_20, tax: -1_91, promotion: 0, correction: true },
  ])
})

test('a booking without fees gets no line unless the platform paid part of it as a promotion', () => {
  const free = { ...stay, fees: 0, tax: 0 }
  expect(linesOf([free], new Map())).toEqual([])
  const lines = linesOf(
    [
      { ...free, promotion: 10_00 },
      { ...stay, bookingId: 'other' },
    ],
    new Map(),
  )
  expect(totalOf(lines)).toBe(5_20)
})

test.each([
  // last invoiced month, first transfer, now, zone -> month due
  [null, null, '2027-02-01T00:00:00Z', 'UTC', null],
  [null, '2026-12-31T23:30:00Z', '2027-01-31T23:00:00Z', 'UTC', '2026-12'],
  [null, '2026-12-31T23:30:00Z', '2027-01-31T22:00:00Z', 'Europe/Warsaw', null],
  [null, '2026-12-31T23:30:00Z', '2027-01-31T23:00:00Z', 'Europe/Warsaw', '2027-01'],
  ['2026-12', null, '2027-01-31T23:59:59Z', 'UTC', null],
  ['2026-12', null, '2027-04-01T00:00:00Z', 'UTC', '2027-01'],
  ['2026-12', null, '2027-02-01T03:00:00Z', 'America/New_York', null],
])(
  'after %s, with the first transfer at %s, the month due at %s in %s is %s',
  (done, first, now, zone, month) => {
    const firstAt = first === null ? null : new Date(first)
    expect(monthDue({ done, first: firstAt }, new Date(now), zone)).toBe(month)
  },
)

test('only an open invoice can be closed, and a credit cannot be written off', () => {
  expect(refusalToClose({ status: 'open', total: 1 }, 'written_off')).toBeNull()
  expect(refusalToClose({ status: 'open', total: -1 }, 'settled')).toBeNull()
  expect(refusalToClose({ status: 'open', total: -1 }, 'written_off')).toContain('you owe the sitter')
  expect(refusalToClose({ status: 'settled', total: 1 }, 'settled')).toBe('It is already closed.')
})

test('an open invoice is overdue from the day after its due date; a credit or a settled one never is', () => {
  const open = { status: 'open', total: 1, dueOn: '2027-01-15' } as const
  expect(isOverdue(open, '2027-01-15')).toBe(false)
  expect(isOverdue(open, '2027-01-16')).toBe(true)
  expect(isOverdue({ ...open, total: -1 }, '2027-01-16')).toBe(false)
  expect(isOverdue({ ...open, status: 'settled' }, '2027-01-16')).toBe(false)
})
