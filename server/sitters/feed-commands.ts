import type { FeedQuery, ReviewFeedItem, SitterFeedItem } from '#contract/feeds.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { readSitter } from '#server/sitters/commands.ts'
import * as store from '#server/sitters/feed-store.ts'
import { viewFeedSitter, viewReview } from '#server/sitters/view.ts'

type Page<Item> = { items: Item[]; nextCursor: string | null }

const pageOf = ({ updatedSince, cursor, limit }: FeedQuery): store.FeedPage => ({
  since: updatedSince,
  after: readListPosition(cursor),
  limit: limit + 1,
})

/** Lists sitters as a stranger sees their profiles, because the feed must not show more than the pages. */
export async function listSitterFeed(deps: Deps, query: FeedQuery): Promise<Page<SitterFeedItem>> {
  const rows = await store.findChangedSitters(deps.db, pageOf(query))
  const { shown, nextCursor } = cutPage(rows, query.limit, (last) => [last.changed_at, last.id])
  const items: SitterFeedItem[] = []
  for (const row of shown) items.push(await feedItem(deps, row))
  return { items, nextCursor }
}

async function feedItem(
  deps: Deps,
  { id, changed_at: changedAt }: store.ChangedSitter,
): Promise<SitterFeedItem> {
  const item = { id, url: `${deps.site.url}/sitters/${id}`, changedAt: changedAt.toISOString() }
  try {
    return { ...item, sitter: viewFeedSitter(await readSitter(deps, id, null), deps.site.url) }
  } catch (error) {
    // Whoever is not public any more stays in the feed without details.
    if (error instanceof Problem && error.code === 'sitter-not-found') return { ...item, sitter: null }
    throw error
  }
}

export async function listReviewFeed(deps: Deps, query: FeedQuery): Promise<Page<ReviewFeedItem>> {
  const rows = await store.findChangedReviews(deps.db, pageOf(query))
  const { shown, nextCursor } = cutPage(rows, query.limit, (last) => [last.changed_at, last.id])
  return {
    items: shown.map((row) => ({
      sitterId: row.sitter_id,
      changedAt: row.changed_at.toISOString(),
      review: viewReview(row, row.time_zone, []),
    })),
    nextCursor,
  }
}
