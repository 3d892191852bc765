import type { LiveEvent } from '#contract/live/live.ts'
import type { Frame } from '#web/live/frames.ts'
import { keepStream } from '#web/live/stream.ts'

/** An undefined event means that anything may have changed. */
type Deliver = (event: LiveEvent | undefined) => void
type News = { id: string | null; event: LiveEvent | undefined }

const numberOf = (id: string | null) => (id === null ? -1 : Number(id))

/**
 * Shares one connection for the account's events between all tabs. The tab that holds the lock reads the events and
 * broadcasts them; when it closes, the next tab resumes after the last event id. If the browser lacks locks or
 * BroadcastChannel, each tab opens its own connection. `onOver` is called when the session has ended and no more events
 * follow.
 */
export function shareStream(accountId: string, deliver: Deliver, onOver: () => void): () => void {
  const name = `sitwell.live.${accountId}`
  const ended = new AbortController()
  const { signal } = ended
  let lastId: string | null = null

  const take = ({ id, event }: News): void => {
    if (event && numberOf(id) <= numberOf(lastId)) return
    if (id !== null) lastId = id
    deliver(event)
  }
  const readAndShare = async (broadcast: (news: News) => void) => {
    await keepStream({
      signal,
      lastId: () => lastId,
      onFrame(frame) {
        const news = newsOf(frame)
        take(news)
        broadcast(news)
      },
    })
    if (!signal.aborted) onOver()
  }

  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    void readAndShare(() => {})
    return () => ended.abort()
  }
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => take(data))
  void resetIfAlreadyConnected(name, deliver)
  void waitForLock(name, signal, () => readAndShare((news) => broadcast(channel, news)))
  return () => {
    ended.abort()
    channel.close()
  }
}

const newsOf = ({ id, event, data }: Frame): News => ({
  id,
  event: event === 'reset' ? undefined : eventOf(event, data),
})

const eventOf = (topic: string, data: string) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes each event by the schema of `LiveEvent`
  ({ topic, ...JSON.parse(data) }) as LiveEvent

/**
 * If another tab is already connected, delivers one reset, because events between this page's load and the first
 * broadcast it receives are unknown here.
 */
async function resetIfAlreadyConnected(name: string, deliver: Deliver): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  if (held.some((lock) => lock.name === name)) deliver(undefined)
}

async function waitForLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
const broadcast = (channel: BroadcastChannel, news: News) => channel.postMessage(news)
