import type { ListRow } from '#server/favourites/list-store.ts'

export const everythingName = 'Favourites'

/** Returns true for the list of all favourites, which has the id of its account. */
export const isEverything = ({ id, account_id }: Pick<ListRow, 'id' | 'account_id'>): boolean =>
  id === account_id
