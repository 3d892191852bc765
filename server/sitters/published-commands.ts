import { remembered } from '#server/kernel/cache/remembered.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { findFirstIds, findPublished, type PublishedSitter } from '#server/sitters/published-store.ts'

/** As many as a file of a site map may have (sitemaps.org). */
export const siteMapSize = 50_000
const batch = 1_000

const readFiles = remembered((db) => findFirstIds(db, siteMapSize), 1)

/** Where each file of published sitters begins: the newest come last, so the others stay what they are. At most five minutes old. */
export const siteMapFiles = (deps: Deps): Promise<string[]> => readFiles(deps, 'all')

/** The published sitters of the file that begins with this id, a batch at a time, so that memory does not grow with them. */
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
