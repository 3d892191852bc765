import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Photo } from '#contract/files/files.ts'
import type { Message } from '#contract/messages.ts'
import { nowInstant } from '#web/clock.ts'
import { addUnsent, dropUnsent, messageStoreOf, saveDraft } from '#web/messages/message-store.ts'
import { sendUnsent, showSent } from '#web/messages/outbox.ts'
import { repeatWhenConnected } from '#web/messages/send-when-connected.ts'
import { notArrived, type Unsent } from '#web/messages/thread-state.ts'
import { readHint } from '#web/persisted.ts'

/**
 * Sends the messages of an open conversation: when they are written, when the connection returns, every half minute and on
 * demand. `send-when-connected.ts` does so for the other pages, but its code may not have loaded before the connection was
 * lost.
 */
export function useSending(
  conversationId: string,
  messages: readonly Message[],
  take: (more: readonly Message[]) => void,
) {
  const store = messageStoreOf(readHint() ?? '')
  const all = useStore(store, ({ unsent }) => unsent)
  const draft = useStore(store, ({ drafts }) => drafts[conversationId] ?? '')
  const own = all.filter((one) => one.conversationId === conversationId)
  const unsent = notArrived(own, messages)

  const retry = useCallback(
    (clientId?: string) => void sendUnsent(store, conversationId, clientId),
    [conversationId, store],
  )
  useEffect(() => showSent(conversationId, take), [conversationId, take])

  // A message that was being sent when the page was left may or may not have arrived; a retry with its id is safe.
  useEffect(() => repeatWhenConnected(() => retry()), [retry])
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
