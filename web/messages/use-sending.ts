import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Photo } from '#contract/files/files.ts'
import type { Message } from '#contract/messages.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import { nowInstant } from '#web/clock.ts'
import {
  addUnsent,
  changeUnsent,
  dropUnsent,
  saveDraft,
  messageStoreOf,
  type MessageStore,
} from '#web/messages/message-store.ts'
import { notArrived, type Unsent } from '#web/messages/thread-state.ts'
import { readHint } from '#web/persisted.ts'

const failureOf = (error: unknown): NonNullable<Unsent['failed']> => {
  if (error instanceof NetworkProblem) return { reason: 'no connection', isTemporary: true }
  if (!(error instanceof ApiProblem)) throw error
  const { status, problem } = error
  if (status >= 500 || status === 429 || status === 401)
    return { reason: 'the server could not accept it just now', isTemporary: true }
  return { reason: problem.errors?.[0]?.message ?? problem.detail ?? problem.title, isTemporary: false }
}

/** After this time waiting messages are sent again, because the connection may be back without an event that says so. */
const retryEveryMs = 30_000

type Take = (more: readonly Message[]) => void

/** Conversations with a request in progress. */
const busy = new Set<string>()

const waitingIn = (store: MessageStore, conversationId: string): Unsent[] =>
  store.getState().unsent.filter((one) => one.conversationId === conversationId && one.failed === null)

async function sendWaiting(store: MessageStore, conversationId: string, take: Take): Promise<void> {
  if (busy.has(conversationId)) return
  busy.add(conversationId)
  try {
    for (;;) {
      const [next] = waitingIn(store, conversationId)
      if (!next) return
      await sendOne(store, next, take)
    }
  } finally {
    busy.delete(conversationId)
  }
}

async function sendOne(store: MessageStore, { clientId, conversationId, text, photos }: Unsent, take: Take) {
  try {
    const sent = await api('POST /v1/conversations/:conversationId/messages', {
      params: { conversationId },
      body: { clientId, text, photoIds: photos.map(({ id }) => id) },
    })
    take([sent])
    dropUnsent(store, [clientId])
  } catch (error) {
    const failed = failureOf(error)
    // The messages behind a failed one fail as well, so that the order is kept.
    for (const one of waitingIn(store, conversationId)) changeUnsent(store, one.clientId, failed)
  }
}

/**
 * Sends messages one at a time, in order. Failed messages are kept, even across a reload, and are retried when the
 * connection returns, every half minute or on demand; the client id makes a retry idempotent.
 */
export function useSending(conversationId: string, messages: readonly Message[], take: Take) {
  const store = messageStoreOf(readHint() ?? '')
  const all = useStore(store, ({ unsent }) => unsent)
  const draft = useStore(store, ({ drafts }) => drafts[conversationId] ?? '')
  const own = all.filter((one) => one.conversationId === conversationId)
  const unsent = notArrived(own, messages)

  const retry = useCallback(
    (clientId?: string) => {
      const waiting = store.getState().unsent.filter((one) => one.conversationId === conversationId)
      // Earlier messages are retried first, to keep the order.
      const upTo =
        clientId === undefined ? waiting.length : waiting.findIndex((one) => one.clientId === clientId) + 1
      for (const { clientId: each, failed } of waiting.slice(0, upTo))
        if (failed?.isTemporary || each === clientId) changeUnsent(store, each, null)
      void sendWaiting(store, conversationId, take)
    },
    [conversationId, store, take],
  )

  // A message that was being sent when the page was left may or may not have arrived; a retry with its id is safe.
  useEffect(() => retry(), [retry])
  useEffect(() => {
    const online = () => retry()
    const timer = setInterval(() => navigator.onLine && retry(), retryEveryMs)
    window.addEventListener('online', online)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', online)
    }
  }, [retry])
  useEffect(() => {
    const arrived = own.filter((one) => !unsent.includes(one)).map(({ clientId }) => clientId)
    if (arrived.length > 0) dropUnsent(store, arrived)
  }, [own, store, unsent])

  const send = (text: string, photos: Photo[]) => {
    saveDraft(store, conversationId, '')
    const at = new Date(nowInstant()).toISOString()
    addUnsent(store, { clientId: crypto.randomUUID(), conversationId, text, photos, at, failed: null })
    retry()
  }
  const discard = ({ clientId, text }: Unsent) => {
    dropUnsent(store, [clientId])
    if (store.getState().drafts[conversationId] === undefined) saveDraft(store, conversationId, text)
  }
  return {
    unsent,
    draft,
    write: (text: string) => saveDraft(store, conversationId, text),
    send,
    retry,
    discard,
  }
}
