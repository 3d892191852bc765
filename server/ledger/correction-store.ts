import { type Insertable, sql } from 'kysely'
import type { Party } from '#contract/codes.ts'
import type { CorrectionAccount, LedgerCorrection } from '#contract/staff/corrections.ts'
import { keyOf, takeLock } from '#server/kernel/db/advisory-locks.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import { amountOf } from '#server/ledger/amount.ts'
import type { Entry } from '#server/ledger/postings.ts'

export type CorrectionRow = {
  id: string
  proposed_at: Date
  proposed_by: string
  proposer: string
  booking_id: string | null
  number: string | null
  owner_id: string | null
  owner_name: string | null
  sitter_account_id: string | null
  sitter_name: string | null
  debit: CorrectionAccount
  credit: CorrectionAccount
  amount: number
  currency: string
  reason: string
  needs_approval: boolean
  state: LedgerCorrection['state']
  decided_at: Date | null
  decided_by: string | null
  decider: string | null
  decision: string | null
}

/** Corrections are posted one after another, so that the limit for one person and the balances hold for each of them. */
export const lockCorrections = (tx: Tx) => takeLock(tx, keyOf('corrections'))

const corrections = sql`
  select correction.*, proposer.name as proposer, decider.name as decider, booking.number, booking.owner_id,
    owner.name as owner_name, sitter.account_id as sitter_account_id, carer.name as sitter_name
  from ledger_correction correction
  join account proposer on proposer.id = correction.proposed_by
  left join account decider on decider.id = correction.decided_by
  left join booking on booking.id = correction.booking_id
  left join account owner on owner.id = booking.owner_id
  left join sitter on sitter.id = booking.sitter_id
  left join account carer on carer.id = sitter.account_id`

type Read = Omit<CorrectionRow, 'amount'> & { amount: string }
const readRow = (row: Read): CorrectionRow => ({ ...row, amount: amountOf(row.amount) })

type CorrectionQuery = {
  state?: LedgerCorrection['state'] | undefined
  after?: ListPosition | undefined
  limit: number
}

/** Finds corrections, newest first. */
export async function findCorrections(
  db: Db,
  { state, after, limit }: CorrectionQuery,
): Promise<CorrectionRow[]> {
  const { rows } = await sql<Read>`
    ${corrections}
    where ${state ? sql`correction.state = ${state}` : sql`true`}
      and ${after ? sql`(correction.proposed_at, correction.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
    order by correction.proposed_at desc, correction.id desc limit ${limit}`.execute(db)
  return rows.map(readRow)
}

export async function findCorrection(db: Db, id: string): Promise<CorrectionRow | undefined> {
  const { rows } = await sql<Read>`${corrections} where correction.id = ${id}`.execute(db)
  return rows.map(readRow)[0]
}

export const lockCorrection = (tx: Tx, id: string) =>
  tx.selectFrom('ledger_correction').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const insertCorrection = (tx: Tx, row: Insertable<DB['ledger_correction']>) =>
  tx.insertInto('ledger_correction').values(row).execute()

type Decision = { state: 'posted' | 'rejected'; at: Date; by: string; decision: string | null }

export const decideCorrection = (tx: Tx, id: string, { state, at, by, decision }: Decision) =>
  tx
    .updateTable('ledger_correction')
    .set({ state, decided_at: at, decided_by: by, decision })
    .where('id', '=', id)
    .execute()

/** Sums what a person has posted since then without a second person. */
export async function sumPostedAlone(db: Db, accountId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount), 0) as sum from ledger_correction
    where proposed_by = ${accountId} and not needs_approval and proposed_at > ${since}`.execute(db)
  return amountOf(rows[0]!.sum)
}

export type CorrectedBooking = { id: string; currency: string; ids: Record<Party, string> }

export async function findBooking(db: Db, number: string): Promise<CorrectedBooking | undefined> {
  const row = await db
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select(['booking.id', 'booking.currency', 'booking.owner_id', 'sitter.account_id'])
    .where('booking.number', '=', number.replace(/^#/, '').toUpperCase())
    .executeTakeFirst()
  return row && { id: row.id, currency: row.currency, ids: { owner: row.owner_id, sitter: row.account_id } }
}

/** Returns the balance of one person's account. */
export async function sumOfAccount(
  db: Db,
  { account, accountId }: Pick<Entry, 'account' | 'accountId'>,
  currency: string,
): Promise<number> {
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(entry.amount), 0) as balance
    from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
    where entry.account = ${account} and entry.account_id = ${accountId} and transfer.currency = ${currency}`.execute(
    db,
  )
  return amountOf(rows[0]!.balance)
}
