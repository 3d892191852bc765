import { z } from 'zod'
import { ledgerAccounts, parties, services, transferKinds } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Currency, Day, Id, Instant, Month } from './values.ts'

/** Both sides of an account, and their difference: credits less debits. */
const sides = { currency: Currency, debit: Amount, credit: Amount, balance: Amount }

/** The number of each account in the accountant’s chart, as in the settings. */
export const AccountNumbers = z.record(z.enum(ledgerAccounts), z.string())

/** Sums of all entries by account; amounts owed to somebody are positive, `bank` is money held outside. */
export const TrialBalance = z.object({
  items: z.array(z.object({ account: z.enum(ledgerAccounts), ...sides })),
  numbers: AccountNumbers,
  /** The balance is zero for each currency. */
  totals: z.array(z.object(sides)),
  /** The time zone in which days begin and end. */
  timeZone: z.string(),
})

export const showTrialBalance = endpoint({
  method: 'GET',
  path: '/v1/admin/ledger/trial-balance',
  access: 'money.read',
  summary: 'Get the debits, credits and balance of each ledger account; the balances sum to zero (operators)',
  query: z.object({
    /** Counts what was posted until the end of this day, in the time zone of the instance. Default: everything. */
    on: Day.optional(),
  }),
  response: TrialBalance,
  problems: [],
})

export const invariantNames = [
  'ledger_balances',
  'no_liability_below_zero',
  'finished_bookings_settled',
  'booking_money_in_ledger',
  'disputes_accounted',
  'promo_limits_kept',
  'fee_invoices_in_ledger',
  'no_day_above_capacity',
  'histories_legal',
  'clock_on_time',
  'jobs_on_time',
] as const

/** A condition that must always hold, and the places where it does not. */
export const Invariant = z.object({
  name: z.enum(invariantNames),
  words: z.string(),
  violations: z.int(),
  /** At most five violations, to start an investigation from. */
  examples: z.array(z.string()),
})

export const checkInvariants = endpoint({
  method: 'GET',
  path: '/v1/admin/invariants',
  access: 'money.read',
  summary: 'Check all invariants now against all stored data (operators)',
  response: z.object({ checkedAt: Instant, holds: z.boolean(), items: z.array(Invariant) }),
  problems: [],
})

/** One movement of money as this side sees it, with the balance after it. */
export const MoneyLine = z.object({
  at: Instant,
  kind: z.enum(transferKinds),
  label: z.string(),
  amount: Amount,
  balance: Amount,
})

/** `at` is the time at which the payout was settled, or will be. */
export const Payout = z.object({ at: Instant, amount: Amount, done: z.boolean() })

export const BookingMoney = z.object({
  currency: Currency,
  role: z.enum(parties),
  paid: Amount,
  refunded: Amount,
  /** Total of the tips, all of which go to the sitter. */
  tips: Amount,
  /** The movements of what the viewer has paid, or has earned and not yet received. */
  lines: z.array(MoneyLine),
  /** Only for the sitter. */
  earnings: z
    .object({
      /** Total for the sitter, settled and outstanding. */
      receives: Amount,
      /** Both service fees, which the operator invoices to the sitter. */
      fees: Amount,
      payouts: z.array(Payout),
    })
    .nullable(),
})

const ofBooking = {
  method: 'GET',
  access: 'account',
  params: z.object({ bookingId: Id }),
} as const

export const showBookingMoney = endpoint({
  ...ofBooking,
  path: '/v1/bookings/:bookingId/money',
  summary: 'Get the payments, refunds and payouts of a booking (owner or sitter)',
  response: BookingMoney,
  problems: ['booking-not-found'],
})

const ReceiptRow = z.object({ label: z.string(), detail: z.string().nullable(), amount: Amount })

/** A receipt for the owner, or a statement of earnings and fees for the sitter. */
export const Receipt = z.object({
  number: z.string(),
  title: z.string(),
  /** Time of the booking's last movement of money. */
  issuedAt: Instant,
  timeZone: z.string(),
  currency: Currency,
  site: z.string(),
  operator: z.object({ name: z.string(), address: z.string(), email: z.string() }),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  sections: z.array(z.object({ title: z.string(), rows: z.array(ReceiptRow), total: ReceiptRow.nullable() })),
  notes: z.array(z.string()),
})

export const showReceipt = endpoint({
  ...ofBooking,
  path: '/v1/bookings/:bookingId/receipt',
  summary: 'Get the receipt of a booking (owner) or its statement of earnings (sitter)',
  response: Receipt,
  problems: ['booking-not-found', 'receipt-not-ready'],
})

export const printReceipt = endpoint({
  ...ofBooking,
  path: '/v1/bookings/:bookingId/receipt.pdf',
  summary: 'Download the receipt of a booking (owner) or its statement of earnings (sitter) as a PDF',
  contentType: 'application/pdf',
  response: z.custom<Uint8Array<ArrayBuffer> | Blob>((value) => value instanceof Uint8Array),
  problems: ['booking-not-found', 'receipt-not-ready'],
})

const Earning = z.object({
  bookingId: Id,
  bookingNumber: z.string(),
  service: z.enum(services),
  ownerName: z.string(),
  startOn: Day,
  endOn: Day,
  currency: Currency,
  amount: Amount,
  at: Instant,
})

export const listEarnings = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/earnings',
  access: 'account',
  summary: 'List your earnings as a sitter: still due, and settled, newest first',
  params: z.object({ accountId: Id }),
  query: z.object({
    /** First and last month in which something was settled, in the time zones of the bookings. Default: all. */
    from: Month.optional(),
    to: Month.optional(),
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(24),
  }),
  response: z.object({
    /** The next hundred by due date, whatever the months. */
    due: z.array(Earning),
    items: z.array(Earning),
    nextCursor: z.string().nullable(),
  }),
  problems: ['account-not-found', 'cursor-invalid'],
})

export type TrialBalance = z.infer<typeof TrialBalance>
export type Invariant = z.infer<typeof Invariant>
export type InvariantName = (typeof invariantNames)[number]
export type MoneyLine = z.infer<typeof MoneyLine>
export type BookingMoney = z.infer<typeof BookingMoney>
export type Receipt = z.infer<typeof Receipt>
export type Earning = z.infer<typeof Earning>
