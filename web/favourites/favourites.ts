import { create } from 'zustand'
import type { Favourite } from '#contract/favourites.ts'
import { api } from '#web/api.ts'
import { persisted, readHint } from '#web/persisted.ts'

/** A favourite as stored in the account or on this device. */
export type Kept = Pick<Favourite, 'sitterId' | 'note' | 'addedAt'>

/** Favourites of a signed-out visitor on this device. They are merged into the account after signing in. */
export const onDevice = persisted('sitwell.favourites', { items: [] as Kept[] }, 'local')

/** Favourites of the signed-in account; null until loaded. */
const inAccount = create<{ accountId: string | null; items: Favourite[] | null }>()(() => ({
  accountId: null,
  items: null,
}))

const of = (accountId: string) => ({ params: { accountId } })

/** Returns the ids of the favourite sitters; null until known. */
export function useKeptIds(accountId: string | null): ReadonlySet<string> | null {
  const device = onDevice(({ items }) => items)
  const account = inAccount((state) => (state.accountId === accountId ? state.items : null))
  const items = accountId === null ? device : account
  return items && new Set(items.map(({ sitterId }) => sitterId))
}

export const useOwnFavourites = (accountId: string): Favourite[] | null =>
  inAccount((state) => (state.accountId === accountId ? state.items : null))

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
  const { items: kept } = onDevice.getState()
  const { items } =
    kept.length > 0
      ? await api('POST /v1/accounts/:accountId/favorites/merge', { ...of(accountId), body: { items: kept } })
      : await api('GET /v1/accounts/:accountId/favorites', of(accountId))
  if (kept.length > 0) onDevice.setState({ items: [] })
  inAccount.setState({ accountId, items })
  return items
}

/** The same for pages that show no favourites. If it fails, they stay on the device until the next try. */
export async function takeKeptAlong(accountId: string): Promise<void> {
  try {
    await loadFavourites(accountId)
  } catch (error) {
    console.error('The favourites of this device could not be added to the account.', error)
  }
}

const mostOnDevice = 200

/**
 * Adds a sitter to the favourites, in the account or on this device; `known` restores the note and date when a removal
 * is undone.
 */
export async function keep(sitterId: string, known: Partial<Kept> = {}): Promise<void> {
  const accountId = readHint()
  if (accountId === null) {
    const kept = { sitterId, note: known.note ?? null, addedAt: known.addedAt ?? new Date().toISOString() }
    const others = onDevice.getState().items.filter((one) => one.sitterId !== sitterId)
    onDevice.setState({ items: sorted([kept, ...others]).slice(0, mostOnDevice) })
    return
  }
  const { note, addedAt } = known
  const favourite = await api('PUT /v1/accounts/:accountId/favorites/:sitterId', {
    params: { accountId, sitterId },
    body: { ...(note !== undefined && { note }), ...(addedAt !== undefined && { addedAt }) },
  })
  inAccount.setState(({ items }) => ({
    accountId,
    items: sorted([favourite, ...(items ?? []).filter((one) => one.sitterId !== sitterId)]),
  }))
}

/** Removes a sitter and returns the note and date, so that it can be undone. */
export async function remove(sitterId: string): Promise<Partial<Kept>> {
  const accountId = readHint()
  const isOther = (one: Kept) => one.sitterId !== sitterId
  if (accountId === null) {
    const { items } = onDevice.getState()
    onDevice.setState({ items: items.filter(isOther) })
    return items.find((one) => !isOther(one)) ?? {}
  }
  const before = inAccount.getState().items ?? []
  await api('DELETE /v1/accounts/:accountId/favorites/:sitterId', { params: { accountId, sitterId } })
  inAccount.setState(({ items }) => ({ items: items?.filter(isOther) ?? null }))
  const removed = before.find((one) => !isOther(one))
  return removed ? { note: removed.note, addedAt: removed.addedAt } : {}
}

const sorted = <K extends Kept>(items: K[]): K[] =>
  items.toSorted((one, other) => (one.addedAt < other.addedAt ? 1 : -1))
