import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Unsent } from '#web/messages/thread-state.ts'
import { keptPrefix } from '#web/persisted.ts'

type Kept = { drafts: Record<string, string>; unsent: Unsent[] }

function storeOf(accountId: string) {
  const name = `${keptPrefix}messages.${accountId}`
  const store = create<Kept>()(
    persist((): Kept => ({ drafts: {}, unsent: [] }), {
      name,
      storage: createJSONStorage(() => localStorage),
    }),
  )
  // Another tab has changed the store.
  window.addEventListener('storage', ({ key }) => {
    if (key === name) void store.persist.rehydrate()
  })
  return store
}

const stores = new Map<string, ReturnType<typeof storeOf>>()

/** Drafts and unsent messages of an account; they survive the page and the browser, and are removed at sign-out. */
export function keptOf(accountId: string) {
  const known = stores.get(accountId) ?? storeOf(accountId)
  stores.set(accountId, known)
  return known
}

export type KeptStore = ReturnType<typeof keptOf>

export function keepDraft(store: KeptStore, conversationId: string, text: string): void {
  store.setState(({ drafts: { [conversationId]: _before, ...others } }) => ({
    drafts: text === '' ? others : { ...others, [conversationId]: text },
  }))
}

const changeAll = (store: KeptStore, change: (unsent: Unsent[]) => Unsent[]): void => {
  store.setState(({ unsent }) => ({ unsent: change(unsent) }))
}

export const addUnsent = (store: KeptStore, message: Unsent): void =>
  changeAll(store, (unsent) => [...unsent, message])

export const changeUnsent = (store: KeptStore, clientId: string, failed: Unsent['failed']): void =>
  changeAll(store, (unsent) => unsent.map((one) => (one.clientId === clientId ? { ...one, failed } : one)))

export const dropUnsent = (store: KeptStore, clientIds: readonly string[]): void =>
  changeAll(store, (unsent) => unsent.filter((one) => !clientIds.includes(one.clientId)))
