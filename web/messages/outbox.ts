import type { Message } from '#contract/messages.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import { changeUnsent, dropUnsent, messageStoreOf, type MessageStore } from '#web/messages/message-store.ts'
import type { Unsent } from '#web/messages/thread-state.ts'

const failureOf = (error: unknown): NonNullable<Unsent['failed']> => {
  if (error instanceof NetworkProblem) return { reason: 'no connection', isTemporary: true }
  if (!(error instanceof ApiProblem)) throw error
  const { status, problem } = error
  if (status >= 500 || status === 429 || status === 401)
    return { reason: 'the server could not accept it just now', isTemporary: true }
  return { reason: problem.errors?.[0]?.message ?? problem.detail ?? problem.title, isTemporary: false }
}

type Take = (more: readonly Message[]) => void

/** For each open conversation, by its id: adds sent messages to it. */
const shownBy = new Map<string, Take>()

/** Conversations with a request in progress. */
const busy = new Set<string>()

/** Registers an open conversation, to which sent messages are added; returns a function that removes it. */
export function showSent(conversationId: string, take: Take): () => void {
  shownBy.set(conversationId, take)
  // The conversation may be shown a second time, as with an answer in the list of notices.
  return () => {
    if (shownBy.get(conversationId) === take) shownBy.delete(conversationId)
  }
}

const waitingIn = (store: MessageStore, conversationId: string): Unsent[] =>
  store.getState().unsent.filter((one) => one.conversationId === conversationId && one.failed === null)

async function sendWaiting(store: MessageStore, conversationId: string): Promise<void> {
  if (busy.has(conversationId)) return
  busy.add(conversationId)
  try {
    for (;;) {
      const [next] = waitingIn(store, conversationId)
      if (!next) return
      await sendOne(store, next)
    }
  } finally {
    busy.delete(conversationId)
  }
}

async function sendOne(store: MessageStore, { clientId, conversationId, text, photos }: Unsent) {
  try {
    const sent = await api('POST /v1/conversations/:conversationId/messages', {
      params: { conversationId },
      body: { clientId, text, photoIds: photos.map(({ id }) => id) },
    })
    shownBy.get(conversationId)?.([sent])
    dropUnsent(store, [clientId])
  } catch (error) {
    const failed = failureOf(error)
    // The messages behind a failed one fail as well, so that the order is kept.
    for (const one of waitingIn(store, conversationId)) changeUnsent(store, one.clientId, failed)
  }
}

/**
 * Sends the messages of a conversation that wait, one at a time and in order: all of them, or those up to `clientId`, which
 * is then sent even if the server has refused it. Messages that cannot be sent now are kept, even across a reload; the
 * client id makes it safe to send one again that may have arrived.
 */
export async function sendUnsent(
  store: MessageStore,
  conversationId: string,
  clientId?: string,
): Promise<void> {
  const unsent = store.getState().unsent.filter((one) => one.conversationId === conversationId)
  // Earlier messages are sent first, to keep the order.
  const upTo =
    clientId === undefined ? unsent.length : unsent.findIndex((one) => one.clientId === clientId) + 1
  for (const { clientId: each, failed } of unsent.slice(0, upTo))
    if (failed?.isTemporary || each === clientId) changeUnsent(store, each, null)
  await sendWaiting(store, conversationId)
}

/** Sends the waiting messages of all conversations. */
export async function sendAllUnsent(accountId: string): Promise<void> {
  const store = messageStoreOf(accountId)
  const conversations = new Set(store.getState().unsent.map(({ conversationId }) => conversationId))
  await Promise.all([...conversations].map((conversationId) => sendUnsent(store, conversationId)))
}
