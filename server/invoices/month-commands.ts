import type { Settings } from '#contract/settings.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { type BookingFees, feesOf } from '#server/bookings/papers/fee-commands.ts'
import {
  type InvoiceLine,
  linesOf,
  monthAfter,
  monthDue,
  startOf,
  taxOf,
  totalOf,
} from '#server/invoices/invoice.ts'
import * as store from '#server/invoices/store.ts'
import { addDays, localOf } from '#server/kernel/day.ts'
import { type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { post } from '#server/ledger/commands.ts'
import { postings } from '#server/ledger/postings.ts'
import { currentSettings } from '#server/settings/commands.ts'

/** Number of sitters that fit comfortably into a job's time. */
const batch = 100

/** Progress through the invoices of a month. */
export type Progress = { after?: string; failed?: boolean }

/**
 * Invoices the next month that is over, one batch of sitters per run, and returns where to continue; null if no month
 * is due. Sitters who already have an invoice for the month are skipped, so concurrent runs are harmless.
 */
export async function makeInvoices(
  deps: Deps,
  { after, failed = false }: Progress = {},
): Promise<Progress | null> {
  const { settings } = await currentSettings(deps.db)
  const { done, byHand } = await store.findMonthsDone(deps.db)
  const first = done === null ? await store.findFirstTransferAt(deps.db) : null
  const month = monthDue({ done, first }, deps.now(), settings.timeZone)
  if (month === null) return null
  // Overdue transitions of the month run first, in case the scheduler has been down.
  if (after === undefined) await runClock(deps)
  const due = await store.findDue(deps.db, {
    month,
    from: startOf(month, settings.timeZone),
    until: startOf(monthAfter(month), settings.timeZone),
    floor: byHand === null ? new Date(0) : startOf(monthAfter(byHand), settings.timeZone),
    after: after ?? null,
    limit: batch,
  })
  const areAllMade = await invoiceEach(
    deps,
    due.map((one) => ({ ...one, month, settings })),
  )
  const hasFailed = failed || !areAllMade
  const last = due.at(-1)
  if (due.length === batch && last) return { after: last.account_id, failed: hasFailed }
  if (hasFailed) throw new Error(`Not every sitter was invoiced for ${month}: the log says why`)
  await ensureTransaction(deps, (deps) => store.closeMonth(deps.db, month, deps.now()))
  return {}
}

/**
 * Returns false if a sitter's invoices failed. That does not stop the invoices of the others; the month stays open and
 * is retried.
 */
async function invoiceEach(deps: Deps, due: readonly SitterMonth[]): Promise<boolean> {
  let areAllMade = true
  for (const one of due) {
    try {
      await ensureTransaction(deps, (deps) => invoiceSitter(deps, one))
    } catch (error) {
      deps.log.error({ err: error, accountId: one.account_id, month: one.month }, 'fee invoice')
      areAllMade = false
    }
  }
  return areAllMade
}

/** Marks everything that ended up to and including this month as invoiced by hand. */
export const beginInvoicesAfter = (tx: Tx, month: string) => store.closeMonth(tx, month, null)

type SitterMonth = store.DueSitter & { month: string; settings: Settings }

/** Writes one invoice for each currency with something to invoice. */
async function invoiceSitter(deps: TxDeps, due: SitterMonth): Promise<void> {
  await store.lockSerials(deps.db)
  const existing = await store.findInvoicesOfMonth(deps.db, due.account_id, due.month)
  const fees = await feesOf(deps.db, due.booking_ids)
  const invoiced = await store.sumInvoiced(deps.db, due.booking_ids)
  for (const [currency, own] of Map.groupBy(fees, (one: BookingFees) => one.currency)) {
    const lines = linesOf(own, invoiced)
    if (lines.length > 0 && !existing.some((one) => one.currency === currency))
      await writeInvoice(deps, due, currency, lines)
  }
}

async function writeInvoice(
  deps: TxDeps,
  { account_id: sitterId, month, settings }: SitterMonth,
  currency: string,
  lines: readonly InvoiceLine[],
): Promise<void> {
  const at = deps.now()
  const { timeZone, payments } = settings
  const madeOn = localOf(at, timeZone).on
  const id = newId(at)
  const total = totalOf(lines)
  const isZero = total === 0
  await store.insertInvoice(
    deps.db,
    {
      id,
      serial: await store.nextSerial(deps.db),
      account_id: sitterId,
      month,
      currency,
      total,
      tax: taxOf(lines),
      made_at: at,
      made_on: madeOn,
      due_on: addDays(madeOn, payments.invoiceDueDays),
      time_zone: timeZone,
      status: isZero ? 'settled' : 'open',
      closed_at: isZero ? at : null,
    },
    lines.map(({ bookingId, ...line }) => ({ ...line, booking_id: bookingId })),
  )
  const source = { source: 'fee-invoice', sourceId: id, bookingId: null, currency, at }
  await post(deps.db, source, [postings.fee_invoice({ sitterId }, total)])
  await deps.enqueue(deps.db, 'invoices.tell', { invoiceId: id })
}
