import { z } from 'zod'
import { ledgerAccounts, transferKinds } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { AccountNumbers } from '#contract/ledger.ts'
import { transferSorts } from '#contract/staff/codes.ts'
import { Amount, Currency, Day, Id, Instant, line, Month, page, PageQuery } from '#contract/values.ts'

/** A movement of money: at least two entries that sum to zero. */
export const LedgerTransfer = z.object({
  id: Id,
  at: Instant,
  /** The day in the time zone of the instance. */
  on: Day,
  kind: z.enum(transferKinds),
  currency: Currency,
  /** Sum of its debits, which is that of its credits. */
  amount: Amount,
  note: z.string().nullable(),
  booking: z.object({ id: Id, number: z.string() }).nullable(),
  entries: z.array(
    z.object({
      account: z.enum(ledgerAccounts),
      /** Whose account it is; null if it belongs to no person. */
      person: z.object({ accountId: Id, name: z.string() }).nullable(),
      /** Negative for a debit, positive for a credit. */
      amount: Amount,
    }),
  ),
})

const filter = {
  /** Only transfers with an entry in this account, of this person. */
  account: z.enum(ledgerAccounts).optional(),
  personId: Id.optional(),
  kind: z.enum(transferKinds).optional(),
  /** Number of a booking. */
  booking: line(40).optional(),
  /** Days in the time zone of the instance, both included. */
  from: Day.optional(),
  to: Day.optional(),
}

export const listTransfers = endpoint({
  method: 'GET',
  path: '/v1/admin/ledger/transfers',
  access: 'money.read',
  summary: 'List the transfers of the ledger with their entries (staff)',
  query: PageQuery.extend({ ...filter, sort: z.enum(transferSorts).default('-at') }),
  response: page(LedgerTransfer),
  problems: ['cursor-invalid'],
})

export const exportTransfers = endpoint({
  method: 'GET',
  path: '/v1/admin/ledger/transfers.csv',
  access: 'money.read',
  summary:
    'Export the entries of the ledger as CSV, by default oldest first; refused for more than 200,000 transfers (staff)',
  query: z.object({ ...filter, sort: z.enum(transferSorts).default('at') }),
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
  problems: [],
})

const MonthAccount = z.object({
  account: z.enum(ledgerAccounts),
  currency: Currency,
  /** Balances at the beginning and at the end of the month: credits less debits. */
  opening: Amount,
  debit: Amount,
  credit: Amount,
  closing: Amount,
})

/** The accounts of the ledger in a month, by the time zone of the instance. */
export const LedgerMonth = z.object({
  month: Month,
  timeZone: z.string(),
  /** The month has not ended, so more can be posted in it. */
  isOpen: z.boolean(),
  transfers: z.int(),
  accounts: z.array(MonthAccount),
  numbers: AccountNumbers,
  /** What moved, by kind. */
  kinds: z.array(
    z.object({ kind: z.enum(transferKinds), currency: Currency, count: z.int(), amount: Amount }),
  ),
  /** All months since the first transfer, newest first. */
  months: z.array(Month),
})

const ofMonth = { method: 'GET', access: 'money.read', params: z.object({ month: Month }) } as const

export const showLedgerMonth = endpoint({
  ...ofMonth,
  path: '/v1/admin/ledger/months/:month',
  summary: 'Get the accounts of the ledger in a month, with their opening and closing balances (staff)',
  response: LedgerMonth,
  problems: [],
})

export const exportLedgerMonth = endpoint({
  ...ofMonth,
  path: '/v1/admin/ledger/months/:month/entries.csv',
  summary:
    'Export the entries of a month as a batch of bookings for DATEV: EXTF 700, category 21, version 13 (staff)',
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
  problems: [],
})

export const printLedgerMonth = endpoint({
  ...ofMonth,
  path: '/v1/admin/ledger/months/:month/closing.pdf',
  summary: 'Download the accounts of a month as a PDF (staff)',
  contentType: 'application/pdf',
  response: z.custom<Uint8Array<ArrayBuffer> | Blob>((value) => value instanceof Uint8Array),
  problems: [],
})

export type LedgerMonth = z.infer<typeof LedgerMonth>
export type LedgerTransfer = z.infer<typeof LedgerTransfer>
