import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ReportReason, ReportSubject } from '#contract/care/codes.ts'
import type { FileKind } from '#contract/files/codes.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { containing } from '#server/kernel/db/like.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import { type Order, sortedBy } from '#server/kernel/db/sorted.ts'

export type ReportRow = Selectable<DB['report']>

/** The subject of a report: its owner and its content, as the reporter may see it. */
export type SubjectRow = {
  about_id: string
  title: string
  text: string | null
  path: string | null
  /** Photos that belong to the subject. */
  photo_ids: string[]
}

const noPhotos = sql`'{}'::uuid[]`
const photosOf = (kind: FileKind, id: string) => sql`array(
  select file.id from file where file.kind = ${kind} and file.subject_id = ${id} and file.removed_at is null
  order by file.position, file.id)`

/** The id is that of the account or of the sitter profile. */
const person = (id: string) => sql<SubjectRow>`
  select account.id as about_id, account.name as title, null as text, ${noPhotos} as photo_ids,
    case when sitter.status = 'published' then '/sitters/' || sitter.id end as path
  from account left join sitter on sitter.account_id = account.id
  where account.id = ${id} or sitter.id = ${id}`

const listing = (id: string) => sql<SubjectRow>`
  select sitter.account_id as about_id, sitter.name as title, sitter.headline || E'\n\n' || sitter.bio as text,
    '/sitters/' || sitter.id as path, ${noPhotos} as photo_ids
  from sitter where sitter.id = ${id} and sitter.status = 'published'`

const review = (id: string) => sql<SubjectRow>`
  select review.account_id as about_id, 'Review by ' || account.name as title, review.body as text,
    '/sitters/' || review.sitter_id || '#reviews' as path, ${photosOf('review', id)} as photo_ids
  from review join account on account.id = review.account_id
  where review.id = ${id} and review.published_at is not null`

/**
 * Photos of accounts, profiles and reviews are public; those of messages, report cards and cases are visible only to the
 * two parties.
 */
const photo = (id: string, reporterId: string) => sql<SubjectRow>`
  select file.account_id as about_id, 'Photo by ' || account.name as title, nullif(file.alt, '') as text,
    case
      when file.kind = 'sitter' then '/sitters/' || file.subject_id
      when file.kind = 'account' and sitter.status = 'published' then '/sitters/' || sitter.id
    end as path, array[file.id] as photo_ids
  from file
    join account on account.id = file.account_id
    left join sitter on sitter.account_id = account.id
  where file.id = ${id} and file.state = 'ready' and file.subject_id is not null and file.removed_at is null
    and case file.kind
      when 'account' then true
      when 'sitter' then true
      when 'review' then true
      when 'message' then exists (
        select from message
          join conversation on conversation.id = message.conversation_id
          join sitter on sitter.id = conversation.sitter_id
        where message.id = file.subject_id and ${reporterId} in (conversation.owner_id, sitter.account_id))
      when 'report-card' then exists (
        select from care_entry
          join booking on booking.id = care_entry.booking_id
          join sitter on sitter.id = booking.sitter_id
        where care_entry.kind = 'photo' and care_entry.data ->> 'fileId' = file.id::text
          and care_entry.account_id = file.account_id and ${reporterId} in (booking.owner_id, sitter.account_id))
      when 'evidence' then exists (
        select from booking_case
          join booking on booking.id = booking_case.booking_id
          join sitter on sitter.id = booking.sitter_id
        where booking_case.id = file.subject_id and ${reporterId} in (booking.owner_id, sitter.account_id))
      else false end`

/** A message is visible only to the participants of its conversation. */
const message = (id: string, reporterId: string) => sql<SubjectRow>`
  select message.author_id as about_id, 'Message from ' || account.name as title, message.body as text, null as path,
    ${photosOf('message', id)} as photo_ids
  from message
    join conversation on conversation.id = message.conversation_id
    join sitter on sitter.id = conversation.sitter_id
    join account on account.id = message.author_id
  where message.id = ${id} and message.body is not null and message.removed_at is null
    and ${reporterId} in (conversation.owner_id, sitter.account_id)`

const subjects: Record<ReportSubject, (id: string, reporterId: string) => ReturnType<typeof photo>> = {
  person,
  listing,
  review,
  photo,
  message,
}

export async function findSubject(
  db: Db,
  kind: ReportSubject,
  id: string,
  reporterId: string,
): Promise<SubjectRow | undefined> {
  const { rows } = await subjects[kind](id, reporterId).execute(db)
  return rows[0]
}

/** Serialises the reports of one person, so that they can be counted. */
export const lockReporter = (tx: Tx, accountId: string) =>
  tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()

export const findOpen = (db: Db, reporterId: string, kind: ReportSubject, subjectId: string) =>
  db
    .selectFrom('report')
    .selectAll()
    .where('reporter_id', '=', reporterId)
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'open')
    .executeTakeFirst()

export async function countSince(db: Db, reporterId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('report')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('reporter_id', '=', reporterId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertReport = (tx: Tx, report: Insertable<DB['report']>): Promise<ReportRow> =>
  tx.insertInto('report').values(report).returningAll().executeTakeFirstOrThrow()

export const findReportsOf = (db: Db, reporterId: string, after: ListPosition | undefined, limit: number) =>
  db
    .selectFrom('report')
    .selectAll()
    .where('reporter_id', '=', reporterId)
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(created_at, id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const upheldAbout = sql<string>`(
  select count(*) from report other where other.about_id = report.about_id and other.status = 'upheld')`

const adminReports = (db: Db) =>
  db
    .selectFrom('report')
    .innerJoin('account as reporter', 'reporter.id', 'report.reporter_id')
    .innerJoin('account as about', 'about.id', 'report.about_id')
    .leftJoin('sitter', 'sitter.account_id', 'report.about_id')
    .selectAll('report')
    .select(['reporter.name as reporter_name', 'about.name as about_name', 'sitter.id as sitter_id'])
    .select([
      sql<string>`(select count(*) from report other where other.reporter_id = report.reporter_id)`.as(
        'made',
      ),
      sql<string>`(select count(*) from report other
        where other.reporter_id = report.reporter_id and other.status = 'upheld')`.as('made_upheld'),
      upheldAbout.as('about_upheld'),
      sql<string>`(select count(*) from report other
        where other.subject_kind = report.subject_kind and other.subject_id = report.subject_id
          and other.status = 'open')`.as('together'),
    ])

export type AdminRow = Awaited<ReturnType<ReturnType<typeof adminReports>['executeTakeFirstOrThrow']>>

export const reportOrder = sortedBy<AdminRow>(
  {
    about: { column: 'about.name', type: 'text', of: (row) => row.about_name },
    reporter: { column: 'reporter.name', type: 'text', of: (row) => row.reporter_name },
    createdAt: { column: 'report.created_at', type: 'timestamptz', of: (row) => row.created_at },
    // Not null, because the contract refuses this order for open reports.
    decidedAt: { column: 'report.decided_at', type: 'timestamptz', of: (row) => row.decided_at! },
  },
  'report.id',
)

export type ReportQuery = {
  status: 'open' | 'decided'
  q?: string | undefined
  subjectKind?: ReportSubject | undefined
  reason?: ReportReason | undefined
  order: Order<AdminRow>
  limit: number
}

export function findAdminReports(
  db: Db,
  { status, q, subjectKind, reason, order, limit }: ReportQuery,
): Promise<AdminRow[]> {
  let rows = adminReports(db)
    .where('report.status', status === 'open' ? '=' : '<>', 'open')
    .where(order.isBehind)
    .orderBy(order.orderBy)
    .limit(limit)
  if (q)
    rows = rows.where(({ or, eb }) =>
      or(
        (['about.name', 'about.email', 'reporter.name', 'reporter.email'] as const).map((column) =>
          eb(column, 'ilike', containing(q)),
        ),
      ),
    )
  if (subjectKind) rows = rows.where('report.subject_kind', '=', subjectKind)
  if (reason) rows = rows.where('report.reason', '=', reason)
  return rows.execute()
}

export const findAdminReport = (db: Db, id: string): Promise<AdminRow | undefined> =>
  adminReports(db).where('report.id', '=', id).executeTakeFirst()

/** Locks all open reports about the same subject as this one, and this one, ordered by id. */
export async function lockReportsOfSubject(tx: Tx, id: string): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select other.* from report one
      join report other on other.subject_kind = one.subject_kind and other.subject_id = one.subject_id
    where one.id = ${id} and (other.status = 'open' or other.id = one.id)
    order by other.id for update of other`.execute(tx)
  return rows
}

export const saveReports = (tx: Tx, ids: readonly string[], change: Updateable<DB['report']>) =>
  tx.updateTable('report').set(change).where('id', 'in', ids).execute()

/** Deletes at most `limit` reports decided before the given time; returns how many. */
export async function deleteDecided(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx.selectFrom('report').select('id').where('decided_at', '<', before).limit(limit)
  return (await tx.deleteFrom('report').where('id', 'in', old).returning('id').execute()).length
}
