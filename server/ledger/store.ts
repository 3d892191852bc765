import { sql } from 'kysely'
import type { LedgerAccount, TransferKind } from '#contract/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { deferred } from '#server/kernel/db/prepared.ts'
import { amountOf } from '#server/ledger/amount.ts'
import type { Entry } from '#server/ledger/postings.ts'

export type NewTransfer = {
  id: string
  at: Date
  kind: TransferKind
  source: string
  sourceId: string
  bookingId: string | null
  currency: string
  note: string | null
  entries: readonly Entry[]
}

/**
 * Inserts all transfers and their entries in one statement; transfers posted before from the same source stay
 * unchanged. Returns how many are new.
 */
export async function insertTransfers(tx: Tx, transfers: readonly NewTransfer[]): Promise<number> {
  const { rows } = await insertion(transfers).execute(tx)
  return rows.length
}

/** Like `insertTransfers`, but without waiting for a result. */
export const sendTransfers = (tx: Tx, transfers: readonly NewTransfer[]) =>
  sql`${deferred}${insertion(transfers)}`.execute(tx)

function insertion(transfers: readonly NewTransfer[]) {
  const entries = transfers.flatMap((transfer) =>
    transfer.entries.map((entry, index) => ({ ...entry, transferId: transfer.id, idx: index + 1 })),
  )
  return sql<{ id: string }>`
    with posted as (
      insert into ledger_transfer (id, at, kind, source, source_id, booking_id, currency, note)
      select * from unnest(
        ${transfers.map(({ id }) => id)}::uuid[], ${transfers.map(({ at }) => at)}::timestamptz[],
        ${transfers.map(({ kind }) => kind)}::text[], ${transfers.map(({ source }) => source)}::text[],
        ${transfers.map(({ sourceId }) => sourceId)}::text[], ${transfers.map(({ bookingId }) => bookingId)}::uuid[],
        ${transfers.map(({ currency }) => currency)}::text[], ${transfers.map(({ note }) => note)}::text[])
      on conflict (source, source_id, kind) do nothing
      returning id
    ), entered as (
      insert into ledger_entry (transfer_id, idx, account, account_id, amount)
      select entry.* from unnest(
        ${entries.map(({ transferId }) => transferId)}::uuid[], ${entries.map(({ idx }) => idx)}::smallint[],
        ${entries.map(({ account }) => account)}::text[], ${entries.map(({ accountId }) => accountId)}::uuid[],
        ${entries.map(({ amount }) => amount)}::bigint[]) as entry (transfer_id, idx, account, account_id, amount)
      join posted on posted.id = entry.transfer_id
    )
    select id from posted`
}

export type EntryRow = {
  transfer_id: string
  at: Date
  kind: TransferKind
  account: LedgerAccount
  account_id: string | null
  amount: number
}

/** Finds everything posted for a booking, in chronological order. */
export async function findEntriesOf(db: Db, bookingId: string): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transfer', 'ledger_transfer.id', 'ledger_entry.transfer_id')
    .select([
      'transfer_id',
      'ledger_transfer.at',
      'ledger_transfer.kind',
      'ledger_entry.account',
      'ledger_entry.account_id',
      'ledger_entry.amount',
    ])
    .where('ledger_transfer.booking_id', '=', bookingId)
    .orderBy('ledger_transfer.at')
    .orderBy('transfer_id')
    .orderBy('idx')
    .execute()
  return rows.map((row) => ({ ...row, amount: amountOf(row.amount) }))
}
