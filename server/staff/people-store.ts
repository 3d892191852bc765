import { type RawBuilder, sql } from 'kysely'
import type { BookingStatus, Service } from '#contract/codes.ts'
import type { ReportReason, ReportStatus } from '#contract/care/codes.ts'
import type { personKinds } from '#contract/staff/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { containing } from '#server/kernel/db/like.ts'
import { type Order, sortedBy } from '#server/kernel/db/sorted.ts'

export type PersonLineRow = {
  id: string
  name: string
  email: string
  location: string | null
  roles: string[]
  sitter_id: string | null
  disabled: boolean
  created_at: Date
}

type Kind = (typeof personKinds)[number]
type PeopleQuery = { q?: string | undefined; kind: Kind; order: Order<PersonLineRow>; limit: number }

/** An account that waits for its deletion is closed to sign-ins as well, but not suspended by that. */
const isSuspended = sql<boolean>`coalesce(deletion.was_disabled, users.disabled, false)`

const conditionOf: Record<Kind, RawBuilder<unknown>> = {
  all: sql`true`,
  sitters: sql`sitter.id is not null`,
  staff: sql`account.roles <> '{}'`,
  suspended: isSuspended,
}

const matching = (q: string) => sql`(
  account.name ilike ${containing(q)} or account.email ilike ${containing(q)}
  or account.phone_number = ${q.replaceAll(/[\s()-]/g, '')} or account.external_id = ${q}
  or account.id::text = ${q.toLowerCase()}
  or account.id in (select merged_into from account gone where gone.id::text = ${q.toLowerCase()})
  or account.id in (
    select booking.owner_id from booking where booking.number = ${q.replace(/^#/, '')}
    union all select other.account_id from booking join sitter other on other.id = booking.sitter_id
      where booking.number = ${q.replace(/^#/, '')}))`

export const peopleOrder = sortedBy<PersonLineRow>(
  {
    name: { column: 'account.name', type: 'text', of: ({ name }) => name },
    email: { column: 'account.email', type: 'text', of: ({ email }) => email },
    createdAt: { column: 'account.created_at', type: 'timestamptz', of: ({ created_at: at }) => at },
  },
  'account.id',
)

/** Finds people whose accounts have not been erased. */
export async function findPeople(db: Db, { q, kind, order, limit }: PeopleQuery): Promise<PersonLineRow[]> {
  const { rows } = await sql<PersonLineRow>`
    select account.id, account.name, account.email, account.location, account.roles, sitter.id as sitter_id,
      ${isSuspended} as disabled, account.created_at
    from account
      left join sitter on sitter.account_id = account.id
      left join identity.users users on users.id = account.external_id
      left join identity.deletions deletion on deletion.account_id = account.id
    where account.erased_at is null and ${conditionOf[kind]} and ${q ? matching(q) : sql`true`}
      and ${order.isBehind}
    order by ${order.orderBy} limit ${limit}`.execute(db)
  return rows
}

export type PersonRow = PersonLineRow & {
  external_id: string
  phone_number: string | null
  email_verified: boolean | null
  last_login_at: Date | null
  deletion_due_at: Date | null
  sitter_status: string | null
  rating_sum: number | null
  rating_count: number | null
  reports_by: number
  reports_about: number
  reviews_written: number
}

export async function findPerson(db: Db, accountId: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select account.id, account.name, account.email, account.location, account.roles, sitter.id as sitter_id,
      ${isSuspended} as disabled, account.created_at,
      account.external_id, account.phone_number,
      users.email_verified, users.last_login_at, deletion.due_at as deletion_due_at,
      sitter.status as sitter_status, sitter.rating_sum, sitter.rating_count,
      (select count(*)::int from report where reporter_id = account.id) as reports_by,
      (select count(*)::int from report where about_id = account.id) as reports_about,
      (select count(*)::int from review where review.account_id = account.id) as reviews_written
    from account
      left join sitter on sitter.account_id = account.id
      left join identity.users users on users.id = account.external_id
      left join identity.deletions deletion on deletion.account_id = account.id
    where account.id = ${accountId} and account.erased_at is null`.execute(db)
  return rows[0]
}

/** Locks the accounts of all owners of the site and returns their ids. */
export async function lockSiteOwners(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where 'instance_owner' = any(roles) order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

export type PersonBookingRow = {
  id: string
  number: string
  role: 'owner' | 'sitter'
  other_name: string
  service: Service
  status: BookingStatus
  start_on: string
  end_on: string
}

/** Finds the latest bookings of the person as owner and as sitter. */
export async function findBookingsOf(db: Db, accountId: string, limit: number): Promise<PersonBookingRow[]> {
  const { rows } = await sql<PersonBookingRow>`
    select booking.id, booking.number,
      case when booking.owner_id = ${accountId} then 'owner' else 'sitter' end as role,
      case when booking.owner_id = ${accountId} then sitter.name else owner.name end as other_name,
      booking.service, booking.status, booking.start_on, booking.end_on
    from booking join sitter on sitter.id = booking.sitter_id join account owner on owner.id = booking.owner_id
    where booking.sent_at is not null
      and (booking.owner_id = ${accountId}
        or booking.sitter_id in (select id from sitter where account_id = ${accountId}))
    order by booking.created_at desc, booking.id desc limit ${limit}`.execute(db)
  return rows
}

export type PersonReviewRow = {
  id: string
  created_at: Date
  is_written: boolean
  other_name: string
  booking_id: string
  booking_number: string
  overall: number
  body: string
  state: 'waiting' | 'public' | 'removed'
}

/** Finds the latest reviews that the person has written or received. */
export async function findReviewsOf(db: Db, accountId: string, limit: number): Promise<PersonReviewRow[]> {
  const { rows } = await sql<PersonReviewRow>`
    select review.id, review.created_at, review.account_id = ${accountId} as is_written,
      case when (review.author = 'owner') = (review.account_id = ${accountId}) then sitter.name else owner.name end
        as other_name,
      booking.id as booking_id, booking.number as booking_number, review.overall, review.body,
      case when review.removed_at is not null then 'removed' when review.published_at is null then 'waiting'
        else 'public' end as state
    from review
      join booking on booking.id = review.booking_id
      join sitter on sitter.id = review.sitter_id
      join account owner on owner.id = booking.owner_id
    where owner.id = ${accountId} or sitter.account_id = ${accountId}
    order by review.created_at desc, review.id desc limit ${limit}`.execute(db)
  return rows
}

export type PersonReportRow = {
  id: string
  created_at: Date
  is_about: boolean
  other_name: string
  reason: ReportReason
  status: ReportStatus
}

/** Finds the latest reports by and about the person. */
export async function findReportsOf(db: Db, accountId: string, limit: number): Promise<PersonReportRow[]> {
  const { rows } = await sql<PersonReportRow>`
    select report.id, report.created_at, report.about_id = ${accountId} as is_about, other.name as other_name,
      report.reason, report.status
    from report
      join account other on other.id = case when about_id = ${accountId} then reporter_id else about_id end
    where reporter_id = ${accountId} or about_id = ${accountId}
    order by report.created_at desc, report.id desc limit ${limit}`.execute(db)
  return rows
}

export type PersonMoneyRow = {
  currency: string
  paid: number
  refunded: number
  earned: number
  paid_out: number
  invoiced: number
}

/**
 * Sums up what the person has paid as an owner, by their bookings, and what the ledger says about them as a sitter, in
 * minor units.
 */
export async function findMoneyOf(db: Db, accountId: string): Promise<PersonMoneyRow[]> {
  const { rows } = await sql<PersonMoneyRow>`
    select currency, sum(paid)::float8 as paid, sum(refunded)::float8 as refunded, sum(earned)::float8 as earned,
      sum(paid_out)::float8 as paid_out, sum(invoiced)::float8 as invoiced
    from (
      select currency, paid, refunded, 0 as earned, 0 as paid_out, 0 as invoiced
      from booking where owner_id = ${accountId}
      union all
      select transfer.currency, 0, 0,
        case when entry.account = 'sitter' then greatest(entry.amount, 0) else 0 end,
        case when entry.account = 'sitter' then greatest(-entry.amount, 0) else 0 end,
        case when entry.account = 'receivable' then -entry.amount else 0 end
      from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
      where entry.account_id = ${accountId} and entry.account in ('sitter', 'receivable')
    ) parts
    group by currency
    having sum(paid + earned + paid_out + abs(invoiced)) > 0
    order by currency`.execute(db)
  return rows
}

export type SignInEventRow = { at: Date; kind: string; ip: string | null }

export const findSignInEvents = (db: Db, uid: string, limit: number): Promise<SignInEventRow[]> =>
  db
    .selectFrom('identity.audit_events')
    .select(['at', 'kind', 'ip'])
    .where('user_id', '=', uid)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()

export type SessionRow = { id: string; last_used_at: Date; user_agent: string; ip: string }

export const findSessions = (db: Db, uid: string, at: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('identity.sessions')
    .select(['id', 'last_used_at', 'user_agent', 'ip'])
    .where('user_id', '=', uid)
    .where('revoked_at', 'is', null)
    .where('idle_expires_at', '>', at)
    .where('absolute_expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .execute()

export type PersonMailRow = {
  id: string
  created_at: Date
  sent_at: Date | null
  subject: string
  text_body: string
  kind: string
}

/** Finds the latest mails to this address. */
export async function findMailsTo(db: Db, email: string, limit: number): Promise<PersonMailRow[]> {
  const { rows } = await sql<PersonMailRow>`
    select id, created_at, sent_at, subject, text_body, kind from mail
    where lower(recipient) = lower(${email}) order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
