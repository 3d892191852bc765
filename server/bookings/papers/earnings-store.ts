import { sql } from 'kysely'
import type { Service } from '#contract/codes.ts'
import {
  monthOfTransfer,
  numbersOf,
  type SumRow,
  sums,
  transfersOfSide,
} from '#server/bookings/papers/statement-store.ts'
import { bookingWithParties, type BookingRow } from '#server/bookings/record/store.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { amountOf } from '#server/ledger/amount.ts'

/** The first and the last of some months. */
export type Months = { from: string; to: string }

type PayoutQuery = { [K in keyof Months]: Months[K] | undefined } & {
  after: ListPosition | undefined
  limit: number
}

const payouts = (db: Db, accountId: string) =>
  db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transfer', 'ledger_transfer.id', 'ledger_entry.transfer_id')
    .innerJoin('booking', 'booking.id', 'ledger_transfer.booking_id')
    .innerJoin('account as owner', 'owner.id', 'booking.owner_id')
    .select([
      'ledger_transfer.id',
      'ledger_transfer.at',
      'ledger_entry.amount',
      'booking.id as booking_id',
      'booking.number',
      'booking.service',
      'booking.start_on',
      'booking.end_on',
      'booking.currency',
      'owner.name as owner_name',
    ])
    .where('ledger_entry.account_id', '=', accountId)
    .where('ledger_entry.account', '=', 'sitter')
    .where('ledger_transfer.kind', '=', 'payout')
    .orderBy('ledger_transfer.at', 'desc')
    .orderBy('ledger_transfer.id', 'desc')

/** Returns the payouts to this sitter, the newest first. */
export async function findPayouts(db: Db, accountId: string, { after, limit, from, to }: PayoutQuery) {
  let rows = payouts(db, accountId).limit(limit)
  const month = sql<string>`to_char(ledger_transfer.at at time zone booking.time_zone, 'YYYY-MM')`
  if (from) rows = rows.where(month, '>=', from)
  if (to) rows = rows.where(month, '<=', to)
  if (after)
    rows = rows.where(
      sql<boolean>`(ledger_transfer.at, ledger_transfer.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  return (await rows.execute()).map((row) => ({ ...row, amount: -amountOf(row.amount) }))
}

type EarningRow = SumRow & {
  currency: string
  by_provider: boolean
  bookings: number
  paid_out: string
  balance: string
}

/** What the sums of earnings have in addition to those of statements. */
const earningSums = sql`
  transfer.currency,
  bool_or(booking.payment_mode <> 'manual') as by_provider,
  count(distinct booking.id) filter (where transfer.kind in ('release', 'tip') and entry.account = 'sitter')::int as bookings,
  coalesce(-sum(entry.amount) filter (where transfer.kind in ('payout', 'payout_back') and entry.account = 'sitter'
    and booking.payment_mode <> 'manual'), 0) as paid_out,
  coalesce(sum(entry.amount) filter (where entry.account = 'sitter'), 0) as balance, ${sums}`

const earningsOf = (row: EarningRow) => ({
  ...numbersOf(row),
  currency: row.currency,
  byProvider: row.by_provider,
  bookings: row.bookings,
  paidOut: amountOf(row.paid_out),
  balance: amountOf(row.balance),
})

/** Sums up a sitter's earnings in each currency, by month and in all; `month` is null for all. */
export async function sumByMonth(db: Db, accountId: string) {
  const { rows } = await sql<EarningRow & { month: string | null }>`
    select ${monthOfTransfer} as month, ${earningSums} ${transfersOfSide({ accountId, role: 'sitter' })}
    group by grouping sets ((transfer.currency, ${monthOfTransfer}), (transfer.currency))
    order by transfer.currency, month`.execute(db)
  return rows.map((row) => ({ month: row.month, ...earningsOf(row) }))
}

/** Sums up a sitter's earnings of some months in each currency, by service and in all; `service` is null for all. */
export async function sumByService(db: Db, accountId: string, { from, to }: Months) {
  const { rows } = await sql<EarningRow & { service: Service | null }>`
    select booking.service, ${earningSums} ${transfersOfSide({ accountId, role: 'sitter' })}
      and ${monthOfTransfer} between ${from} and ${to}
    group by grouping sets ((transfer.currency, booking.service), (transfer.currency))
    order by transfer.currency, booking.service`.execute(db)
  return rows.map((row) => ({ service: row.service, ...earningsOf(row) }))
}

/** Sums up a sitter's earnings of some months by month and booking, in order of time. */
export async function sumByBooking(db: Db, accountId: string, { from, to }: Months) {
  const { rows } = await sql<
    EarningRow & {
      id: string
      month: string
      number: string
      service: Service
      owner_name: string
      start_on: string
      end_on: string
    }
  >`
    select ${monthOfTransfer} as month, booking.id, booking.number, booking.service, owner.name as owner_name,
      booking.start_on, booking.end_on, ${earningSums} ${transfersOfSide({ accountId, role: 'sitter' })}
      and ${monthOfTransfer} between ${from} and ${to}
    group by ${monthOfTransfer}, booking.id, owner.name, transfer.currency
    order by month, booking.starts_at, booking.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    month: row.month,
    number: row.number,
    service: row.service,
    ownerName: row.owner_name,
    startOn: row.start_on,
    endOn: row.end_on,
    ...earningsOf(row),
  }))
}

/** Returns the time zone of the account's sitter profile. */
export const findSitterZone = async (db: Db, accountId: string): Promise<string | undefined> =>
  (await db.selectFrom('sitter').select('time_zone').where('account_id', '=', accountId).executeTakeFirst())
    ?.time_zone

/** Returns this sitter's bookings with money still in escrow, those that end first; without a limit, all. */
export const findHeld = (db: Db, accountId: string, limit: number | null): Promise<BookingRow[]> =>
  bookingWithParties(db)
    .where('sitter.account_id', '=', accountId)
    .where('booking.status', 'in', ['confirmed', 'in_progress', 'completed', 'cancelled'])
    .where(sql<boolean>`booking.paid > booking.refunded + booking.released`)
    .orderBy('booking.ends_at')
    .orderBy('booking.id')
    .$if(limit !== null, (query) => query.limit(limit))
    .execute()
