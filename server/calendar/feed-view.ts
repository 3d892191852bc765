import type { FeedBlocks, FeedFailure, FeedSource } from '#contract/calendar/codes.ts'
import type { CalendarFeeds } from '#contract/calendar/feeds.ts'
import type { Service } from '#contract/codes.ts'
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
    source: row.source as FeedSource,
    host: row.host,
    blocks: row.blocks as FeedBlocks,
    services: row.services as Service[] | null,
    createdAt: row.created_at.toISOString(),
    fetchedAt: row.fetched_at?.toISOString() ?? null,
    nextAt: row.next_at.toISOString(),
    failure: row.failure as FeedFailure | null,
    skipped: row.skipped,
    busyDays: [...new Set(days.flatMap(({ feedId, on }) => (feedId === row.id ? [on] : [])))],
  })),
  conflicts: [...conflicts],
})
