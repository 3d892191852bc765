import { create } from 'zustand'
import type { FavouriteList } from '#contract/favourite-lists.ts'
import { api } from '#web/api.ts'
import { loadFavourites } from '#web/favourites/favourites.ts'

/** The lists of the signed-in account; null until loaded. */
const accountLists = create<{ accountId: string | null; items: FavouriteList[] | null }>()(() => ({
  accountId: null,
  items: null,
}))

export const useOwnLists = (accountId: string): FavouriteList[] | null =>
  accountLists((state) => (state.accountId === accountId ? state.items : null))

export async function loadLists(accountId: string): Promise<FavouriteList[]> {
  const { items } = await api('GET /v1/accounts/:accountId/favorite-lists', { params: { accountId } })
  accountLists.setState({ accountId, items })
  return items
}

const setItems = (change: (items: FavouriteList[]) => FavouriteList[]) =>
  accountLists.setState(({ items }) => ({ items: items && change(items) }))

const replace = (list: FavouriteList) =>
  setItems((items) => items.map((one) => (one.id === list.id ? list : one)))

/** Creates a list with these favourites. */
export async function createList(
  accountId: string,
  name: string,
  sitterIds: string[] = [],
): Promise<FavouriteList> {
  const list = await api('POST /v1/accounts/:accountId/favorite-lists', {
    params: { accountId },
    body: { name, sitterIds },
  })
  setItems((items) => [...items, list])
  if (sitterIds.length > 0) await loadFavourites(accountId)
  return list
}

export async function renameList(accountId: string, list: FavouriteList, name: string): Promise<void> {
  const params = { accountId, listId: list.id }
  const body = { name, version: list.version }
  replace(await api('PUT /v1/accounts/:accountId/favorite-lists/:listId', { params, body }))
}

/** Shares a list or stops it. */
export async function shareList(accountId: string, listId: string, shared: boolean): Promise<void> {
  const params = { accountId, listId }
  const body = { shared }
  replace(await api('PUT /v1/accounts/:accountId/favorite-lists/:listId/sharing', { params, body }))
}

export async function deleteList(accountId: string, listId: string): Promise<void> {
  await api('DELETE /v1/accounts/:accountId/favorite-lists/:listId', { params: { accountId, listId } })
  setItems((items) => items.filter(({ id }) => id !== listId))
}
