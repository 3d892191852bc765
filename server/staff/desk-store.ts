import { sql } from 'kysely'
import type { waitingFor } from '#contract/staff/codes.ts'
import type { Db } from '#server/kernel/db/db.ts'

export type WaitingRow = {
  kind: keyof typeof waitingFor
  count: number
  since: Date | null
  due_at: Date | null
}

/**
 * Counts what waits for staff, with the oldest and the earliest deadline of each kind. `givenUpBefore`: unsent mails from
 * before this moment are given up; null if none are sent.
 */
export async function findWaiting(db: Db, givenUpBefore: Date | null): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select 'cases' as kind, count(*)::int, min(opened_at) as since, min(decide_by) as due_at
      from booking_case where status <> 'resolved'
    union all select 'disputes', count(*)::int, min(opened_at), min(due_at)
      from payment_dispute where closed_at is null or status = 'lost' and decided_at is null
    union all select 'reports', count(*)::int, min(created_at), null from report where status = 'open'
    union all select 'profiles', count(*)::int, min(submitted_at), null from sitter where status = 'in_review'
    union all select 'payouts', count(*)::int, min(created_at), null
      from payment_task where state = 'waiting' and kind = 'transfer'
    union all select 'refusals', count(*)::int, min(created_at), null
      from payment_task where state in ('refused', 'waiting') and kind = 'refund'
    union all select 'corrections', count(*)::int, min(proposed_at), null
      from ledger_correction where state = 'waiting'
    union all select 'mails', count(*)::int, min(coalesce(refused_at, resent_at, created_at)), null
      from mail where settled_at is null and ${givenUpBefore ? isGivenUp(givenUpBefore) : sql`false`}`.execute(
    db,
  )
  return rows
}

export type WeekRow = {
  from: string
  requested: number
  confirmed: number
  answer_minutes: number | null
  turnover: number
  refunded: number
  take: number
  new_people: number
  new_sitters: number
  no_shows: number
}

const weekOf = (column: string) => sql`date_trunc('week', ${sql.ref(column)} at time zone 'UTC')::date`

type Weeks = { first: string; last: string; currency: string }

/** Counts what happened in each week from the first Monday to the last one, in UTC. */
export async function findWeeks(db: Db, { first, last, currency }: Weeks): Promise<WeekRow[]> {
  const since = sql`${first}::date::timestamp at time zone 'UTC'`
  const { rows } = await sql<WeekRow>`
    select to_char(week.begins, 'YYYY-MM-DD') as "from",
      coalesce(asked.requested, 0) as requested, coalesce(asked.confirmed, 0) as confirmed, asked.answer_minutes,
      coalesce(ended.turnover, 0) as turnover, coalesce(ended.refunded, 0) as refunded,
      coalesce(ended.take, 0) as take, coalesce(joined.count, 0) as new_people,
      coalesce(published.count, 0) as new_sitters, coalesce(missed.count, 0) as no_shows
    from (select generate_series(${first}::timestamp, ${last}::timestamp, interval '7 days')::date as begins) week
    left join (
      select ${weekOf('created_at')} as begins, count(*)::int as requested, count(confirmed_at)::int as confirmed,
        round(percentile_cont(0.5) within group (
          order by extract(epoch from answered_at - greatest(sent_at, created_at)) / 60))::int as answer_minutes
      from booking where created_at >= ${since} and sent_at is not null group by 1
    ) asked on asked.begins = week.begins
    left join (
      select ${weekOf('ended_at')} as begins, sum(total)::int as turnover, sum(refunded)::int as refunded,
        sum((quote ->> 'ownerFee')::int + coalesce((quote ->> 'sitterFee')::int, 0))::int as take
      from booking
      where ended_at >= ${since} and status in ('completed', 'closed') and currency = ${currency} group by 1
    ) ended on ended.begins = week.begins
    left join (
      select ${weekOf('created_at')} as begins, count(*)::int from account where created_at >= ${since} group by 1
    ) joined on joined.begins = week.begins
    left join (
      select ${weekOf('published_at')} as begins, count(*)::int from sitter
      where published_at >= ${since} group by 1
    ) published on published.begins = week.begins
    left join (
      select ${weekOf('opened_at')} as begins, count(*)::int from booking_case
      where opened_at >= ${since} and kind = 'no_show' group by 1
    ) missed on missed.begins = week.begins
    order by week.begins`.execute(db)
  return rows
}

export type CityRow = {
  place_id: number
  name: string
  country: string
  sitters: number
  requested: number
  confirmed: number
  searches: number
  without_result: number
}

/**
 * Finds the cities with most requests and searches without a result since then, and among equals those with most
 * sitters.
 */
export async function findCities(db: Db, since: Date, limit: number): Promise<CityRow[]> {
  const { rows } = await sql<CityRow>`
    with supply as (
      select place_id, count(*)::int as sitters from sitter where status = 'published' group by 1
    ), demand as (
      select sitter.place_id, count(*)::int as requested, count(booking.confirmed_at)::int as confirmed
      from booking join sitter on sitter.id = booking.sitter_id
      where booking.created_at >= ${since} and booking.sent_at is not null group by 1
    ), searched as (
      select place_id, sum(searches)::int as searches, sum(without_result)::int as without_result
      from place_search where week >= (${since}::timestamptz at time zone 'UTC')::date group by 1
    )
    select place.id as place_id, place.name, place.country, coalesce(supply.sitters, 0) as sitters,
      coalesce(demand.requested, 0) as requested, coalesce(demand.confirmed, 0) as confirmed,
      coalesce(searched.searches, 0) as searches, coalesce(searched.without_result, 0) as without_result
    from supply full join demand using (place_id) full join searched using (place_id)
      join place on place.id = place_id
    order by coalesce(demand.requested, 0) + coalesce(searched.without_result, 0) desc, sitters desc, place.id
    limit ${limit}`.execute(db)
  return rows
}

const isGivenUp = (before: Date) => sql`(refused_at is not null and refusal is distinct from 'suppressed'
  or sent_at is null and coalesce(resent_at, created_at) < ${before})`

/** Counts the mails since then that nobody will send again: refused, or not sent within a day. */
export async function countFailedMails(db: Db, since: Date, givenUpBefore: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from mail where created_at >= ${since} and ${isGivenUp(givenUpBefore)}`.execute(db)
  return rows[0]!.count
}

/** Counts the jobs that have failed for good since then; the job tables exist only once a worker has started. */
export async function countFailedJobs(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('job.job') is not null as found`.execute(
    db,
  )
  if (!rows[0]!.found) return 0
  const failed = await sql<{ count: number }>`
    select count(*)::int from job.job
    where state = 'failed' and completed_on >= ${since} and name !~ '^__pgboss'`.execute(db)
  return failed.rows[0]!.count
}

export async function findDatabaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(db)
  return rows[0]!.version
}
