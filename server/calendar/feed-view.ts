import type { CalendarFeeds } from '#contract/calendar/feeds.ts'
import type { Conflict, FeedRow } from '#server/calendar/feed-store.ts'

type Days = readonly { feedId: string; on: string }[]

export const viewFeeds = (
  rows: readonly FeedRow[],
  days: Days,
  conflicts: readonly Conflict[],
): CalendarFeeds => ({
  items: rows.map((row) => ({
    id: row.id,
    name: row.name,
    source: row.source,
    host: row.host,
    blocks: row.blocks,
    services: row.services,
    createdAt: row.created_at.toISOString(),
    fetchedAt: row.fetched_at?.toISOString() ?? null,
    nextAt: row.next_at.toISOString(),
    failure: row.failure,
    skipped: row.skipped,
    busyDays: [...new Set(days.flatMap(({ feedId, on }) => (feedId === row.id ? [on] : [])))],
  })),
  conflicts: [...conflicts],
})
