// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { Frame } from '#web/live/frames.ts'
import { shareStream } from '#web/live/share.ts'

const streams = vi.hoisted(
  () => [] as { lastId: string | null; onFrame: (frame: Frame) => void; over: () => void }[],
)
vi.mock('#web/live/stream.ts', () => ({
  keepStream: ({ signal, lastId, onFrame }: StreamOptions) =>
    new Promise<void>((resolve) => {
      streams.push({ lastId: lastId(), onFrame, over: resolve })
      signal.addEventListener('abort', () => resolve())
    }),
}))
type StreamOptions = { signal: AbortSignal; lastId: () => string | null; onFrame: (frame: Frame) => void }

/** A mock of the browser's locks: requests for a name are granted one after another. */
function openLocks() {
  const queues = new Map<string, Promise<unknown>>()
  const held = new Set<string>()
  return {
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
    async request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
      const before = queues.get(name)
      const after = async () => {
        await before
        if (signal.aborted) return
        held.add(name)
        await work()
        held.delete(name)
      }
      const turn = after()
      queues.set(name, turn)
      await turn
    },
  }
}

/** A mock of BroadcastChannel: a channel does not receive its own messages, as in separate tabs. */
class Channel extends EventTarget {
  static open = new Set<Channel>()
  name: string
  constructor(name: string) {
    super()
    this.name = name
    Channel.open.add(this)
  }
  postMessage(data: unknown) {
    for (const other of Channel.open)
      if (other !== this && other.name === this.name)
        other.dispatchEvent(new MessageEvent('message', { data }))
  }
  close() {
    Channel.open.delete(this)
  }
}

afterEach(() => {
  streams.length = 0
  vi.unstubAllGlobals()
})

test('tabs share one stream, get each event once, and another tab resumes the stream when its tab closes', async () => {
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('navigator', { locks: openLocks() })
  const tabs = ['first', 'second', 'third'].map(() => {
    const heard: unknown[] = []
    const close = shareStream(
      'olga',
      (event) => heard.push(event),
      () => {},
    )
    return { heard, close }
  })
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  const frame = (id: string) => ({ id, event: 'message', data: `{"conversationId":"${id}"}` })
  const events = () => tabs.map(({ heard }) => heard.filter((event) => event !== undefined))
  const messageEvent = (id: string) => ({ topic: 'message', conversationId: id })
  streams[0]!.onFrame(frame('7'))
  streams[0]!.onFrame(frame('7'))
  expect(events()).toEqual([[messageEvent('7')], [messageEvent('7')], [messageEvent('7')]])

  tabs[0]!.close()
  await vi.waitFor(() => expect(streams).toHaveLength(2))
  expect(streams[1]!.lastId).toBe('7')
  streams[1]!.onFrame(frame('8'))
  expect(events()).toEqual([
    [messageEvent('7')],
    [messageEvent('7'), messageEvent('8')],
    [messageEvent('7'), messageEvent('8')],
  ])
  tabs[1]!.close()
  await vi.waitFor(() => expect(streams).toHaveLength(3))
  tabs[2]!.close()
})
