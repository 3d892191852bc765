import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { entriesOf } from '#contract/entries.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import type { TaskRow } from '#server/payments/store.ts'

export type DisputeRow = Selectable<DB['payment_dispute']>

/** Returns false if the dispute is already known. */
export async function insertDispute(tx: Tx, row: Insertable<DB['payment_dispute']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_dispute')
    .values(row)
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type DisputeKey = { id: string } | { provider_id: string }

export const lockDispute = (tx: Tx, name: DisputeKey): Promise<DisputeRow | undefined> => {
  const [column, value] = entriesOf<'id' | 'provider_id', string>(name)[0]!
  return tx.selectFrom('payment_dispute').selectAll().where(column, '=', value).forUpdate().executeTakeFirst()
}

/**
 * Locks the disputes that decide about a task: its own, or those of the payment it refunds. Call it before locking the
 * task itself.
 */
export async function lockDisputesOfTask(tx: Tx, taskId: string): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    select dispute.* from payment_dispute dispute
    where dispute.id in (
      select task.dispute_id from payment_task task where task.id = ${taskId}
      union all
      select refunded.id from payment_task task
      join payment_dispute refunded on refunded.payment_id = task.payment_id
      where task.id = ${taskId} and task.kind = 'refund'
    )
    order by dispute.id for update of dispute`.execute(tx)
  return rows
}

export const updateDispute = (
  tx: Tx,
  id: string,
  change: Updateable<DB['payment_dispute']>,
): Promise<DisputeRow> =>
  tx.updateTable('payment_dispute').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const findDispute = (db: Db, id: string): Promise<DisputeRow> =>
  db.selectFrom('payment_dispute').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const findDisputesOf = (db: Db, paymentId: string): Promise<DisputeRow[]> =>
  db.selectFrom('payment_dispute').selectAll().where('payment_id', '=', paymentId).execute()

/** Finds the refunds that wait for the end of a dispute. */
export const findWaitingRefunds = (db: Db, paymentId: string): Promise<{ id: string }[]> =>
  db
    .selectFrom('payment_task')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .where('state', '=', 'waiting')
    .execute()

/** Finds the refunds that have waited for a dispute and need not wait any longer. */
export const findResumableRefunds = (db: Db, before: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('payment_task')
    .innerJoin('payment', 'payment.id', 'payment_task.payment_id')
    .select('payment_task.id')
    .where('payment_task.kind', '=', 'refund')
    .where('payment_task.state', '=', 'waiting')
    .where('payment_task.updated_at', '<', before)
    .where('payment.dispute', 'in', ['won', 'lost', 'borne'])
    .orderBy('payment_task.updated_at')
    .limit(limit)
    .execute()

/** Locks the refunds that a bank has made in our place, the oldest first; they have no id at Stripe. */
export const lockCoveredRefunds = (tx: Tx, paymentId: string): Promise<TaskRow[]> =>
  tx
    .selectFrom('payment_task')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .where('state', '=', 'done')
    .where('provider_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()

/** Locks the transfers that the sitter has earned with a booking and that have not been sent, the newest first. */
export const lockUnpaidTransfers = (tx: Tx, bookingId: string): Promise<TaskRow[]> =>
  tx
    .selectFrom('payment_task')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'transfer')
    .where('state', 'in', ['planned', 'waiting'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()

/** Finds the transfers sent to the sitter that are not fully reversed, newest first, each with the remaining amount. */
export async function findPaidTransfers(
  db: Db,
  bookingId: string,
): Promise<{ id: string; amount: number }[]> {
  const { rows } = await sql<{ id: string; amount: number }>`
    select sent.id, (sent.amount - coalesce(sum(back.amount), 0))::int as amount
    from payment_task sent left join payment_task back on back.reverses = sent.id and back.state <> 'refused'
    where sent.booking_id = ${bookingId} and sent.kind = 'transfer' and sent.state = 'done'
    group by sent.id
    having sent.amount > coalesce(sum(back.amount), 0)
    order by sent.created_at desc, sent.id desc`.execute(db)
  return rows
}

export const findTransferId = async (db: Db, taskId: string): Promise<string> =>
  (
    await db
      .selectFrom('payment_task')
      .select('provider_id')
      .where('id', '=', taskId)
      .where('provider_id', 'is not', null)
      .executeTakeFirstOrThrow()
  ).provider_id!

export type ListedDispute = DisputeRow & {
  number: string
  service: DB['booking']['service']
  owner_name: string
  sitter_name: string
  start_on: string
  end_on: string
  unpaid: number
  paid_out: number
  sending: 'answer' | 'accept' | null
  failure: string | null
}
export type DisputeQuery = {
  status: 'open' | 'closed' | 'all'
  bookingId?: string | undefined
  disputeId?: string
  after?: ListPosition | undefined
  limit: number
}

/**
 * Sort keys: open disputes by their deadline, or by when they were opened if there is none; closed ones by when they
 * were closed.
 */
const positions = {
  open: sql`coalesce(dispute.due_at, dispute.opened_at)`,
  closed: sql`dispute.closed_at`,
  all: sql`dispute.opened_at`,
}

/** Lost, or only partly returned: it is still to be decided who bears what the bank keeps. */
const isUndecided = sql`(dispute.decided_at is null and (dispute.status = 'lost' or dispute.withdrawn < dispute.amount
  and dispute.withdrawn > dispute.covered + dispute.borne_by_platform + dispute.borne_by_sitter))`
const scopes = {
  open: sql`(dispute.closed_at is null or ${isUndecided})`,
  closed: sql`(dispute.closed_at is not null and not ${isUndecided})`,
  all: sql`true`,
}

/** Reads one page of disputes, with the facts an operator needs for a decision. */
export async function listDisputes(
  db: Db,
  { status, bookingId, disputeId, after, limit }: DisputeQuery,
): Promise<(ListedDispute & { position: Date })[]> {
  const position = positions[status]
  const order = status === 'open' ? sql`` : sql`desc`
  const beyond = status === 'open' ? sql`>` : sql`<`
  const { rows } = await sql<ListedDispute & { position: Date }>`
    select dispute.*, ${position} as position, booking.number, booking.service, booking.start_on, booking.end_on,
      owner.name as owner_name, sitter.name as sitter_name,
      (select coalesce(sum(task.amount), 0)::int from payment_task task
        where task.booking_id = dispute.booking_id and task.kind = 'transfer'
          and task.state in ('planned', 'waiting')) as unpaid,
      (select coalesce(sum(case task.kind when 'transfer' then task.amount else -task.amount end), 0)::int
        from payment_task task where task.booking_id = dispute.booking_id
          and (task.kind = 'transfer' and task.state = 'done'
            or task.kind = 'reverse' and task.state <> 'refused')) as paid_out,
      (select task.kind from payment_task task where task.dispute_id = dispute.id
        and task.kind in ('answer', 'accept') and task.state in ('planned', 'unknown')
        order by task.created_at desc limit 1) as sending,
      (select task.failure from payment_task task where task.dispute_id = dispute.id
        and task.kind in ('answer', 'accept', 'reverse')
        order by task.created_at desc limit 1) as failure
    from payment_dispute dispute
    join booking on booking.id = dispute.booking_id
    join account owner on owner.id = booking.owner_id
    join sitter on sitter.id = booking.sitter_id
    where ${scopes[status]}
      and ${bookingId ? sql`dispute.booking_id = ${bookingId}` : sql`true`}
      and ${disputeId ? sql`dispute.id = ${disputeId}` : sql`true`}
      and ${after ? sql`(${position}, dispute.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by ${position} ${order}, dispute.id ${order}
    limit ${limit}`.execute(db)
  return rows
}

export async function clearEvidence(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx
    .updateTable('payment_dispute')
    .set({ evidence: null })
    .where('booking_id', 'in', bookingIds)
    .where('evidence', 'is not', null)
    .execute()
}
