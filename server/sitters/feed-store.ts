import { sql } from 'kysely'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { type ReviewRow, reviewColumns, reviewSources } from '#server/sitters/review-store.ts'

export type FeedPage = { since: string | undefined; after: ListPosition | undefined; limit: number }
export type ChangedSitter = { id: string; changed_at: Date }
export type ChangedReview = ReviewRow & { sitter_id: string; time_zone: string; changed_at: Date }

/** Finds sitters who are or once were published, the longest unchanged first. */
export async function findChangedSitters(
  db: Db,
  { since, after, limit }: FeedPage,
): Promise<ChangedSitter[]> {
  const { rows } = await sql<ChangedSitter>`
    select id, updated_at as changed_at from sitter
    where published_at is not null
      and updated_at >= coalesce(${since ?? null}::timestamptz, '-infinity')
      and (${after?.at ?? null}::timestamptz is null
        or (updated_at, id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by updated_at, id
    limit ${limit}`.execute(db)
  return rows
}

/** Finds the reviews that the profiles of published sitters show, the longest unchanged first. */
export async function findChangedReviews(
  db: Db,
  { since, after, limit }: FeedPage,
): Promise<ChangedReview[]> {
  const changedAt = sql`greatest(review.published_at, review.replied_at, review.removed_at)`
  const { rows } = await sql<ChangedReview>`
    select ${reviewColumns}, review.sitter_id, sitter.time_zone, ${changedAt} as changed_at
    from ${reviewSources} join sitter on sitter.id = review.sitter_id
    where review.published_at is not null and review.author = 'owner' and sitter.status = 'published'
      and ${changedAt} >= coalesce(${since ?? null}::timestamptz, '-infinity')
      and (${after?.at ?? null}::timestamptz is null
        or (${changedAt}, review.id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by ${changedAt}, review.id
    limit ${limit}`.execute(db)
  return rows
}
