import { kindOf } from '#contract/notices/kinds.ts'
import type { Notice } from '#contract/notices/notices.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import * as store from '#server/notices/bell-store.ts'
import type { NoticeRow } from '#server/notices/store.ts'

const view = ({ id, kind, title, path, told_at: toldAt, read_at: readAt }: NoticeRow): Notice => ({
  id,
  kind,
  topic: kindOf(kind).topic,
  title,
  path,
  toldAt: toldAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
})

export async function listOwnNotices(
  { db }: Deps,
  { accountId }: Viewer,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Notice[]; nextCursor: string | null; unread: number }> {
  const after = readListPosition(cursor)
  const [rows, unread] = await Promise.all([
    store.listNotices(db, accountId, after, limit + 1),
    store.countUnread(db, accountId),
  ])
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.told_at, last.id])
  return {
    items: shown.map(view),
    nextCursor,
    unread,
  }
}

export const countOwnNotices = async ({ db }: Deps, { accountId }: Viewer): Promise<{ unread: number }> => ({
  unread: await store.countUnread(db, accountId),
})

/** Marks the viewer's own notices as read; other people's are ignored. */
export function readOwnNotices(
  deps: Deps,
  { accountId }: Viewer,
  selection: store.NoticeSelection,
): Promise<{ readAt: string; unread: number }> {
  return ensureTransaction(deps, async (deps) => {
    const at = deps.now()
    await store.markRead(deps.db, accountId, selection, at)
    await notifyLive(deps, [accountId], { topic: 'notice' })
    return { readAt: at.toISOString(), unread: await store.countUnread(deps.db, accountId) }
  })
}

export function unreadOwnNotices(
  deps: Deps,
  { accountId }: Viewer,
  readAt: Date,
): Promise<{ unread: number }> {
  return ensureTransaction(deps, async (deps) => {
    await store.markUnread(deps.db, accountId, readAt)
    await notifyLive(deps, [accountId], { topic: 'notice' })
    return { unread: await store.countUnread(deps.db, accountId) }
  })
}
