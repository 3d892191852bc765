import { cachedByCost } from '#server/kernel/cache/cached-by-cost.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { findFirstIds, findPublished, type PublishedSitter } from '#server/sitters/published-store.ts'

/** The maximum number of entries in a sitemap file (sitemaps.org). */
export const siteMapSize = 50_000
const batch = 1_000

const readFiles = cachedByCost((db) => findFirstIds(db, siteMapSize), 1)

/**
 * Returns the first id of each sitemap file of published sitters. The newest come last, so that earlier files stay
 * unchanged. Cached for at most five minutes.
 */
export const siteMapFiles = (deps: Deps): Promise<string[]> => readFiles(deps, 'all')

/** Yields the published sitters of the file that begins with this id in batches, so that memory use stays constant. */
export async function* publishedFrom(
  db: Db,
  firstId: string,
  size = siteMapSize,
): AsyncGenerator<PublishedSitter[]> {
  let [id, isAfter] = [firstId, false]
  for (let left = size; left > 0;) {
    const sitters = await findPublished(db, id, { isAfter, limit: Math.min(batch, left) })
    const last = sitters.at(-1)
    if (!last) return
    yield sitters
    id = last.id
    isAfter = true
    left -= sitters.length
  }
}
