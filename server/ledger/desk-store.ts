import { type RawBuilder, sql } from 'kysely'
import { type LedgerAccount, type TransferKind, transferKinds } from '#contract/codes.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { type Order, sortedBy } from '#server/kernel/db/sorted.ts'
import { amountOf } from '#server/ledger/amount.ts'

/** The sums of an account; debits and credits are both positive. */
export type SumRow = {
  account: LedgerAccount
  currency: string
  debit: number
  credit: number
  balance: number
}

/** The end of a day in a time zone. */
const endOf = (day: string, timeZone: string) => sql`(${day}::date + 1)::timestamp at time zone ${timeZone}`
const startOf = (day: string, timeZone: string) => sql`${day}::date::timestamp at time zone ${timeZone}`

/** Sums all entries by account and currency, or those until the end of a day. */
export async function sumByAccount(
  db: Db,
  { on, timeZone }: { on?: string | undefined; timeZone: string },
): Promise<SumRow[]> {
  const { rows } = await sql<Record<'debit' | 'credit' | 'balance', string> & Omit<SumRow, 'debit'>>`
    select entry.account, transfer.currency,
      coalesce(-sum(entry.amount) filter (where entry.amount < 0), 0) as debit,
      coalesce(sum(entry.amount) filter (where entry.amount > 0), 0) as credit,
      sum(entry.amount) as balance
    from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
    where ${on ? sql`transfer.at < ${endOf(on, timeZone)}` : sql`true`}
    group by transfer.currency, entry.account order by transfer.currency, entry.account`.execute(db)
  return rows.map(({ account, currency, debit, credit, balance }) => ({
    account,
    currency,
    debit: amountOf(debit),
    credit: amountOf(credit),
    balance: amountOf(balance),
  }))
}

export type TransferFilter = {
  account?: LedgerAccount | undefined
  personId?: string | undefined
  kind?: TransferKind | undefined
  booking?: string | undefined
  from?: string | undefined
  to?: string | undefined
  timeZone: string
}
/** Transfers of the same instant are in the order of their kinds: a payment comes before what is done with it. */
const rank = sql`array_position(${sql.val([...transferKinds])}::text[], kind)`

export type TransferRow = {
  id: string
  at: Date
  rank: number
  kind: TransferKind
  currency: string
  note: string | null
  booking_id: string | null
  number: string | null
  /** Sum of its debits. */
  amount: number
}

const byRank = {
  column: 'transfer.rank',
  type: 'integer',
  of: ({ rank }: TransferRow) => rank,
} as const

export const transferOrder = sortedBy<TransferRow>(
  {
    at: { column: 'transfer.at', type: 'timestamptz', of: ({ at }) => at, ties: byRank },
    kind: byRank,
    amount: { column: 'transfer.amount', type: 'bigint', of: ({ amount }) => amount },
  },
  'transfer.id',
)

function conditionsOf(filter: TransferFilter) {
  const { account, personId, kind, booking, from, to, timeZone } = filter
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (account || personId)
    conditions.push(sql`exists (select 1 from ledger_entry entry where entry.transfer_id = transfer.id
      and ${account ? sql`entry.account = ${account}` : sql`true`}
      and ${personId ? sql`entry.account_id = ${personId}` : sql`true`})`)
  if (kind) conditions.push(sql`transfer.kind = ${kind}`)
  if (booking) conditions.push(sql`booking.number = ${booking.replace(/^#/, '').toUpperCase()}`)
  if (from) conditions.push(sql`transfer.at >= ${startOf(from, timeZone)}`)
  if (to) conditions.push(sql`transfer.at < ${endOf(to, timeZone)}`)
  return sql.join(conditions, sql` and `)
}

const transfers = sql`
  select *, ${rank} as rank, (
    select coalesce(sum(amount), 0) from ledger_entry where transfer_id = ledger_transfer.id and amount > 0) as amount
  from ledger_transfer`

export async function findTransfers(
  db: Db,
  filter: TransferFilter,
  { order, limit }: { order: Order<TransferRow>; limit: number },
): Promise<TransferRow[]> {
  const { rows } = await sql<Omit<TransferRow, 'amount'> & { amount: string }>`
    select transfer.id, transfer.at, transfer.rank, transfer.kind, transfer.currency, transfer.note,
      transfer.amount, booking.id as booking_id, booking.number
    from (${transfers}) transfer left join booking on booking.id = transfer.booking_id
    where ${conditionsOf(filter)} and ${order.isBehind}
    order by ${order.orderBy} limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, amount: amountOf(row.amount) }))
}

export type DeskEntryRow = {
  transfer_id: string
  account: LedgerAccount
  account_id: string | null
  name: string | null
  amount: number
}

/** Finds the entries of these transfers, each transfer's in their order. */
export async function findEntries(db: Db, transferIds: readonly string[]): Promise<DeskEntryRow[]> {
  const { rows } = await sql<Omit<DeskEntryRow, 'amount'> & { amount: string }>`
    select entry.transfer_id, entry.account, entry.account_id, account.name, entry.amount
    from ledger_entry entry left join account on account.id = entry.account_id
    where entry.transfer_id = any(${[...transferIds]}::uuid[])
    order by entry.transfer_id, entry.idx`.execute(db)
  return rows.map((row) => ({ ...row, amount: amountOf(row.amount) }))
}
