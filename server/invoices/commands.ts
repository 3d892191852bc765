import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/invoices.ts'
import type { Receipt } from '#contract/ledger.ts'
import type { invoiceSorts } from '#contract/staff/codes.ts'
import { printedPaper } from '#server/bookings/papers/money-commands.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import { numberOf, refusalToClose } from '#server/invoices/invoice.ts'
import * as store from '#server/invoices/store.ts'
import { viewAdminInvoice, viewInvoice, viewPrintableInvoice, writeInvoices } from '#server/invoices/view.ts'
import { localOf } from '#server/kernel/day.ts'
import { cutPage } from '#server/kernel/db/cursor.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { post } from '#server/ledger/commands.ts'
import { postings } from '#server/ledger/postings.ts'
import { changeSetting, currentSettings } from '#server/settings/commands.ts'

type PageQuery = { cursor?: string | undefined; limit: number; sort: (typeof invoiceSorts)[number] }
type InvoiceFilter = Pick<store.InvoiceQuery, 'accountId' | 'status' | 'sitter'>

async function readPage({ db, now }: Deps, filter: InvoiceFilter, { cursor, limit, sort }: PageQuery) {
  const { settings } = await currentSettings(db)
  const today = localOf(now(), settings.timeZone).on
  const order = store.invoiceOrder(sort, cursor)
  const rows = await store.listInvoices(db, { ...filter, today, order, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, order.positionOf)
  return {
    shown,
    lines: await linesOf(db, shown),
    nextCursor,
  }
}

const linesOf = (db: Db, rows: readonly store.InvoiceRow[]): Promise<store.LineRow[]> =>
  store.findLines(
    db,
    rows.map(({ id }) => id),
  )

export async function listOwnInvoices(
  deps: Deps,
  { accountId }: Viewer,
  query: HandlerInput<typeof contract.listFeeInvoices>['query'],
): Promise<EndpointResponse<typeof contract.listFeeInvoices>> {
  const { shown, lines, nextCursor } = await readPage(deps, { accountId }, { ...query, sort: '-number' })
  return { items: shown.map((row) => viewInvoice(row, lines, deps.now())), nextCursor }
}

export async function listAllInvoices(
  deps: Deps,
  { status, sitter, ...query }: HandlerInput<typeof contract.listAdminFeeInvoices>['query'],
): Promise<EndpointResponse<typeof contract.listAdminFeeInvoices>> {
  const { shown, lines, nextCursor } = await readPage(deps, { status, sitter }, query)
  return { items: shown.map((row) => viewAdminInvoice(row, lines, deps.now())), nextCursor }
}

const mostExported = 10_000

/** The lines of the invoices are left out, because a row is one invoice. */
export async function exportInvoices(
  { db, now }: Deps,
  { sort, ...filter }: HandlerInput<typeof contract.exportAdminFeeInvoices>['query'],
): Promise<string> {
  const { settings } = await currentSettings(db)
  const today = localOf(now(), settings.timeZone).on
  const order = store.invoiceOrder(sort)
  const rows = await store.listInvoices(db, { ...filter, today, order, limit: mostExported })
  return writeInvoices(rows.map((row) => viewAdminInvoice(row, [], now())))
}

/** Renders an invoice. `accountId` is the account that it must belong to; undefined allows every invoice (the desk). */
export async function readInvoice(
  { db, site }: Deps,
  invoiceId: string,
  accountId: string | undefined,
): Promise<Receipt> {
  const row = await store.findInvoice(db, invoiceId)
  if (!row || (accountId !== undefined && row.account_id !== accountId))
    throw new Problem('invoice-not-found')
  const { settings } = await currentSettings(db)
  return viewPrintableInvoice(row, await linesOf(db, [row]), settings.payments.invoiceNote, site)
}

/** Returns the invoice as a PDF with the same text and amounts. */
export const printInvoice = async (
  deps: Deps,
  invoiceId: string,
  accountId: string | undefined,
): Promise<Uint8Array<ArrayBuffer>> => printedPaper(deps, await readInvoice(deps, invoiceId, accountId))

const closings = { settled: postings.fee_settled, written_off: postings.fee_written_off }

/**
 * Closes an invoice as settled or written off; the ledger, the invoice and the audit trail change in one transaction.
 */
export function closeInvoice(
  deps: Deps,
  { viewer, ip }: { viewer: Viewer; ip: string },
  invoiceId: string,
  { version, status, reason }: HandlerInput<typeof contract.closeFeeInvoice>['body'],
): Promise<contract.AdminFeeInvoice> {
  return ensureTransaction(deps, async (deps) => {
    const row = await store.lockInvoice(deps.db, invoiceId)
    if (!row) throw new Problem('invoice-not-found')
    if (row.version !== version)
      throw new Problem('version-stale', { detail: 'Read it again, then decide.', version: row.version })
    const detail = refusalToClose(row, status)
    if (detail !== null)
      throw new Problem('invoice-action-not-allowed', { detail, invoiceStatus: row.status })
    const at = deps.now()
    const { id, currency, account_id: sitterId, total } = row
    const source = { source: 'fee-invoice', sourceId: id, bookingId: null, currency, at }
    await post(deps.db, source, [closings[status]({ sitterId }, total)])
    await store.updateInvoice(deps.db, row, { status, closed_at: at, reason: reason || null })
    const kind = status === 'settled' ? 'fee-invoice-settled' : 'fee-invoice-written-off'
    await audit(deps, kind, viewer.uid, { ip }, { invoiceId, number: numberOf(row.serial) })
    const closed = (await store.findInvoice(deps.db, id))!
    return viewAdminInvoice(closed, await linesOf(deps.db, [closed]), at)
  })
}

/** Changes the invoice settings. Existing invoices keep their due date, but show the current note. */
export async function changeInvoiceSettings(
  deps: Deps,
  { viewer, ip }: { viewer: Viewer; ip: string },
  { version, timeZone, dueDays, note }: HandlerInput<typeof contract.changeInvoiceSettings>['body'],
): Promise<EndpointResponse<typeof contract.changeInvoiceSettings>> {
  const changed = await changeSetting(
    deps,
    async ({ payments }, deps) => {
      await audit(deps, 'invoice-settings-changed', viewer.uid, { ip }, { timeZone, dueDays, note })
      return { timeZone, payments: { ...payments, invoiceDueDays: dueDays, invoiceNote: note } }
    },
    version,
    { accountId: viewer.accountId, reason: null },
  )
  return { version: changed.version, timeZone, dueDays, note }
}
