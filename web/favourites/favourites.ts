import { create } from 'zustand'
import type { Favourite } from '#contract/favourites.ts'
import { api } from '#web/api.ts'
import { persisted, readHint } from '#web/persisted.ts'

/** A favourite as stored on this device. */
export type StoredFavourite = Pick<Favourite, 'sitterId' | 'note' | 'addedAt'>

/** What else is stored about a favourite; lists only in an account. */
export type FavouriteDetails = Partial<Pick<Favourite, 'note' | 'addedAt' | 'listIds'>>

/** Favourites of a signed-out visitor on this device. They are merged into the account after signing in. */
export const deviceFavourites = persisted('sitwell.favourites', { items: [] as StoredFavourite[] }, 'local')

/** Favourites of the signed-in account; null until loaded. */
const accountFavourites = create<{ accountId: string | null; items: Favourite[] | null }>()(() => ({
  accountId: null,
  items: null,
}))

/** Null until known. */
export const useOwnFavourites = (accountId: string | null): Favourite[] | null =>
  accountFavourites((state) => (state.accountId === accountId ? state.items : null))

/** Returns the ids of the favourite sitters; null until known. */
export function useFavouriteIds(accountId: string | null): ReadonlySet<string> | null {
  const device = deviceFavourites(({ items }) => items)
  const account = useOwnFavourites(accountId)
  const items = accountId === null ? device : account
  return items && new Set(items.map(({ sitterId }) => sitterId))
}

/** The sitter whose lists a dialog shows on the present page. */
export const sitterInLists = create<{ id: string; name: string } | null>()(() => null)

let loading: Promise<Favourite[]> | null = null

/**
 * Loads the account's favourites. Those stored on this device are merged into the account first and then removed from
 * the device.
 */
export async function loadFavourites(accountId: string): Promise<Favourite[]> {
  loading ??= read(accountId).finally(() => {
    loading = null
  })
  return loading
}

async function read(accountId: string): Promise<Favourite[]> {
  const params = { accountId }
  const { items: onThisDevice } = deviceFavourites.getState()
  const { items } =
    onThisDevice.length > 0
      ? await api('POST /v1/accounts/:accountId/favorites/merge', {
          params,
          body: { items: onThisDevice },
        })
      : await api('GET /v1/accounts/:accountId/favorites', { params })
  if (onThisDevice.length > 0) deviceFavourites.setState({ items: [] })
  accountFavourites.setState({ accountId, items })
  return items
}

/** The same for pages that show no favourites. If it fails, they stay on the device until the next try. */
export async function mergeDeviceFavourites(accountId: string): Promise<void> {
  try {
    await loadFavourites(accountId)
  } catch (error) {
    console.error('The favourites could not be added to the account.', error)
  }
}

const maxOnDevice = 200

/**
 * Adds a sitter to the favourites, in the account or on this device, or changes the details of a favourite; with those
 * of a removed one, the removal is undone.
 */
export async function addFavourite(sitterId: string, details: FavouriteDetails = {}): Promise<void> {
  const accountId = readHint()
  const { note, addedAt, listIds } = details
  if (accountId === null) {
    const added = { sitterId, note: note ?? null, addedAt: addedAt ?? new Date().toISOString() }
    const others = deviceFavourites.getState().items.filter((one) => one.sitterId !== sitterId)
    deviceFavourites.setState({ items: sorted([added, ...others]).slice(0, maxOnDevice) })
    return
  }
  const favourite = await api('PUT /v1/accounts/:accountId/favorites/:sitterId', {
    params: { accountId, sitterId },
    body: { note, addedAt, listIds },
  })
  accountFavourites.setState(({ items }) => ({
    accountId,
    items: sorted([favourite, ...(items ?? []).filter((one) => one.sitterId !== sitterId)]),
  }))
}

/** Removes a sitter and returns the details, so that it can be undone. */
export async function removeFavourite(sitterId: string): Promise<FavouriteDetails> {
  const accountId = readHint()
  const isThis = (one: StoredFavourite) => one.sitterId === sitterId
  const isOther = (one: StoredFavourite) => !isThis(one)
  if (accountId === null) {
    const { items } = deviceFavourites.getState()
    deviceFavourites.setState({ items: items.filter(isOther) })
    return items.find(isThis) ?? {}
  }
  const removed = accountFavourites.getState().items?.find(isThis)
  await api('DELETE /v1/accounts/:accountId/favorites/:sitterId', { params: { accountId, sitterId } })
  accountFavourites.setState(({ items }) => ({ items: items?.filter(isOther) ?? null }))
  return removed ? { note: removed.note, addedAt: removed.addedAt, listIds: removed.listIds } : {}
}

const sorted = <K extends StoredFavourite>(items: K[]): K[] =>
  items.toSorted((one, other) => (one.addedAt < other.addedAt ? 1 : -1))
