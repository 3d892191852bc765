import { sql } from 'kysely'
import { bookingStatuses } from '#contract/codes.ts'
import type { Db } from '#server/kernel/db/db.ts'

const dayMs = 86_400_000

export type JobFigures = {
  name: string
  waiting: number
  later: number
  running: number
  failed: number
  /** How long the oldest due job has waited. */
  seconds: number
}
export type MailFigures = { waiting: number; sent: number; given_up: number; seconds: number }
export type PeriodFigures = {
  currency: string
  days: number
  turnover: number
  refunded: number
  take: number
}
export type BusinessFigures = {
  bookings: { status: string; count: number }[]
  periods: PeriodFigures[]
  accounts: number
  sitters: number
}

/** The job tables do not exist until the first process has started. */
export async function countJobs(db: Db, at: Date): Promise<JobFigures[]> {
  const { rows: found } = await sql<{ found: boolean }>`
    select to_regclass('job.queue') is not null as found`.execute(db)
  if (!found[0]!.found) return []
  const { rows } = await sql<JobFigures>`
    select queue.name,
      count(*) filter (where state in ('created', 'retry') and start_after <= ${at})::int as waiting,
      count(*) filter (where state in ('created', 'retry') and start_after > ${at})::int as later,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed' and completed_on >= ${new Date(at.getTime() - 7 * dayMs)})::int as failed,
      greatest(0, coalesce(extract(epoch from ${at}::timestamptz - min(start_after) filter (
        where state in ('created', 'retry') and start_after <= ${at})), 0))::float as seconds
    from job.queue left join job.job
      on job.name = queue.name and job.state in ('created', 'retry', 'active', 'failed')
    where queue.name !~ '^__pgboss' group by queue.name`.execute(db)
  return rows
}

export async function countMails(db: Db, at: Date): Promise<MailFigures> {
  const [dayAgo, weekAgo] = [new Date(at.getTime() - dayMs), new Date(at.getTime() - 7 * dayMs)]
  const { rows } = await sql<MailFigures>`
    with recent as (
      select created_at, sent_at, refused_at, sent_at is null and refused_at is null as unsent
      from mail where created_at >= ${weekAgo}
    )
    select count(*) filter (where unsent and created_at >= ${dayAgo})::int as waiting,
      count(*) filter (where sent_at >= ${dayAgo})::int as sent,
      count(*) filter (where refused_at is not null or unsent and created_at < ${dayAgo})::int as given_up,
      greatest(0, coalesce(extract(epoch from ${at}::timestamptz - min(created_at) filter (
        where unsent and created_at >= ${dayAgo})), 0))::float as seconds
    from recent`.execute(db)
  return rows[0]!
}

const periods = [1, 30] as const

const sumsSince = (since: Date) => sql`
  coalesce(sum(total) filter (where ended_at >= ${since}), 0)::float as turnover,
  coalesce(sum(refunded) filter (where ended_at >= ${since}), 0)::float as refunded,
  coalesce(sum((quote ->> 'ownerFee')::int + coalesce((quote ->> 'sitterFee')::int, 0))
    filter (where ended_at >= ${since}), 0)::float as take`

/** Turnover and take are those of the desk. Every currency has sums for every period, also if they are 0. */
async function sumPeriods(db: Db, at: Date): Promise<PeriodFigures[]> {
  const sums = periods.map(
    (days) => sql`select currency, ${days}::int as days, ${sumsSince(new Date(at.getTime() - days * dayMs))}
      from ended group by currency`,
  )
  const { rows } = await sql<PeriodFigures>`
    with ended as materialized (
      select currency, ended_at, total, refunded, quote from booking where status in ('completed', 'closed')
        and ended_at >= ${new Date(at.getTime() - Math.max(...periods) * dayMs)}
    ) ${sql.join(sums, sql` union all `)}`.execute(db)
  return rows
}

export async function countBusiness(db: Db, at: Date): Promise<BusinessFigures> {
  const { rows: counted } = await sql<{ status: string; count: number }>`
    select status, count(*)::int from booking group by status`.execute(db)
  const { rows } = await sql<{ accounts: number; sitters: number }>`
    select (select count(*)::int from account) as accounts,
      (select count(*)::int from sitter where status = 'published') as sitters`.execute(db)
  const countOf = (status: string) => counted.find((one) => one.status === status)?.count ?? 0
  return {
    ...rows[0]!,
    bookings: bookingStatuses.map((status) => ({ status, count: countOf(status) })),
    periods: await sumPeriods(db, at),
  }
}
