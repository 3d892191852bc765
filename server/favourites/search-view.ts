import type { SavedSearch } from '#contract/search/saved-searches.ts'
import type { SavedSearchRow } from '#server/favourites/search-store.ts'

/** Returns true if the last requested day has passed everywhere in the world; a search without days never expires. */
export function isOver({ query }: Pick<SavedSearchRow, 'query'>, at: Date): boolean {
  const { end, start, days } = query
  const last = end ?? start ?? days?.split(',').toSorted().at(-1)
  const yesterday = new Date(at.getTime() - 86_400_000).toISOString().slice(0, 10)
  return last !== undefined && last < yesterday
}

export const viewSavedSearch = (row: SavedSearchRow, at: Date): SavedSearch => ({
  id: row.id,
  name: row.name,
  address: row.address,
  tells: row.tells,
  fresh: row.fresh.length,
  over: isOver(row, at),
  createdAt: row.created_at.toISOString(),
})
