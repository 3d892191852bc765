import type { FavouriteList } from '#contract/favourite-lists.ts'
import type { ListRow } from '#server/favourites/list-store.ts'
import { everythingName, isEverything } from '#server/favourites/list.ts'
import type { Site } from '#server/kernel/deps.ts'

export const viewList = (row: ListRow, { url }: Pick<Site, 'url'>): FavouriteList => ({
  id: row.id,
  name: row.name,
  isEverything: isEverything(row),
  url: row.code === null ? null : `${url}/lists/${row.code}`,
  version: row.version,
})

/** Puts the list of all favourites first, which has no row until it is shared. */
export function viewLists(
  rows: readonly ListRow[],
  accountId: string,
  site: Pick<Site, 'url'>,
): FavouriteList[] {
  const all = rows.find(isEverything)
  const everything = all
    ? viewList(all, site)
    : { id: accountId, name: everythingName, isEverything: true, url: null, version: 1 }
  return [everything, ...rows.filter((row) => row !== all).map((row) => viewList(row, site))]
}
