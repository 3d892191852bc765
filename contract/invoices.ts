import { z } from 'zod'
import { feeInvoiceStatuses, services } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Receipt } from './ledger.ts'
import { InvoiceDueDays, TimeZone } from './settings.ts'
import { invoiceSorts } from './staff/codes.ts'
import { Amount, Currency, Day, Id, Instant, line, page, PageQuery, text } from './values.ts'

const Line = z.object({
  bookingId: Id,
  bookingNumber: z.string(),
  service: z.enum(services),
  ownerName: z.string(),
  startOn: Day,
  endOn: Day,
  /** Both service fees; negative if an earlier invoice charged too much. */
  fees: Amount,
  /** The amount of promo codes paid by the operator, subtracted from the fees. */
  promotion: Amount,
  amount: Amount,
  /** The booking is on an earlier invoice, and this line is the change since then. */
  correction: z.boolean(),
})

/**
 * An invoice for the service fees of a sitter's bookings that ended in a month, on instances where the two people
 * settle payments directly.
 */
export const FeeInvoice = z.object({
  id: Id,
  number: z.string(),
  /** `2026-11` */
  month: z.string(),
  currency: Currency,
  /** Negative if the operator owes the sitter. */
  total: Amount,
  /** Included in the total. */
  tax: Amount,
  madeOn: Day,
  dueOn: Day,
  status: z.enum(feeInvoiceStatuses),
  overdue: z.boolean(),
  version: z.int(),
  closedAt: Instant.nullable(),
  reason: z.string().nullable(),
  lines: z.array(Line),
})

export const AdminFeeInvoice = FeeInvoice.extend({
  sitter: z.object({ id: Id, name: z.string(), email: z.string() }),
})

export const listFeeInvoices = endpoint({
  method: 'GET',
  path: '/v1/fee-invoices',
  access: 'account',
  summary: 'List your service fee invoices, newest first',
  query: PageQuery,
  response: page(FeeInvoice),
  problems: ['cursor-invalid'],
})

const ofInvoice = {
  method: 'GET',
  params: z.object({ invoiceId: Id }),
  problems: ['invoice-not-found'],
} as const
const asPaper = { ...ofInvoice, response: Receipt } as const
const asPdf = {
  ...ofInvoice,
  contentType: 'application/pdf',
  response: z.custom<Uint8Array<ArrayBuffer> | Blob>((value) => value instanceof Uint8Array),
} as const

export const showFeeInvoice = endpoint({
  ...asPaper,
  access: 'account',
  path: '/v1/fee-invoices/:invoiceId',
  summary: 'Get one of your service fee invoices as a document',
})

export const printFeeInvoice = endpoint({
  ...asPdf,
  access: 'account',
  path: '/v1/fee-invoices/:invoiceId/invoice.pdf',
  summary: 'Download one of your service fee invoices as a PDF',
})

const filter = {
  /** `overdue` selects open invoices whose due date has passed. */
  status: z.enum([...feeInvoiceStatuses, 'overdue']).optional(),
  /** Part of the sitter’s name or e-mail address. */
  sitter: line(100).optional(),
  sort: z.enum(invoiceSorts).default('-number'),
}

export const listAdminFeeInvoices = endpoint({
  method: 'GET',
  path: '/v1/admin/fee-invoices',
  access: 'money.read',
  summary: 'List all service fee invoices (operators)',
  query: PageQuery.extend(filter),
  response: page(AdminFeeInvoice),
  problems: ['cursor-invalid'],
})

export const exportAdminFeeInvoices = endpoint({
  method: 'GET',
  path: '/v1/admin/fee-invoices.csv',
  access: 'money.read',
  summary: 'Export service fee invoices as CSV, at most 10,000 (operators)',
  query: z.object(filter),
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
  problems: [],
})

export const showAdminFeeInvoice = endpoint({
  ...asPaper,
  access: 'money.read',
  path: '/v1/admin/fee-invoices/:invoiceId',
  summary: 'Get the service fee invoice of any sitter as a document (operators)',
})

export const printAdminFeeInvoice = endpoint({
  ...asPdf,
  access: 'money.read',
  path: '/v1/admin/fee-invoices/:invoiceId/invoice.pdf',
  summary: 'Download the service fee invoice of any sitter as a PDF (operators)',
})

export const closeFeeInvoice = endpoint({
  method: 'PUT',
  path: '/v1/admin/fee-invoices/:invoiceId',
  access: 'money.change',
  freshSignIn: 'required',
  summary: 'Mark a service fee invoice as paid, or write it off with a reason (operators)',
  params: z.object({ invoiceId: Id }),
  body: z
    .strictObject({
      version: z.int(),
      status: z.enum(feeInvoiceStatuses).exclude(['open']),
      reason: text(500).nullable().default(null),
    })
    .superRefine(({ status, reason }, issues) => {
      if (status === 'written_off' && !reason)
        issues.addIssue({ code: 'custom', path: ['reason'], message: 'Say why nobody will pay it' })
    }),
  response: AdminFeeInvoice,
  problems: ['invoice-not-found', 'invoice-action-not-allowed', 'version-stale'],
})

const InvoiceSettings = z.strictObject({
  /** Version of all settings that these were read from or are based on. */
  version: z.int(),
  timeZone: TimeZone,
  dueDays: InvoiceDueDays,
  note: text(500),
})

export const changeInvoiceSettings = endpoint({
  method: 'PUT',
  path: '/v1/admin/fee-invoice-settings',
  access: 'settings.change',
  freshSignIn: 'required',
  summary:
    'Update the time zone of invoiced months, and the due days and payment note of fee invoices (operators)',
  body: InvoiceSettings,
  response: InvoiceSettings,
  problems: ['version-stale'],
})

export type FeeInvoice = z.infer<typeof FeeInvoice>
export type AdminFeeInvoice = z.infer<typeof AdminFeeInvoice>
