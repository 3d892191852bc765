import { sql } from 'kysely'
import { bookingWithParties, type BookingRow } from '#server/bookings/record/store.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { amountOf } from '#server/ledger/amount.ts'

/** Position at which a page of payouts ended. */
export type PayoutPosition = { at: Date; id: string }

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
export async function findPayouts(
  db: Db,
  accountId: string,
  after: PayoutPosition | undefined,
  limit: number,
) {
  let rows = payouts(db, accountId).limit(limit)
  if (after)
    rows = rows.where(
      sql<boolean>`(ledger_transfer.at, ledger_transfer.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  return (await rows.execute()).map((row) => ({ ...row, amount: -amountOf(row.amount) }))
}

/** Sums up each month, by the time zones of its bookings, the newest first. */
export async function sumByMonth(db: Db, accountId: string, limit: number) {
  const { rows } = await sql<{
    month: string
    currency: string
    earned: string
    fees: string
    payouts: number
  }>`
    select to_char(transfer.at at time zone booking.time_zone, 'YYYY-MM') as month, transfer.currency,
      coalesce(-sum(entry.amount) filter (where transfer.kind = 'payout' and entry.account = 'sitter'), 0) as earned,
      coalesce(sum(entry.amount) filter (where transfer.kind = 'release' and entry.account in ('platform_fee', 'tax')), 0) as fees,
      count(*) filter (where transfer.kind = 'payout' and entry.account = 'sitter')::int as payouts
    from sitter
    join booking on booking.sitter_id = sitter.id
    join ledger_transfer transfer on transfer.booking_id = booking.id and transfer.kind in ('release', 'payout')
    join ledger_entry entry on entry.transfer_id = transfer.id
    where sitter.account_id = ${accountId}
    group by 1, 2 order by 1 desc, 2 limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, earned: amountOf(row.earned), fees: amountOf(row.fees) }))
}

/** Returns this sitter's bookings with money still in escrow. */
export const findHeld = (db: Db, accountId: string, limit: number): Promise<BookingRow[]> =>
  bookingWithParties(db)
    .where('sitter.account_id', '=', accountId)
    .where('booking.status', 'in', ['confirmed', 'in_progress', 'completed', 'cancelled'])
    .where(sql<boolean>`booking.paid > booking.refunded + booking.released`)
    .orderBy('booking.ends_at')
    .orderBy('booking.id')
    .limit(limit)
    .execute()
