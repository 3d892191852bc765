import { sql } from 'kysely'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { NoticeRow } from '#server/notices/store.ts'

export function listNotices(
  db: Db,
  accountId: string,
  after: ListPosition | undefined,
  limit: number,
): Promise<NoticeRow[]> {
  let rows = db
    .selectFrom('notice')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('is_in_app', '=', true)
  if (after) rows = rows.where((eb) => eb(eb.refTuple('told_at', 'id'), '<', eb.tuple(after.at, after.id)))
  return rows.orderBy('told_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** The bell shows "more than" well below this number. */
const maxCounted = 100

export async function countUnread(db: Db, accountId: string): Promise<number> {
  const { unread } = await db
    .selectFrom(
      db
        .selectFrom('notice')
        .select('id')
        .where('account_id', '=', accountId)
        .where('is_in_app', '=', true)
        .where('read_at', 'is', null)
        .limit(maxCounted)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<string>().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

export type NoticeSelection = { id: string } | { subjectId: string } | { allUntil: Date }

export async function markRead(
  tx: Tx,
  accountId: string,
  selection: NoticeSelection,
  at: Date,
): Promise<void> {
  const unread = tx
    .updateTable('notice')
    .set({ read_at: at })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
  await (
    'id' in selection
      ? unread.where('id', '=', selection.id)
      : 'subjectId' in selection
        ? unread.where('subject_id', '=', selection.subjectId)
        : unread.where('told_at', '<=', selection.allUntil)
  ).execute()
}

/**
 * Marks notices as unread again, except where a newer unread notice of the same subject exists: there may be only one.
 */
export const markUnread = (tx: Tx, accountId: string, readAt: Date) =>
  tx
    .updateTable('notice')
    .set({ read_at: null })
    .where('account_id', '=', accountId)
    .where('read_at', '=', readAt)
    // A receipt of the person's own act was never unread.
    .whereRef('read_at', '<>', 'told_at')
    .where(
      sql<boolean>`not exists (
        select 1 from notice newer
        where newer.account_id = notice.account_id and newer.gather_key = notice.gather_key and newer.read_at is null
      )`,
    )
    .execute()
