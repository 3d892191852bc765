import type { LiveEvent } from '#contract/live/live.ts'
import type { Frame } from '#web/live/frames.ts'
import { keepStream } from '#web/live/stream.ts'

/** Without an event, anything may have changed. */
type Deliver = (event: LiveEvent | undefined) => void
type News = { id: string | null; event: LiveEvent | undefined }

const numberOf = (id: string | null) => (id === null ? -1 : Number(id))

/**
 * The account's events for all tabs over one connection: the tab that holds the lock reads them and hands them round, and
 * when it goes the next one goes on behind the last. Where the browser cannot do that, each tab has its own. `onOver` is
 * called when the sign-in is over, so that nothing comes any more.
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
  const keep = async (hand: (news: News) => void) => {
    await keepStream({
      signal,
      lastId: () => lastId,
      onFrame(frame) {
        const news = newsOf(frame)
        take(news)
        hand(news)
      },
    })
    if (!signal.aborted) onOver()
  }

  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    void keep(() => {})
    return () => ended.abort()
  }
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => take(data))
  // What happened between this page's load and the first news that are handed to it is not known here.
  void beginBehind(name, deliver)
  void waitForTurn(name, signal, () => keep((news) => hand(channel, news)))
  return () => {
    ended.abort()
    channel.close()
  }
}

const newsOf = ({ id, event, data }: Frame): News => ({
  id,
  event: event === 'reset' ? undefined : ({ topic: event, ...(JSON.parse(data) as object) } as LiveEvent),
})

/** What happened between this page's load and the first news that another tab hands to it is not known here. */
async function beginBehind(name: string, deliver: Deliver): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  if (held.some((lock) => lock.name === name)) deliver(undefined)
}

async function waitForTurn(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
const hand = (channel: BroadcastChannel, news: News) => channel.postMessage(news)
