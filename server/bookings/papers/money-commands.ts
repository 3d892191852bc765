import type { Party } from '#contract/codes.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type { BookingMoney, listEarnings, Receipt } from '#contract/ledger.ts'
import { formatMoney } from '#contract/words.ts'
import * as earnings from '#server/bookings/papers/earnings-store.ts'
import { viewDue, viewMoney } from '#server/bookings/papers/money-view.ts'
import { viewReceipt } from '#server/bookings/papers/receipt-view.ts'
import { recordOf, withParts } from '#server/bookings/record/commands.ts'
import { type BookingRecord, partyIn } from '#server/bookings/record/record.ts'
import { findPartiesOf } from '#server/bookings/record/store.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { printDocument } from '#server/kernel/drawing/pdf.ts'
import { Problem } from '#server/kernel/problem.ts'
import { entriesOf, type LedgerEntry } from '#server/ledger/commands.ts'
import { paperLook } from '#server/look/commands.ts'

type OwnMoney = { record: BookingRecord; party: Party; entries: LedgerEntry[] }

/** Reads a booking with its ledger entries for one of its two sides. */
async function ownMoney({ db }: Deps, { accountId }: Viewer, bookingId: string): Promise<OwnMoney> {
  const party = partyIn(await findPartiesOf(db, bookingId), accountId)
  return { party, record: await recordOf(db, bookingId), entries: await entriesOf(db, bookingId) }
}

export async function readMoney(deps: Deps, viewer: Viewer, bookingId: string): Promise<BookingMoney> {
  const { record, party, entries } = await ownMoney(deps, viewer, bookingId)
  return viewMoney(record, party, entries)
}

export async function readReceipt(deps: Deps, viewer: Viewer, bookingId: string): Promise<Receipt> {
  const { record, party, entries } = await ownMoney(deps, viewer, bookingId)
  if (entries.length === 0)
    throw new Problem('receipt-not-ready', { detail: 'Nothing is due or paid for this booking yet.' })
  return viewReceipt(record, party, entries, deps.site)
}

/** Renders the receipt on paper, with the same texts and amounts. */
export const printReceipt = async (
  deps: Deps,
  viewer: Viewer,
  bookingId: string,
): Promise<Uint8Array<ArrayBuffer>> => printedPaper(deps, await readReceipt(deps, viewer, bookingId))

export async function printedPaper(
  deps: Deps,
  { operator, currency, sections, ...receipt }: Receipt,
): Promise<Uint8Array<ArrayBuffer>> {
  const amount = (row: { label: string; detail: string | null; amount: number }) => ({
    ...row,
    amount: formatMoney(row.amount, currency),
  })
  const content = {
    title: `${receipt.title} ${receipt.number}`,
    at: new Date(receipt.issuedAt),
    sender: [receipt.site, operator.name, operator.address, operator.email],
    facts: receipt.facts.map(({ label, value }) => [label, value] as const),
    sections: sections.map(({ title, rows, total }) => ({
      title,
      rows: rows.map(amount),
      total: total && amount(total),
    })),
    notes: receipt.notes,
  }
  return printDocument(content, await paperLook(deps))
}

const dueShown = 100

type EarningsRequest = HandlerInput<typeof listEarnings>['params'] &
  HandlerInput<typeof listEarnings>['query']

/** Lists the viewer's earnings as a sitter; empty without a sitter profile. */
export async function listOwnEarnings(
  { db }: Deps,
  viewer: Viewer,
  { accountId, cursor, limit, from, to }: EarningsRequest,
): Promise<EndpointResponse<typeof listEarnings>> {
  if (accountId.toLowerCase() !== viewer.accountId) throw new Problem('account-not-found')
  const after = readListPosition(cursor)
  const rows = await earnings.findPayouts(db, viewer.accountId, { after, limit: limit + 1, from, to })
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.at, last.id])
  const held = await withParts(db, await earnings.findHeld(db, viewer.accountId, dueShown))
  return {
    due: held
      .flatMap(viewDue)
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .slice(0, dueShown),
    items: shown.map((row) => ({
      bookingId: row.booking_id,
      bookingNumber: row.number,
      service: row.service,
      ownerName: row.owner_name,
      startOn: row.start_on,
      endOn: row.end_on,
      currency: row.currency,
      amount: row.amount,
      at: row.at.toISOString(),
    })),
    nextCursor,
  }
}
