import type { Photo } from '#contract/files/files.ts'
import type { Message } from '#contract/messages.ts'

/** Every message once, in the order of the thread, whatever came in which order and how often. */
export function mergeMessages(known: readonly Message[], more: readonly Message[]): Message[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]))
  for (const message of more) bySeq.set(message.seq, message)
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/** The number of the last message up to which none is missing. */
export function lastWithoutGap(messages: readonly Message[]): number {
  let last = messages[0]?.seq ?? 0
  for (const { seq } of messages.slice(1)) {
    if (seq !== last + 1) break
    last = seq
  }
  return last
}

/** What this device has written and the server has not confirmed; `failed` says what became of it. */
export type Unsent = {
  clientId: string
  conversationId: string
  text: string
  photos: Photo[]
  at: string
  failed: { reason: string; /** It is sent again by itself. */ isTemporary: boolean } | null
}

/** What has arrived after all, although its answer was lost, is not shown twice. */
export const notArrived = (unsent: readonly Unsent[], messages: readonly Message[]): Unsent[] => {
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  return unsent.filter(({ clientId }) => !arrived.has(clientId))
}
