import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { runningStatuses, waitingStatuses } from '#contract/codes.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type AnnouncementRow = Selectable<DB['announcement']>
export type WrittenRow = AnnouncementRow & { by: string; place_name: string | null }

/** Finds what anybody may read that has not ended, also what begins later. */
export const findForVisitors = (db: Db, at: Date): Promise<AnnouncementRow[]> =>
  db
    .selectFrom('announcement')
    .selectAll()
    .where('audience', 'in', ['everyone', 'visitors'])
    .where('ends_at', '>', at)
    .orderBy('begins_at')
    .orderBy('id')
    .execute()

/** Returns when what concerns only some of the signed-in people begins and ends, unless it has ended. */
export const findAimedTimes = (db: Db, at: Date): Promise<{ begins_at: Date; ends_at: Date }[]> =>
  db
    .selectFrom('announcement')
    .select(['begins_at', 'ends_at'])
    .where('audience', 'not in', ['everyone', 'visitors'])
    .where('ends_at', '>', at)
    .execute()

/** A booking that is not over. */
const openStatuses = [...waitingStatuses, ...runningStatuses]

type Person = { accountId: string; isStaff: boolean }

/**
 * Finds what is in force and concerns this person, except what everybody reads. An owner has a pet or a booking. A town
 * concerns the sitters who live there and the owners with a booking there that is not over.
 */
export async function findForPerson(
  db: Db,
  { accountId, isStaff }: Person,
  at: Date,
): Promise<AnnouncementRow[]> {
  const isSitter = sql<boolean>`exists (
    select from sitter where account_id = ${accountId}
      and (announcement.place_id is null or sitter.place_id = announcement.place_id))`
  const isOwner = sql<boolean>`case when announcement.place_id is null
    then exists (select from pet where owner_id = ${accountId})
      or exists (select from booking where owner_id = ${accountId})
    else exists (
      select from booking join sitter on sitter.id = booking.sitter_id
      where booking.owner_id = ${accountId} and booking.status = any(${openStatuses})
        and sitter.place_id = announcement.place_id) end`
  const { rows } = await sql<AnnouncementRow>`
    select * from announcement
    where begins_at <= ${at} and ends_at > ${at} and case audience
      when 'members' then place_id is null or ${isSitter} or ${isOwner}
      when 'owners' then ${isOwner}
      when 'sitters' then ${isSitter}
      when 'staff' then ${isStaff}::boolean
      else false end
    order by begins_at, id`.execute(db)
  return rows
}

const written = (db: Db) =>
  db
    .selectFrom('announcement')
    .innerJoin('account', 'account.id', 'announcement.account_id')
    .leftJoin('place', 'place.id', 'announcement.place_id')
    .selectAll('announcement')
    .select(['account.name as by', 'place.name as place_name'])

/** Finds announcements before a position, those that end last first. */
export const findWritten = (db: Db, before: ListPosition | undefined, limit: number): Promise<WrittenRow[]> =>
  written(db)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(announcement.ends_at, announcement.id) < (${before!.at}, ${before!.id})`),
    )
    .orderBy('announcement.ends_at', 'desc')
    .orderBy('announcement.id', 'desc')
    .limit(limit)
    .execute()

export const findOne = (db: Db, id: string): Promise<WrittenRow | undefined> =>
  written(db).where('announcement.id', '=', id).executeTakeFirst()

export const lockOne = (tx: Tx, id: string) =>
  tx.selectFrom('announcement').select('version').where('id', '=', id).forUpdate().executeTakeFirst()

export const insertOne = (tx: Tx, row: Insertable<DB['announcement']>) =>
  tx.insertInto('announcement').values(row).execute()

export const updateOne = (tx: Tx, id: string, row: Updateable<DB['announcement']>) =>
  tx.updateTable('announcement').set(row).where('id', '=', id).execute()
