import type { Photo } from '#contract/files/files.ts'
import type { Message } from '#contract/messages.ts'

/** Merges without duplicates and sorts by sequence number, whatever the order of arrival. */
export function mergeMessages(known: readonly Message[], more: readonly Message[]): Message[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]))
  for (const message of more) bySeq.set(message.seq, message)
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/** Returns the sequence number of the last message before the first gap. */
export function lastWithoutGap(messages: readonly Message[]): number {
  let last = messages[0]?.seq ?? 0
  for (const { seq } of messages.slice(1)) {
    if (seq !== last + 1) break
    last = seq
  }
  return last
}

/** A message that the server has not confirmed; `failed` gives the reason. */
export type Unsent = {
  clientId: string
  conversationId: string
  text: string
  photos: Photo[]
  at: string
  failed: { reason: string; /** It is retried automatically. */ isTemporary: boolean } | null
}

/** Leaves out messages that have arrived although their response was lost, so that they are not shown twice. */
export const notArrived = (unsent: readonly Unsent[], messages: readonly Message[]): Unsent[] => {
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  return unsent.filter(({ clientId }) => !arrived.has(clientId))
}
