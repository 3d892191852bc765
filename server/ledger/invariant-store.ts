import { type RawBuilder, sql } from 'kysely'
import { waitingStatuses } from '#contract/codes.ts'
import { type InvariantName, invariantNames } from '#contract/ledger.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { clockToleranceSeconds, jobToleranceSeconds, type LegalStep } from '#server/ledger/invariant.ts'

export type InvariantResult = { name: InvariantName; violations: number; examples: string[] }
/** Inputs of the checks besides the rows. */
export type CheckInput = {
  at: Date
  /** Checks only what has moved since then, with all related rows; null checks everything. */
  since: Date | null
  steps: readonly LegalStep[]
  sendsMail: boolean
  hasJobs: boolean
}
type Check = (terms: CheckInput) => RawBuilder<{ example: string }>

/** Condition that a column refers to a recently moved booking. */
const movedSince = (column: string, since: Date | null): RawBuilder<boolean> =>
  since === null
    ? sql`true`
    : sql`${sql.ref(column)} in (select booking_id from booking_event where at >= ${since}
        union select booking_id from ledger_transfer where at >= ${since})`

const sitterActiveSince = (column: string, since: Date | null): RawBuilder<boolean> =>
  since === null
    ? sql`true`
    : sql`${sql.ref(column)} in (select sitter_id from booking where ${movedSince('booking.id', since)})`

const accountMovedSince = (column: string, since: Date | null): RawBuilder<boolean> =>
  since === null
    ? sql`true`
    : sql`${sql.ref(column)} in (
        select paid.account_id from ledger_entry paid join ledger_transfer late on late.id = paid.transfer_id
        where late.at >= ${since})`

/** Each query returns one row for each violation, with an example of what breaks the rule. */
const checks: Record<InvariantName, Check> = {
  ledger_balances: ({ since }) => sql`
    select transfer.id::text as example
    from ledger_transfer transfer left join ledger_entry entry on entry.transfer_id = transfer.id
    where ${since === null ? sql`true` : sql`transfer.at >= ${since}`}
    group by transfer.id having count(entry.idx) < 2 or sum(entry.amount) <> 0`,

  no_liability_below_zero: ({ since }) => sql`
    select entry.account || ' ' || entry.account_id as example
    from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
    where entry.account in ('owner', 'sitter', 'tax') and ${accountMovedSince('entry.account_id', since)}
    group by entry.account, entry.account_id, transfer.currency having sum(entry.amount) < 0
    union all
    select 'escrow ' || transfer.booking_id
    from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
    where entry.account = 'escrow' and ${movedSince('transfer.booking_id', since)}
    group by transfer.booking_id, transfer.currency having sum(entry.amount) < 0`,

  finished_bookings_settled: ({ since }) => sql`
    select booking.number as example
    from booking
    join ledger_transfer transfer on transfer.booking_id = booking.id
    join ledger_entry entry on entry.transfer_id = transfer.id and entry.account = 'escrow'
    where booking.due_at is null and ${movedSince('booking.id', since)}
      -- What a case holds is not finished, though the clock has nothing to do.
      and not exists (
        select 1 from booking_case held
        where held.booking_id = booking.id and held.status <> 'resolved'
      )
    group by booking.id having sum(entry.amount) <> 0`,

  booking_money_in_ledger: ({ since }) => sql`
    select booking.number as example
    from booking left join (
      select transfer.booking_id,
        coalesce(sum(entry.amount) filter (where transfer.kind = 'capture'), 0) as paid,
        coalesce(-sum(entry.amount) filter (where transfer.kind = 'refund'), 0) as refunded,
        coalesce(-sum(entry.amount) filter (where transfer.kind = 'release'), 0) as released
      from ledger_transfer transfer join ledger_entry entry on entry.transfer_id = transfer.id
      where entry.account = 'escrow' and ${movedSince('transfer.booking_id', since)}
      group by transfer.booking_id
    ) as money on money.booking_id = booking.id
    where ${movedSince('booking.id', since)} and ((booking.paid, booking.refunded, booking.released)
        is distinct from (coalesce(money.paid, 0), coalesce(money.refunded, 0), coalesce(money.released, 0))
      or booking.payment_status <> case
        when coalesce(money.paid, 0) = 0 and booking.payment_status in ('none', 'authorised', 'voided', 'failed')
          then booking.payment_status
        when coalesce(money.paid, 0) = 0 then 'none'
        when money.refunded = 0 then 'captured'
        when money.refunded = money.paid then 'refunded'
        else 'partially_refunded' end)`,

  disputes_accounted: ({ since }) => sql`
    select dispute.provider_id as example
    from payment_dispute dispute left join (
      select split_part(transfer.source_id, '/', 1) as dispute_id, sum(entry.amount) as taken
      from ledger_transfer transfer join ledger_entry entry on entry.transfer_id = transfer.id
      where transfer.source = 'dispute' and entry.account = 'dispute'
        and ${movedSince('transfer.booking_id', since)}
      group by 1
    ) as ledger on ledger.dispute_id = dispute.id::text
    where ${movedSince('dispute.booking_id', since)}
      and (coalesce(ledger.taken, 0) <> dispute.covered + dispute.borne_by_platform + dispute.borne_by_sitter
          - dispute.withdrawn
        or coalesce(ledger.taken, 0) > 0
        or dispute.decided_at is not null and coalesce(ledger.taken, 0) <> 0 and not exists (
          select 1 from payment_task task where task.dispute_id = dispute.id and task.kind = 'reverse'
            and task.state in ('planned', 'unknown')))`,

  promo_limits_kept: ({ since }) => sql`
    select promo.code as example
    from promo_code promo join promo_use taken on taken.promo_id = promo.id and taken.status <> 'returned'
    where promo.id in (select promo_id from promo_use where ${movedSince('promo_use.booking_id', since)})
    group by promo.id having sum(taken.amount) > promo.budget
    union all
    select promo.code || ' ' || taken.owner_id
    from promo_code promo join promo_use taken on taken.promo_id = promo.id and taken.status <> 'returned'
    where promo.id in (select promo_id from promo_use where ${movedSince('promo_use.booking_id', since)})
    group by promo.id, taken.owner_id having count(*) > promo.uses_per_owner
    union all
    select booking.number
    from booking left join promo_use taken on taken.booking_id = booking.id
    where ${movedSince('booking.id', since)} and ((booking.quote ? 'promo') <> (taken.booking_id is not null)
      or taken.status <> case
        when taken.amount = 0 then taken.status
        when booking.confirmed_at is not null then 'used'
        when booking.status in (${sql.join(waitingStatuses)})
          then 'reserved'
        else 'returned' end)`,

  fee_invoices_in_ledger: ({ since }) => sql`
    select 'F-' || invoice.serial as example
    from fee_invoice invoice left join fee_invoice_line line on line.invoice_id = invoice.id
    where ${accountMovedSince('invoice.account_id', since)}
    group by invoice.id
    having invoice.total <> coalesce(sum(line.fees - line.promotion), 0) or invoice.tax <> coalesce(sum(line.tax), 0)
    union all
    select coalesce(owed.account_id, booked.account_id)::text
    from (
      select account_id, currency, sum(total) as amount from fee_invoice where status = 'open' group by 1, 2
    ) as owed full join (
      select entry.account_id, transfer.currency, -sum(entry.amount) as amount
      from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
      where entry.account = 'receivable' group by 1, 2
    ) as booked on booked.account_id = owed.account_id and booked.currency = owed.currency
    where coalesce(owed.amount, 0) <> coalesce(booked.amount, 0)
      and (${accountMovedSince('owed.account_id', since)} or ${accountMovedSince('booked.account_id', since)})`,

  no_day_above_capacity: ({ at, since }) => sql`
    select coalesce(day.sitter_id, taken.sitter_id) || ' ' || coalesce(day.on_date, taken.on_date)
      || ' ' || coalesce(day.kind, taken.kind) as example
    from (select * from sitter_day where ${sitterActiveSince('sitter_day.sitter_id', since)}) day full join (
      select booking.sitter_id, counter.kind, unit.on_date, sum(
        case when unit.held is not null then unit.held
          when booking.service in ('boarding', 'day_care') then coalesce(unit.pets,
            (select count(*) from booking_pet pet where pet.booking_id = booking.id)) else 1 end) as places
      from booking join (
        select booking_id, on_date, null::int as held, cardinality(pet_ids) as pets from booking_unit
        union all select booking_id, on_date, used, null from sitter_hold
      ) unit on unit.booking_id = booking.id
      cross join unnest(case when booking.service in ('boarding', 'day_care')
        then array[booking.service, 'home'] else array[booking.service] end) as counter (kind)
      where booking.status in ('awaiting_payment', 'confirmed', 'in_progress') and not booking.circle
        and ${sitterActiveSince('booking.sitter_id', since)}
        and unit.on_date > (${at}::timestamptz at time zone booking.time_zone)::date
      group by booking.sitter_id, counter.kind, unit.on_date
    ) as taken
      on taken.sitter_id = day.sitter_id and taken.kind = day.kind and taken.on_date = day.on_date
    where day.used > day.cap or taken.places > coalesce(day.used, 0)`,

  histories_legal: ({ steps, since }) => sql`
    select booking.number || ' ' || history.event as example
    from (
      select booking_id, event, by, from_status, to_status,
        lag(to_status) over (partition by booking_id order by idx) as before,
        lead(idx) over (partition by booking_id order by idx) is null as is_last
      from booking_event where ${movedSince('booking_event.booking_id', since)}
    ) as history join booking on booking.id = history.booking_id
    where history.from_status is distinct from history.before
      or history.is_last and history.to_status <> booking.status
      or not exists (
        select 1 from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step (event text, by text, "from" text, "to" text)
        where step.event = history.event and step.by = history.by
          and step."from" is not distinct from history.from_status and step."to" = history.to_status
      )`,

  clock_on_time: ({ at }) => sql`
    select number as example from booking
    where due_at < ${at}::timestamptz - ${clockToleranceSeconds} * interval '1 second'`,

  jobs_on_time: ({ at, sendsMail, hasJobs }) => sql`
    with late as (select ${at}::timestamptz - ${jobToleranceSeconds} * interval '1 second' as since)
    ${hasJobs ? overdueJobs : sql``}
    select kind || ' ' || mail.id as example from mail, late
    where ${sendsMail} and mail.sent_at is null and mail.refused_at is null and mail.settled_at is null
      and coalesce(mail.resent_at, mail.created_at) < late.since
      and coalesce(mail.resent_at, mail.created_at) > late.since - interval '1 day'`,
}

/** Internal jobs of pg-boss are excluded, because the library monitors them itself. */
const overdueJobs = sql`
    select job.name || ' ' || job.id as example from job.job job, late
    where job.state in ('created', 'retry') and job.start_after < late.since and job.name !~ '^__pgboss'
    union all`

/** The job tables do not exist until pg-boss creates them when the first worker starts. */
async function hasJobTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('job.job') is not null as found`.execute(
    db,
  )
  return rows[0]!.found
}

export async function findViolations(
  db: Db,
  terms: Omit<CheckInput, 'hasJobs'>,
  names: readonly InvariantName[] = invariantNames,
): Promise<InvariantResult[]> {
  const all = { ...terms, hasJobs: await hasJobTables(db) }
  const found: InvariantResult[] = []
  for (const name of names) {
    const { rows } = await sql<Omit<InvariantResult, 'name'>>`
      select count(*)::int as violations, coalesce((array_agg(example order by example))[1:5], '{}') as examples
      from (${checks[name](all)}) as violation`.execute(db)
    found.push({ name, ...rows[0]! })
  }
  return found
}

/**
 * Raises the statement timeout of this transaction to just below a job's lease; safe because it only reads and nothing
 * waits for it.
 */
export const allowLongReads = (tx: Tx) =>
  sql`set local statement_timeout = '50s'; set transaction read only`.execute(tx)
