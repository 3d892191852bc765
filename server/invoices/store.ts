import { type Insertable, type Selectable, sql } from 'kysely'
import type { FeeInvoiceStatus, Service } from '#contract/codes.ts'
import type { Fees } from '#server/invoices/invoice.ts'
import { keyOf, takeLock } from '#server/kernel/db/advisory-locks.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { containing } from '#server/kernel/db/like.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import { type Order, sortedBy } from '#server/kernel/db/sorted.ts'

/**
 * Serialises invoice creation until the transaction ends, so that the numbers have no gaps; always the first lock
 * taken.
 */
export const lockSerials = (tx: Tx) => takeLock(tx, keyOf('invoices'))

export async function nextSerial(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('fee_invoice')
    .select(({ fn }) => fn.max('serial').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Finds the last invoiced month, and the last one that was invoiced by hand. */
export async function findMonthsDone(db: Db): Promise<{ done: string | null; byHand: string | null }> {
  const row = await db
    .selectFrom('fee_month')
    .select([
      sql<string | null>`max(month)`.as('done'),
      sql<string | null>`max(month) filter (where made_at is null)`.as('byHand'),
    ])
    .executeTakeFirstOrThrow()
  return row
}

/** Finds when money first moved; transfer ids are time-ordered. */
export const findFirstTransferAt = async (db: Db): Promise<Date | null> =>
  (await db.selectFrom('ledger_transfer').select('at').orderBy('id').limit(1).executeTakeFirst())?.at ?? null

export const closeMonth = (tx: Tx, month: string, at: Date | null) =>
  tx
    .insertInto('fee_month')
    .values({ month, made_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export type DueSitter = { account_id: string; booking_ids: string[] }
export type DueQuery = {
  month: string
  from: Date
  until: Date
  /** Everything that ended before was invoiced by hand. */
  floor: Date
  after: string | null
  limit: number
}

/**
 * Finds the sitters with bookings that ended in the month, or ended before it and changed since it began; bookings with
 * an open case wait.
 */
export async function findDue(
  db: Db,
  { month, from, until, floor, after, limit }: DueQuery,
): Promise<DueSitter[]> {
  const { rows } = await sql<DueSitter>`
    select sitter.account_id, array_agg(booking.id order by booking.starts_at, booking.id) as booking_ids
    from booking
    join sitter on sitter.id = booking.sitter_id
    cross join lateral (select case booking.status
      when 'cancelled' then greatest(booking.starts_at, coalesce(booking.cancelled_at, booking.starts_at))
      else least(booking.ends_at, coalesce(booking.ended_at, booking.ends_at)) end as at) as over
    where booking.payment_mode = 'manual' and booking.paid > 0
      and booking.status in ('in_progress', 'completed', 'closed', 'cancelled')
      and over.at >= ${floor} and over.at < ${until}
      and (over.at >= ${from} or booking.updated_at >= ${from})
      and (${after}::uuid is null or sitter.account_id > ${after})
      and not exists (
        select 1 from booking_case held where held.booking_id = booking.id and held.status <> 'resolved')
      and not exists (
        select 1 from fee_invoice made where made.account_id = sitter.account_id
          and made.month = ${month} and made.currency = booking.currency)
    group by sitter.account_id order by sitter.account_id limit ${limit}`.execute(db)
  return rows
}

/** Sums what earlier invoices have charged for each of these bookings. */
export async function sumInvoiced(db: Db, bookingIds: readonly string[]): Promise<Map<string, Fees>> {
  const rows = await db
    .selectFrom('fee_invoice_line')
    .select(({ fn }) => [
      'booking_id',
      fn.sum<string>('fees').as('fees'),
      fn.sum<string>('tax').as('tax'),
      fn.sum<string>('promotion').as('promotion'),
    ])
    .where('booking_id', 'in', bookingIds)
    .groupBy('booking_id')
    .execute()
  return new Map(
    rows.map(({ booking_id, fees, tax, promotion }) => [
      booking_id,
      { fees: Number(fees), tax: Number(tax), promotion: Number(promotion) },
    ]),
  )
}

export const findInvoicesOfMonth = (tx: Tx, accountId: string, month: string) =>
  tx
    .selectFrom('fee_invoice')
    .select('currency')
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .execute()

export async function insertInvoice(
  tx: Tx,
  invoice: Insertable<DB['fee_invoice']>,
  lines: readonly Omit<Insertable<DB['fee_invoice_line']>, 'invoice_id'>[],
): Promise<void> {
  await tx.insertInto('fee_invoice').values(invoice).execute()
  await tx
    .insertInto('fee_invoice_line')
    .values(lines.map((line) => ({ ...line, invoice_id: invoice.id })))
    .execute()
}

const withSitter = (db: Db) =>
  db
    .selectFrom('fee_invoice')
    .innerJoin('account', 'account.id', 'fee_invoice.account_id')
    .innerJoin('sitter', 'sitter.account_id', 'fee_invoice.account_id')
    .selectAll('fee_invoice')
    .select(['account.name', 'account.email', 'account.erased_at', 'sitter.id as sitter_id'])

export type InvoiceRow = Awaited<ReturnType<ReturnType<typeof withSitter>['executeTakeFirstOrThrow']>>

export const findInvoice = (db: Db, id: string): Promise<InvoiceRow | undefined> =>
  withSitter(db).where('fee_invoice.id', '=', id).executeTakeFirst()

export const lockInvoice = (tx: Tx, id: string): Promise<InvoiceRow | undefined> =>
  withSitter(tx).where('fee_invoice.id', '=', id).forUpdate('fee_invoice').executeTakeFirst()

export const updateInvoice = (
  tx: Tx,
  { id, version }: Pick<InvoiceRow, 'id' | 'version'>,
  change: { status: FeeInvoiceStatus; closed_at: Date; reason: string | null },
) =>
  tx
    .updateTable('fee_invoice')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .execute()

export type InvoiceQuery = {
  accountId?: string
  status?: FeeInvoiceStatus | 'overdue' | undefined
  sitter?: string | undefined
  /** The day in the operator's time zone. */
  today: string
  order: Order<InvoiceRow>
  limit: number
}

export const invoiceOrder = sortedBy<InvoiceRow>(
  {
    number: { column: 'fee_invoice.serial', type: 'integer', of: ({ serial }) => serial },
    sitter: { column: 'account.name', type: 'text', of: ({ name }) => name },
    dueOn: { column: 'fee_invoice.due_on', type: 'date', of: ({ due_on: on }) => on },
    total: { column: 'fee_invoice.total', type: 'integer', of: ({ total }) => total },
  },
  'fee_invoice.id',
)

/** Lists invoices of one account or of all. */
export function listInvoices(
  db: Db,
  { accountId, status, sitter, today, order, limit }: InvoiceQuery,
): Promise<InvoiceRow[]> {
  let rows = withSitter(db).where(order.isBehind).orderBy(order.orderBy).limit(limit)
  if (accountId !== undefined) rows = rows.where('fee_invoice.account_id', '=', accountId)
  if (status === 'overdue')
    rows = rows.where('fee_invoice.status', '=', 'open').where('due_on', '<', today).where('total', '>', 0)
  else if (status !== undefined) rows = rows.where('fee_invoice.status', '=', status)
  if (sitter)
    rows = rows.where((where) =>
      where.or([
        where('account.name', 'ilike', containing(sitter)),
        where('account.email', 'ilike', containing(sitter)),
        where('sitter.name', 'ilike', containing(sitter)),
      ]),
    )
  return rows.execute()
}

/** Finds overdue invoices that have had no reminder. */
export const findToRemind = (db: Db, today: string, limit: number) =>
  db
    .selectFrom('fee_invoice')
    .select('id')
    .where('status', '=', 'open')
    .where('due_on', '<', today)
    .where('total', '>', 0)
    .where('reminded_at', 'is', null)
    .orderBy('due_on')
    .limit(limit)
    .execute()

/** Returns false if the notice was already sent, or if the invoice is closed by the time of the reminder. */
export async function markNotified(
  tx: Tx,
  id: string,
  column: 'told_at' | 'reminded_at',
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('fee_invoice')
    .set({ [column]: at })
    .where('id', '=', id)
    .where(column, 'is', null)
    .$if(column === 'reminded_at', (rows) => rows.where('status', '=', 'open'))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type LineRow = Selectable<DB['fee_invoice_line']> & {
  number: string
  service: Service
  owner_name: string
  start_on: string
  end_on: string
}

export const findLines = async (db: Db, invoiceIds: readonly string[]): Promise<LineRow[]> =>
  invoiceIds.length === 0
    ? []
    : db
        .selectFrom('fee_invoice_line as line')
        .innerJoin('booking', 'booking.id', 'line.booking_id')
        .innerJoin('account as owner', 'owner.id', 'booking.owner_id')
        .selectAll('line')
        .select([
          'booking.number',
          'booking.service',
          'booking.start_on',
          'booking.end_on',
          'owner.name as owner_name',
        ])
        .where('line.invoice_id', 'in', invoiceIds)
        .orderBy('booking.starts_at')
        .orderBy('booking.id')
        .execute()
