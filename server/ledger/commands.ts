import type { Db, Tx } from '#server/kernel/db/db.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Posting } from '#server/ledger/postings.ts'
import * as store from '#server/ledger/store.ts'

/** The cause of transfers: the same source posts one transfer of each kind, however often it is sent. */
export type Source = {
  source: string
  sourceId: string
  bookingId: string | null
  currency: string
  at: Date
  note?: string
}

/**
 * Inserts the transfers that have entries, in one statement and in the caller's transaction; returns how many are new.
 */
export async function post(tx: Tx, source: Source, postings: readonly Posting[]): Promise<number> {
  const transfers = transfersOf(source, postings)
  return transfers.length === 0 ? 0 : store.insertTransfers(tx, transfers)
}

/** Like `post`, but without waiting for the count; a failure surfaces with the next statement. */
export async function send(tx: Tx, source: Source, postings: readonly Posting[]): Promise<void> {
  const transfers = transfersOf(source, postings)
  if (transfers.length > 0) await store.sendTransfers(tx, transfers)
}

const transfersOf = ({ note = '', ...source }: Source, postings: readonly Posting[]): store.NewTransfer[] =>
  postings
    .filter(({ entries }) => entries.length > 0)
    .map((posting) => ({ ...source, ...posting, note: note || null, id: newId(source.at) }))

/** An entry with the transfer it belongs to. */
export type LedgerEntry = store.EntryRow

/** Returns everything posted for a booking, in chronological order. */
export const entriesOf = (db: Db, bookingId: string): Promise<LedgerEntry[]> =>
  store.findEntriesOf(db, bookingId)
