import type { AdminFeeInvoice, FeeInvoice } from '#contract/invoices.ts'
import type { Receipt } from '#contract/ledger.ts'
import { decimalMoney, formatMoney } from '#contract/words.ts'
import { amountOf, isOverdue, numberOf } from '#server/invoices/invoice.ts'
import type { InvoiceRow, LineRow } from '#server/invoices/store.ts'
import { writeCsv } from '#server/kernel/csv.ts'
import { localOf } from '#server/kernel/day.ts'
import type { Site } from '#server/kernel/deps.ts'
import { dayInWords, monthInWords } from '#server/kernel/words.ts'

const viewLine = (line: LineRow): FeeInvoice['lines'][number] => ({
  bookingId: line.booking_id,
  bookingNumber: line.number,
  service: line.service,
  ownerName: line.owner_name,
  startOn: line.start_on,
  endOn: line.end_on,
  fees: line.fees,
  promotion: line.promotion,
  amount: amountOf(line),
  correction: line.correction,
})

/** Renders an invoice; `overdue` is computed at read time, in the invoice's time zone. */
export function viewInvoice(row: InvoiceRow, lines: readonly LineRow[], now: Date): FeeInvoice {
  const today = localOf(now, row.time_zone).on
  return {
    id: row.id,
    number: numberOf(row.serial),
    month: row.month,
    currency: row.currency,
    total: row.total,
    tax: row.tax,
    madeOn: row.made_on,
    dueOn: row.due_on,
    status: row.status,
    overdue: isOverdue({ status: row.status, total: row.total, dueOn: row.due_on }, today),
    version: row.version,
    closedAt: row.closed_at?.toISOString() ?? null,
    reason: row.reason,
    lines: lines.filter(({ invoice_id: id }) => id === row.id).map(viewLine),
  }
}

export const viewAdminInvoice = (row: InvoiceRow, lines: readonly LineRow[], now: Date): AdminFeeInvoice => ({
  ...viewInvoice(row, lines, now),
  sitter: { id: row.sitter_id, name: row.name, email: row.email },
})

const header = [
  'Number',
  'Month',
  'Sitter',
  'E-mail',
  'Total',
  'Tax included',
  'Currency',
  'Made on',
  'Due on',
  'Status',
  'Overdue',
  'Closed',
  'Why it was closed',
]

export const writeInvoices = (invoices: readonly AdminFeeInvoice[]): string =>
  writeCsv([
    header,
    ...invoices.map((one) => [
      one.number,
      one.month,
      one.sitter.name,
      one.sitter.email,
      Number(decimalMoney(one.total, one.currency)),
      Number(decimalMoney(one.tax, one.currency)),
      one.currency,
      one.madeOn,
      one.dueOn,
      one.status,
      one.overdue,
      one.closedAt,
      one.reason,
    ]),
  ])

const statusLabels: Record<FeeInvoice['status'], string> = {
  open: 'Open',
  settled: 'Settled',
  written_off: 'Written off',
}

type Row = Receipt['sections'][number]['rows'][number]

const lineRows = ({ booking_id: _id, ...line }: LineRow, site: Site): Row[] => {
  const detail = `Booking ${line.number}, ${dayInWords(line.start_on)} to ${dayInWords(line.end_on)}`
  const label = line.correction ? `Correction for ${line.owner_name}` : `${line.owner_name}’s booking`
  const promotion = { label: `Promo code, paid by ${site.name}`, detail, amount: -line.promotion }
  return [
    ...(line.fees !== 0 || line.promotion === 0 ? [{ label, detail, amount: line.fees }] : []),
    ...(line.promotion !== 0 ? [promotion] : []),
  ]
}

/** Renders the invoice for reading, printing and mailing. Its sentences address nobody: operators read it too. */
export function viewPrintableInvoice(
  row: InvoiceRow,
  lines: readonly LineRow[],
  note: string,
  site: Site,
): Receipt {
  const { operator } = site
  const sender = operator.name || site.name
  const isCredit = row.total < 0
  const tax = row.tax === 0 ? [] : [`The total includes ${formatMoney(row.tax, row.currency)} of tax.`]
  return {
    number: numberOf(row.serial),
    title: isCredit ? 'Credit note' : 'Invoice for service fees',
    issuedAt: row.made_at.toISOString(),
    timeZone: row.time_zone,
    currency: row.currency,
    site: site.name,
    operator: { name: sender, address: operator.address, email: operator.email },
    facts: [
      { label: 'Sitter', value: row.name },
      { label: 'For', value: monthInWords(row.month) },
      { label: 'Date', value: dayInWords(row.made_on) },
      ...(isCredit ? [] : [{ label: 'Due', value: dayInWords(row.due_on) }]),
      { label: 'Status', value: statusLabels[row.status] },
    ],
    sections: [
      {
        title: 'Service fees of both sides',
        rows: lines.flatMap((line) => lineRows(line, site)),
        total: { label: isCredit ? 'Credit' : 'To pay', detail: null, amount: row.total },
      },
    ],
    notes: [
      'Owners pay the sitter the full price, which includes the service fees of both sides. These fees are invoiced once a month, for the bookings that ended in that month.',
      ...tax,
      ...(note && !isCredit ? [note] : []),
    ],
  }
}
