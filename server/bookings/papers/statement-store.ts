import { sql } from 'kysely'
import { type PaymentMode, type Party, type TransferKind, transferKinds } from '#contract/codes.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { amountOf } from '#server/ledger/amount.ts'

export type SideQuery = { accountId: string; role: Party }
export type StatementQuery = SideQuery & { month: string; currency: string }

/** Returns the movements on one account in a month, by the time zones of the bookings, in order of time. */
export async function findMovements(db: Db, { accountId, role, month, currency }: StatementQuery) {
  const { rows } = await sql<{
    at: Date
    kind: TransferKind
    mode: PaymentMode
    number: string
    other: string
    time_zone: string
    amount: string
  }>`
    select transfer.at, transfer.kind, booking.payment_mode as mode, booking.number, booking.time_zone, entry.amount,
      case when ${role} = 'owner' then sitter.name else owner.name end as other
    from ledger_entry entry
    join ledger_transfer transfer on transfer.id = entry.transfer_id
    join booking on booking.id = transfer.booking_id
    join sitter on sitter.id = booking.sitter_id
    join account owner on owner.id = booking.owner_id
    where entry.account_id = ${accountId} and entry.account = ${role} and transfer.currency = ${currency}
      and ${monthOfTransfer} = ${month}
    order by transfer.at, array_position(${sql.val([...transferKinds])}::text[], transfer.kind), transfer.id, entry.idx`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, amount: amountOf(row.amount) }))
}

/** Returns the balance at the end of the month before. */
export async function sumBefore(
  db: Db,
  { accountId, role, month, currency }: StatementQuery,
): Promise<number> {
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(entry.amount), 0) as balance
    from ledger_entry entry
    join ledger_transfer transfer on transfer.id = entry.transfer_id
    join booking on booking.id = transfer.booking_id
    where entry.account_id = ${accountId} and entry.account = ${role} and transfer.currency = ${currency}
      and ${monthOfTransfer} < ${month}`.execute(db)
  return amountOf(rows[0]!.balance)
}

type SumName = 'paid' | 'refunded' | 'tips' | 'earned' | 'taken_back' | 'fees' | 'settled' | 'reclaimed'

/**
 * The sums of `transfersOfSide` by purpose. Statements and earnings all read these, so that they agree to the cent.
 */
export const sums = sql`
  coalesce(sum(entry.amount) filter (where transfer.kind = 'charge' and entry.account = 'owner'), 0) as paid,
  coalesce(-sum(entry.amount) filter (where transfer.kind = 'refund_paid' and entry.account = 'owner'), 0) as refunded,
  coalesce(sum(entry.amount) filter (where transfer.kind = 'tip' and entry.account = 'sitter'), 0) as tips,
  coalesce(sum(entry.amount) filter (where transfer.kind = 'release' and entry.account = 'sitter'), 0) as earned,
  coalesce(-sum(entry.amount) filter (where transfer.kind = 'dispute_borne' and entry.account = 'sitter'), 0) as taken_back,
  coalesce(sum(entry.amount) filter (where transfer.kind = 'release' and entry.account in ('platform_fee', 'tax')), 0) as fees,
  coalesce(-sum(entry.amount) filter (where transfer.kind = 'payout' and entry.account = 'sitter'), 0) as settled,
  coalesce(sum(entry.amount) filter (where transfer.kind = 'payout_back' and entry.account = 'sitter'), 0) as reclaimed`

/** The ledger entries of one side's bookings. */
export const transfersOfSide = ({ accountId, role }: SideQuery) => sql`
  from booking
  join sitter on sitter.id = booking.sitter_id
  join account owner on owner.id = booking.owner_id
  join ledger_transfer transfer on transfer.booking_id = booking.id
  join ledger_entry entry on entry.transfer_id = transfer.id
  where ${role === 'owner' ? sql`booking.owner_id` : sql`sitter.account_id`} = ${accountId}`

/** The month of a transfer, in the time zone of its booking. */
export const monthOfTransfer = sql`to_char(transfer.at at time zone booking.time_zone, 'YYYY-MM')`

export type SumRow = Record<SumName, string>

/** The sums as numbers. PostgreSQL sends them as text. */
export const numbersOf = (row: SumRow) => ({
  paid: amountOf(row.paid),
  refunded: amountOf(row.refunded),
  tips: amountOf(row.tips),
  earned: amountOf(row.earned),
  takenBack: amountOf(row.taken_back),
  fees: amountOf(row.fees),
  settled: amountOf(row.settled),
  reclaimed: amountOf(row.reclaimed),
})

/** Sums up the month's transfers of one account's bookings by purpose, once for each way of payment. */
export async function sumMonth(db: Db, query: StatementQuery) {
  const { rows } = await sql<SumRow & { mode: PaymentMode }>`
    select booking.payment_mode as mode, ${sums} ${transfersOfSide(query)}
      and transfer.currency = ${query.currency} and ${monthOfTransfer} = ${query.month}
    group by booking.payment_mode
    order by booking.payment_mode`.execute(db)
  return rows.map((row) => ({ mode: row.mode, ...numbersOf(row) }))
}

export const findNameOf = async (db: Db, accountId: string): Promise<string> =>
  (await db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirstOrThrow()).name
