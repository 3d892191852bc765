import { create } from 'zustand'
import type { Favourite } from '#contract/favourites.ts'
import { api } from '#web/api.ts'
import { persisted, readHint } from '#web/persisted.ts'

/** What is kept of a sitter, whether in the account or only on this device. */
export type Kept = Pick<Favourite, 'sitterId' | 'note' | 'addedAt'>

/** Kept here while nobody is signed in; who signs in takes it along. */
export const onDevice = persisted('sitwell.favourites', { items: [] as Kept[] }, 'local')

/** Those of the signed-in person; null until they were asked for. */
const inAccount = create<{ accountId: string | null; items: Favourite[] | null }>()(() => ({
  accountId: null,
  items: null,
}))

const of = (accountId: string) => ({ params: { accountId } })

/** Which sitters are kept, null while it is not known. */
export function useKeptIds(accountId: string | null): ReadonlySet<string> | null {
  const device = onDevice(({ items }) => items)
  const account = inAccount((state) => (state.accountId === accountId ? state.items : null))
  const items = accountId === null ? device : account
  return items && new Set(items.map(({ sitterId }) => sitterId))
}

export const useOwnFavourites = (accountId: string): Favourite[] | null =>
  inAccount((state) => (state.accountId === accountId ? state.items : null))

let loading: Promise<Favourite[]> | null = null

/** Reads the account's favourites; what this device has kept before goes along, and is then the account's alone. */
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

/** The same beside a page that shows none of them: when it fails they stay on the device for the next time. */
export async function takeKeptAlong(accountId: string): Promise<void> {
  try {
    await loadFavourites(accountId)
  } catch (error) {
    console.error('The favourites of this device could not be taken over.', error)
  }
}

const mostOnDevice = 200

/** Keeps the sitter where this person's favourites are; with what is known of an undone removal. */
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

/** Removes the sitter and tells what was known, for an undo. */
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
