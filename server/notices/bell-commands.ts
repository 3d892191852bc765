import { z } from 'zod'
import { kindOf } from '#contract/notices/kinds.ts'
import type { Notice } from '#contract/notices/notices.ts'
import { readCursor, writeCursor } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import * as store from '#server/notices/bell-store.ts'
import type { NoticeRow } from '#server/notices/store.ts'

const Position = z.tuple([z.iso.datetime(), z.uuid()])

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
  const position = cursor === undefined ? undefined : readCursor(cursor, Position)
  const after = position && { at: new Date(position[0]), id: position[1] }
  const [rows, unread] = await Promise.all([
    store.listNotices(db, accountId, after, limit + 1),
    store.countUnread(db, accountId),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(view),
    nextCursor: rows.length > limit && last ? writeCursor([last.told_at.toISOString(), last.id]) : null,
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
