import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { entriesOf } from '#contract/entries.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type PaymentRow = Selectable<DB['payment']>
export type TaskRow = Selectable<DB['payment_task']>
export type AccountRow = Selectable<DB['payment_account']>

/** Finds what is to be paid for a booking, and by whom. */
export const findPayable = (db: Db, bookingId: string) =>
  db
    .selectFrom('booking')
    .innerJoin('account as owner', 'owner.id', 'booking.owner_id')
    .leftJoin('booking_extra as extra', (join) =>
      join.onRef('extra.booking_id', '=', 'booking.id').on('extra.status', '=', 'waiting'),
    )
    .select([
      'booking.id',
      'booking.owner_id',
      'booking.status',
      'booking.payment_mode',
      'booking.payment_status',
      'booking.total',
      'booking.currency',
      'booking.expires_at',
      'booking.starts_at',
      'booking.ends_at',
      sql<number>`(booking.terms #>> '{settings,payout,delayHours}')::int`.as('payout_delay_hours'),
      'owner.email as owner_email',
      'extra.id as extra_id',
      'extra.purpose as extra_purpose',
      'extra.amount as extra_amount',
    ])
    .where('booking.id', '=', bookingId)
    .executeTakeFirst()

/** Locks the payment of a booking, or of an extra, that is not voided. */
export const lockLivePayment = (
  tx: Tx,
  bookingId: string,
  extraId: string | null,
): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('extra_id', 'is not distinct from', extraId)
    .where('state', '<>', 'voided')
    .forUpdate()
    .executeTakeFirst()

type PaymentKey = { id: string } | { intent_id: string } | { setup_id: string } | { swap_setup_id: string }

export const lockPayment = (tx: Tx, name: PaymentKey): Promise<PaymentRow | undefined> => {
  const [column, value] = entriesOf<'id' | 'intent_id' | 'setup_id' | 'swap_setup_id', string>(name)[0]!
  return tx.selectFrom('payment').selectAll().where(column, '=', value).forUpdate().executeTakeFirst()
}

export const findPayment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()

/** Finds the stored card for the price of a confirmed booking, as long as its charge has not been sent to the bank. */
export const findReplaceableCard = (db: Db, bookingId: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payment')
    .innerJoin('booking', 'booking.id', 'payment.booking_id')
    .selectAll('payment')
    .where('payment.booking_id', '=', bookingId)
    .where('booking.charge_at', 'is not', null)
    .where('payment.extra_id', 'is', null)
    .where('payment.state', '=', 'stored')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_task')
            .select('payment_task.id')
            .whereRef('payment_task.payment_id', '=', 'payment.id')
            .where('payment_task.kind', '=', 'charge'),
        ),
      ),
    )
    .executeTakeFirst()

export const findPaymentOfIntent = (db: Db, intentId: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('intent_id', '=', intentId).executeTakeFirst()

export const insertPayment = (tx: Tx, payment: Insertable<DB['payment']>): Promise<PaymentRow> =>
  tx.insertInto('payment').values(payment).returningAll().executeTakeFirstOrThrow()

export const updatePayment = (tx: Tx, id: string, change: Updateable<DB['payment']>): Promise<PaymentRow> =>
  tx.updateTable('payment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Returns undefined if the same cause has already planned this task. */
export const insertTask = (tx: Tx, task: Insertable<DB['payment_task']>): Promise<TaskRow | undefined> =>
  tx
    .insertInto('payment_task')
    .values(task)
    .onConflict((conflict) => conflict.columns(['kind', 'source']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const lockTask = (tx: Tx, id: string): Promise<TaskRow | undefined> =>
  tx.selectFrom('payment_task').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateTask = (tx: Tx, id: string, change: Updateable<DB['payment_task']>): Promise<TaskRow> =>
  tx.updateTable('payment_task').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Finds the tasks that have made no progress although they could: after a crash, or while Stripe did not answer. */
export const findOpenTasks = (db: Db, before: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('payment_task')
    .select('id')
    .where('state', 'in', ['planned', 'unknown'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute()

/** Finds the transfers that no longer have to wait. */
export const findResumableTransfers = (db: Db, before: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('payment_task')
    .innerJoin('payment_account', 'payment_account.account_id', 'payment_task.account_id')
    .select('payment_task.id')
    .where('payment_task.kind', '=', 'transfer')
    .where('payment_task.state', '=', 'waiting')
    // A refused transfer may be retried later.
    .where((where) =>
      where.or([where('payment_task.failure', 'is', null), where('payment_task.updated_at', '<', before)]),
    )
    .where('payment_account.state', '=', 'ready')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment')
            .select('payment.id')
            .whereRef('payment.booking_id', '=', 'payment_task.booking_id')
            .where('payment.dispute', 'in', ['open', 'lost']),
        ),
      ),
    )
    .orderBy('payment_task.created_at')
    .limit(limit)
    .execute()

export const isDisputed = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom('payment')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('dispute', 'in', ['open', 'lost'])
    .executeTakeFirst()) !== undefined

/** Sums all that is or will be paid out of a payment. */
export async function sumTransfers(db: Db, paymentId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('payment_task')
    .select(({ fn }) => fn.sum<string | null>('amount').as('sum'))
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'transfer')
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/**
 * Finds the payments of a booking's price, the oldest first, with what is refunded and paid out of each. Payments that
 * came too late for their change, and tips, are not included.
 */
export async function findPaid(tx: Tx, bookingId: string) {
  const { rows } = await sql<{ id: string; amount: number; given_back: number; paid_out: number }>`
    select payment.id, payment.amount,
      coalesce(sum(task.amount) filter (where task.kind = 'refund' and task.state <> 'refused'), 0)::int as given_back,
      coalesce(sum(task.amount) filter (where task.kind = 'transfer'), 0)::int as paid_out
    from payment
    left join booking_extra extra on extra.id = payment.extra_id
    left join payment_task task on task.payment_id = payment.id
    where payment.booking_id = ${bookingId} and payment.state = 'captured'
      and (payment.purpose = 'booking' or payment.purpose = 'change' and extra.status = 'paid')
    group by payment.id order by payment.purpose <> 'booking', payment.created_at, payment.id`.execute(tx)
  return rows
}

/** Finds the most recently used card of a booking that may be charged again. */
export async function findStoredMethod(tx: Tx, bookingId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('payment')
    .select('method_id')
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'captured')
    .where('method_id', 'is not', null)
    .orderBy('updated_at', 'desc')
    .executeTakeFirst()
  return row?.method_id ?? null
}

/** Finds the account ids of both parties, for the ledger. */
export const findSides = (db: Db, bookingId: string): Promise<{ ownerId: string; sitterId: string }> =>
  db
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select(['booking.owner_id as ownerId', 'sitter.account_id as sitterId'])
    .where('booking.id', '=', bookingId)
    .executeTakeFirstOrThrow()

export const findAccount = (db: Db, accountId: string): Promise<AccountRow | undefined> =>
  db.selectFrom('payment_account').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Finds what the provider needs to know about a sitter. */
export const findSitterPerson = (db: Db, accountId: string) =>
  db
    .selectFrom('sitter')
    .innerJoin('account', 'account.id', 'sitter.account_id')
    .select(['account.email', 'sitter.country'])
    .where('sitter.account_id', '=', accountId)
    .executeTakeFirst()

export const insertAccount = (tx: Tx, account: Insertable<DB['payment_account']>) =>
  tx
    .insertInto('payment_account')
    .values(account)
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()

export const updateAccount = (tx: Tx, providerId: string, change: Updateable<DB['payment_account']>) =>
  tx.updateTable('payment_account').set(change).where('provider_id', '=', providerId).execute()

export const findCustomer = (db: Db, accountId: string) =>
  db
    .selectFrom('payment_customer')
    .select('provider_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const insertCustomer = (tx: Tx, customer: Insertable<DB['payment_customer']>) =>
  tx
    .insertInto('payment_customer')
    .values(customer)
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()

/** Returns false if this event has been received before. */
export async function insertEvent(tx: Tx, event: Insertable<DB['payment_event']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_event')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findEvent = (db: Db, id: string) =>
  db.selectFrom('payment_event').selectAll().where('id', '=', id).executeTakeFirst()

export const markApplied = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('payment_event').set({ applied_at: at }).where('id', '=', id).execute()

export const findOpenEvents = (db: Db, before: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('payment_event')
    .select('id')
    .where('applied_at', 'is', null)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(limit)
    .execute()

/** Deletes the person's ids at the provider. */
export async function deleteProviderIds(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('payment_customer').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('payment_account').where('account_id', '=', accountId).execute()
}
