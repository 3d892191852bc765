import { sql } from 'kysely'
import type { deskPayoutKinds, deskPayoutStates, payoutWaits } from '#contract/payments/codes.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { type Order, sortedBy } from '#server/kernel/db/sorted.ts'
import { amountOf } from '#server/ledger/amount.ts'

export type PayoutKind = (typeof deskPayoutKinds)[number]
export type PayoutState = (typeof deskPayoutStates)[number]

export type PayoutRow = {
  id: string
  kind: PayoutKind
  state: PayoutState
  waits_for: (typeof payoutWaits)[number] | null
  amount: number
  currency: string
  attempts: number
  failure: string | null
  created_at: Date
  updated_at: Date
  provider_id: string | null
  retryable: boolean
  account_id: string
  name: string
  booking_id: string
  number: string
}

const isDisputed = sql`exists (select 1 from payment disputed
  where disputed.booking_id = task.booking_id and disputed.dispute in ('open', 'lost'))`

/**
 * A transfer that the provider refuses stays `waiting` with its failure and is tried again every hour; a refused refund
 * stays `refused`. A refused transfer was cancelled in favour of a dispute.
 */
const stateOf = sql`case
  when task.state = 'done' then 'paid'
  when task.state = 'refused' and task.kind = 'transfer' then 'withheld'
  when task.state = 'refused' or task.state = 'waiting' and task.failure is not null
    and task.failure <> 'charge_disputed' then 'failed'
  else 'waiting' end`

/**
 * All payouts and refunds with what is known about them. A refund that the provider accepted first is not retryable,
 * because a lookup would find the one that it gave up.
 */
const payouts = sql`
  select task.id, case task.kind when 'transfer' then 'payout' else 'refund' end as kind, ${stateOf} as state,
    case when task.state in ('planned', 'unknown') then 'provider'
      when task.state <> 'waiting' or ${stateOf} <> 'waiting' then null
      when task.kind = 'refund' or ${isDisputed} then 'dispute'
      else 'account' end as waits_for,
    ${stateOf} = 'failed' and case task.kind
      when 'transfer' then account.state is not distinct from 'ready' and not ${isDisputed}
      else task.provider_id is null end as retryable,
    task.amount, task.currency, task.attempt - (task.sent_at is null)::int as attempts, task.failure,
    task.created_at, task.updated_at, task.provider_id,
    person.id as account_id, person.name, booking.id as booking_id, booking.number
  from payment_task task
  join booking on booking.id = task.booking_id
  left join payment on payment.id = task.payment_id
  join account person on person.id = coalesce(task.account_id, payment.payer_id)
  left join payment_account account on account.account_id = task.account_id
  where task.kind in ('transfer', 'refund')`

export type PayoutQuery = {
  kind: PayoutKind
  state: PayoutState
  booking?: string | undefined
  order: Order<PayoutRow>
  limit: number
}

export const payoutOrder = sortedBy<PayoutRow>(
  {
    person: { column: 'name', type: 'text', of: ({ name }) => name },
    amount: { column: 'amount', type: 'integer', of: ({ amount }) => amount },
    createdAt: { column: 'created_at', type: 'timestamptz', of: ({ created_at: at }) => at },
    changedAt: { column: 'updated_at', type: 'timestamptz', of: ({ updated_at: at }) => at },
  },
  'id',
)

export async function findPayouts(
  db: Db,
  { kind, state, booking, order, limit }: PayoutQuery,
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select * from (${payouts}) payout
    where kind = ${kind} and state = ${state}
      and ${booking ? sql`number = ${booking.replace(/^#/, '').toUpperCase()}` : sql`true`}
      and ${order.isBehind}
    order by ${order.orderBy} limit ${limit}`.execute(db)
  return rows
}

export async function findPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`select * from (${payouts}) payout where id = ${id}`.execute(db)
  return rows[0]
}

export type PayoutTotal = { state: PayoutState; currency: string; count: number; amount: number }

export async function sumPayouts(db: Db, kind: PayoutKind): Promise<PayoutTotal[]> {
  const { rows } = await sql<PayoutTotal & { amount: string }>`
    select state, currency, count(*)::int as count, sum(amount) as amount from (${payouts}) payout
    where kind = ${kind} group by state, currency order by state, currency`.execute(db)
  return rows.map((row) => ({ ...row, amount: amountOf(row.amount) }))
}
