import type { FeeInvoiceStatus } from '#contract/codes.ts'
import { addMonths, instantOf, localOf } from '#server/kernel/day.ts'

export type Fees = { fees: number; tax: number; promotion: number }
export type BookingFees = Fees & { bookingId: string }
export type InvoiceLine = BookingFees & { correction: boolean }

/**
 * Computes what the sitter owes: the owner paid them both fees, except the part that the platform covers with a promo
 * code.
 */
export const amountOf = ({ fees, promotion }: Pick<Fees, 'fees' | 'promotion'>): number => fees - promotion

/** Computes what has changed for each booking since the earlier invoices; bookings without a change have no line. */
export function linesOf(now: readonly BookingFees[], invoiced: ReadonlyMap<string, Fees>): InvoiceLine[] {
  return now.flatMap(({ bookingId, ...current }) => {
    const before = invoiced.get(bookingId)
    const fees = current.fees - (before?.fees ?? 0)
    const tax = current.tax - (before?.tax ?? 0)
    const promotion = current.promotion - (before?.promotion ?? 0)
    const isNew = fees !== 0 || tax !== 0 || promotion !== 0
    return isNew ? [{ bookingId, fees, tax, promotion, correction: before !== undefined }] : []
  })
}

export const totalOf = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, line) => sum + amountOf(line), 0)
export const taxOf = (lines: readonly InvoiceLine[]): number => lines.reduce((sum, { tax }) => sum + tax, 0)

export const monthAfter = (month: string): string => addMonths(`${month}-01`, 1).slice(0, 7)
export const monthOf = (at: Date, timeZone: string): string => localOf(at, timeZone).on.slice(0, 7)
export const startOf = (month: string, timeZone: string): Date => instantOf(`${month}-01`, '00:00', timeZone)

/**
 * Returns the next month to be invoiced, null while it is not over; `done` is the last invoiced month, `first` the time
 * of the first transfer.
 */
export function monthDue(
  { done, first }: { done: string | null; first: Date | null },
  now: Date,
  timeZone: string,
): string | null {
  const next = done !== null ? monthAfter(done) : first && monthOf(first, timeZone)
  return next !== null && next < monthOf(now, timeZone) ? next : null
}

export const numberOf = (serial: number): string => `F-${`${serial}`.padStart(5, '0')}`

export type InvoiceState = { status: FeeInvoiceStatus; total: number; dueOn: string }

/** `today` is the day in the operator's time zone. A credit is the operator's debt, so it is never overdue. */
export const isOverdue = ({ status, total, dueOn }: InvoiceState, today: string): boolean =>
  status === 'open' && total > 0 && dueOn < today

/** Returns why an invoice cannot be closed in this way, as a sentence; null if it can. */
export function refusalToClose(
  { status, total }: Omit<InvoiceState, 'dueOn'>,
  to: FeeInvoiceStatus,
): string | null {
  if (status !== 'open') return 'It is already closed.'
  if (to === 'written_off' && total < 0) return 'This is a credit that you owe the sitter: settle it.'
  return null
}
