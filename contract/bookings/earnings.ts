import { z } from 'zod'
import { services } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Id, Month } from '#contract/values.ts'

/**
 * Sums of the ledger, in the currency's minor unit. As in the monthly statements, an amount belongs to the month in
 * which it became due or moved, in the time zone of the place where the care took place.
 */
const EarningSums = z.object({
  /** Earned for the care itself, after the service fees of the owner and the sitter have been taken off. */
  care: Amount,
  tips: Amount,
  /** Taken back by the banks of owners and borne by the sitter; negative if more was returned. */
  takenBack: Amount,
  /** `care` and `tips` without `takenBack`. */
  earned: Amount,
  /** Service fees of both sides. */
  fees: Amount,
  /** Paid out by the payment provider, without what was reclaimed. Zero where owners pay sitters directly. */
  paidOut: Amount,
  /** Bookings that earned something; each counts once. */
  bookings: z.int(),
})

const CurrencyEarnings = z.object({
  currency: Currency,
  /** True if the payment provider pays out for some of the bookings; false if owners pay for all of them directly. */
  byProvider: z.boolean(),
  thisMonth: EarningSums,
  /** Still to be earned from accepted bookings whose price is due or already paid. */
  expected: z.object({ amount: Amount, bookings: z.int() }),
  /** Since the first booking. */
  total: EarningSums,
  /** Earned and not paid out; zero where owners pay sitters directly. */
  balance: Amount,
  period: EarningSums,
  /** The twelve months of the period, oldest first. */
  months: z.array(EarningSums.extend({ month: Month })),
  /** The services that earned something in the period, highest earnings first. */
  services: z.array(EarningSums.extend({ service: z.enum(services) })),
})

const ofAccount = {
  method: 'GET',
  access: 'account',
  params: z.object({ accountId: Id }),
  problems: ['account-not-found'],
} as const

/** Default: the current month and the eleven before it. */
const year = z
  .string()
  .regex(/^20\d\d$/, 'Write the year like 2026')
  .optional()

export const sumUpEarnings = endpoint({
  ...ofAccount,
  path: '/v1/accounts/:accountId/earnings/summary',
  summary: 'Sum up your earnings as a sitter by month and service, in a year or the last twelve months',
  query: z.object({ year }),
  response: z.object({
    /** The current month, in the time zone of the sitter profile. */
    month: Month,
    /** The current year and those in which something was earned, newest first. */
    years: z.array(z.string()),
    period: z.object({ from: Month, to: Month }),
    /** The currencies in which something was earned or is expected; empty without a sitter profile. */
    currencies: z.array(CurrencyEarnings),
  }),
})

export const downloadEarnings = endpoint({
  ...ofAccount,
  path: '/v1/accounts/:accountId/earnings/earnings.csv',
  summary:
    'Download your earnings as a sitter, in a year or the last twelve months, as CSV with a line for each booking and month',
  query: z.object({ year }),
  contentType: 'text/csv; charset=utf-8',
  response: z.string(),
})

export const printEarnings = endpoint({
  ...ofAccount,
  path: '/v1/accounts/:accountId/earnings/earnings.pdf',
  summary: 'Download your earnings as a sitter, in a year or the last twelve months, as a PDF',
  query: z.object({
    year,
    /** Default: the currency of the instance. */
    currency: Currency.optional(),
  }),
  contentType: 'application/pdf',
  response: z.custom<Uint8Array<ArrayBuffer> | Blob>((value) => value instanceof Uint8Array),
})

export type CurrencyEarnings = z.infer<typeof CurrencyEarnings>
export type EarningSums = z.infer<typeof EarningSums>
