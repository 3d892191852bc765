import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Unsent } from '#web/messages/thread-state.ts'
import { storedMessagesKey } from '#web/messages/stored-messages.ts'

type StoredMessages = { drafts: Record<string, string>; unsent: Unsent[] }

function createMessageStore(accountId: string) {
  const name = storedMessagesKey(accountId)
  const store = create<StoredMessages>()(
    persist((): StoredMessages => ({ drafts: {}, unsent: [] }), {
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

const stores = new Map<string, ReturnType<typeof createMessageStore>>()

/** Drafts and unsent messages of an account; they survive the page and the browser, and are removed at sign-out. */
export function messageStoreOf(accountId: string) {
  const known = stores.get(accountId) ?? createMessageStore(accountId)
  stores.set(accountId, known)
  return known
}

export type MessageStore = ReturnType<typeof messageStoreOf>

export function saveDraft(store: MessageStore, conversationId: string, text: string): void {
  store.setState(({ drafts: { [conversationId]: _before, ...others } }) => ({
    drafts: text === '' ? others : { ...others, [conversationId]: text },
  }))
}

const updateUnsent = (store: MessageStore, change: (unsent: Unsent[]) => Unsent[]): void => {
  store.setState(({ unsent }) => ({ unsent: change(unsent) }))
}

export const addUnsent = (store: MessageStore, message: Unsent): void =>
  updateUnsent(store, (unsent) => [...unsent, message])

export const changeUnsent = (store: MessageStore, clientId: string, failed: Unsent['failed']): void =>
  updateUnsent(store, (unsent) => unsent.map((one) => (one.clientId === clientId ? { ...one, failed } : one)))

export const dropUnsent = (store: MessageStore, clientIds: readonly string[]): void =>
  updateUnsent(store, (unsent) => unsent.filter((one) => !clientIds.includes(one.clientId)))
