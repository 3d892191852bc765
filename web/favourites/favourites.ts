import { create } from 'zustand'
import type { Favourite } from '#contract/favourites.ts'
import { api } from '#web/api.ts'
import { persisted, readHint } from '#web/persisted.ts'

/** A favourite as stored in the account or on this device. */
export type StoredFavourite = Pick<Favourite, 'sitterId' | 'note' | 'addedAt'>

/** Favourites of a signed-out visitor on this device. They are merged into the account after signing in. */
export const deviceFavourites = persisted('sitwell.favourites', { items: [] as StoredFavourite[] }, 'local')

/** Favourites of the signed-in account; null until loaded. */
const accountFavourites = create<{ accountId: string | null; items: Favourite[] | null }>()(() => ({
  accountId: null,
  items: null,
}))

const accountParams = (accountId: string) => ({ params: { accountId } })

/** Returns the ids of the favourite sitters; null until known. */
export function useFavouriteIds(accountId: string | null): ReadonlySet<string> | null {
  const device = deviceFavourites(({ items }) => items)
  const account = accountFavourites((state) => (state.accountId === accountId ? state.items : null))
  const items = accountId === null ? device : account
  return items && new Set(items.map(({ sitterId }) => sitterId))
}

export const useOwnFavourites = (accountId: string): Favourite[] | null =>
  accountFavourites((state) => (state.accountId === accountId ? state.items : null))

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
  const { items: onThisDevice } = deviceFavourites.getState()
  const { items } =
    onThisDevice.length > 0
      ? await api('POST /v1/accounts/:accountId/favorites/merge', {
          ...accountParams(accountId),
          body: { items: onThisDevice },
        })
      : await api('GET /v1/accounts/:accountId/favorites', accountParams(accountId))
  if (onThisDevice.length > 0) deviceFavourites.setState({ items: [] })
  accountFavourites.setState({ accountId, items })
  return items
}

/** The same for pages that show no favourites. If it fails, they stay on the device until the next try. */
export async function mergeDeviceFavourites(accountId: string): Promise<void> {
  try {
    await loadFavourites(accountId)
  } catch (error) {
    console.error('The favourites of this device could not be added to the account.', error)
  }
}

const maxOnDevice = 200

/**
 * Adds a sitter to the favourites, in the account or on this device; `known` restores the note and date when a removal
 * is undone.
 */
export async function addFavourite(sitterId: string, known: Partial<StoredFavourite> = {}): Promise<void> {
  const accountId = readHint()
  if (accountId === null) {
    const added = { sitterId, note: known.note ?? null, addedAt: known.addedAt ?? new Date().toISOString() }
    const others = deviceFavourites.getState().items.filter((one) => one.sitterId !== sitterId)
    deviceFavourites.setState({ items: sorted([added, ...others]).slice(0, maxOnDevice) })
    return
  }
  const { note, addedAt } = known
  const favourite = await api('PUT /v1/accounts/:accountId/favorites/:sitterId', {
    params: { accountId, sitterId },
    body: { ...(note !== undefined && { note }), ...(addedAt !== undefined && { addedAt }) },
  })
  accountFavourites.setState(({ items }) => ({
    accountId,
    items: sorted([favourite, ...(items ?? []).filter((one) => one.sitterId !== sitterId)]),
  }))
}

/** Removes a sitter and returns the note and date, so that it can be undone. */
export async function removeFavourite(sitterId: string): Promise<Partial<StoredFavourite>> {
  const accountId = readHint()
  const isOther = (one: StoredFavourite) => one.sitterId !== sitterId
  if (accountId === null) {
    const { items } = deviceFavourites.getState()
    deviceFavourites.setState({ items: items.filter(isOther) })
    return items.find((one) => !isOther(one)) ?? {}
  }
  const before = accountFavourites.getState().items ?? []
  await api('DELETE /v1/accounts/:accountId/favorites/:sitterId', { params: { accountId, sitterId } })
  accountFavourites.setState(({ items }) => ({ items: items?.filter(isOther) ?? null }))
  const removed = before.find((one) => !isOther(one))
  return removed ? { note: removed.note, addedAt: removed.addedAt } : {}
}

const sorted = <K extends StoredFavourite>(items: K[]): K[] =>
  items.toSorted((one, other) => (one.addedAt < other.addedAt ? 1 : -1))
