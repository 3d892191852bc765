import type { FeeInvoice } from '#contract/invoices.ts'
import type { Tone } from '#web/ui/badge.tsx'

export type InvoiceState = FeeInvoice['status'] | 'overdue'

export const stateOf = ({ status, overdue }: FeeInvoice): InvoiceState => (overdue ? 'overdue' : status)

export const invoiceStateWords: Record<InvoiceState, { words: string; tone: Tone }> = {
  open: { words: 'Open', tone: 'gold' },
  overdue: { words: 'Overdue', tone: 'rust' },
  settled: { words: 'Settled', tone: 'green' },
  written_off: { words: 'Written off', tone: 'neutral' },
}
