import type { Db } from '#server/kernel/db/db.ts'
import {
  eventsPerRead,
  type NumberedEvent,
  onNewEvents,
  type Position,
  readAccountsBehind,
  readSeqBounds,
  readEventsAfter,
} from '#server/kernel/live/live.ts'
import type { Log } from '#server/kernel/log.ts'
import { logCause } from '#server/kernel/log-cause.ts'
import { liveEvents, liveStreams } from '#server/kernel/metrics/metrics.ts'
import { Problem } from '#server/kernel/problem.ts'

/**
 * Reason for ending a stream: the sign-in has ended, a newer stream replaced it, the client is too slow, or the server
 * is stopping.
 */
export type EndReason = 'token' | 'full' | 'slow' | 'stopping'
export type Sink = { send: (frame: string) => void; end: () => void }
type Stream = Position & { sink: Sink; close: (why?: EndReason) => void }

export type LiveStreams = {
  /** Checks the position and returns a function that starts the stream. */
  open: (request: { accountId: string; lastEventId: string | undefined }) => Promise<(sink: Sink) => Stream>
  count: () => number
  stop: () => void
}

type Options = { db: Db; log: Log; /** Polling interval for missed events. */ pollMs?: number }

const maxStreamsPerAccount = 5
/** A client that missed more events reads everything again, which is faster than a replay. */
const maxReplayedEvents = 1_000
const accountsPerRead = 500
const retryMs = 1_000

export const frameOf = (event: string, data: object, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Keeps the open streams of each account. */
function openRegistry() {
  const byAccount = new Map<string, Set<Stream>>()

  const positionsOf = (accountIds: readonly string[]): Position[] =>
    accountIds.flatMap((accountId) => {
      const streams = byAccount.get(accountId)
      return streams ? [{ accountId, seq: Math.min(...[...streams].map(({ seq }) => seq)) }] : []
    })

  /** Sends the events to the streams that lack them. Returns the accounts that may have more. */
  function deliver(events: readonly NumberedEvent[]): string[] {
    const counts = new Map<string, number>()
    for (const { accountId, seq, event } of events) {
      const { topic, ...ids } = event
      const frame = frameOf(topic, ids, seq)
      for (const stream of byAccount.get(accountId) ?? [])
        if (stream.seq < seq) {
          stream.seq = seq
          stream.sink.send(frame)
          liveEvents.inc()
        }
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
    }
    return [...counts].flatMap(([accountId, count]) => (count >= eventsPerRead ? [accountId] : []))
  }

  function add(accountId: string, seq: number, sink: Sink): Stream {
    const streams = byAccount.get(accountId) ?? new Set()
    byAccount.set(accountId, streams)
    const stream: Stream = {
      accountId,
      seq,
      sink,
      close(why) {
        if (!streams.delete(stream)) return
        liveStreams.dec()
        if (streams.size === 0) byAccount.delete(accountId)
        if (why) sink.send(frameOf('end', { why }))
        sink.end()
      },
    }
    streams.add(stream)
    liveStreams.inc()
    // The oldest stream is closed and not the newest, because a dead connection may look alive for minutes.
    if (streams.size > maxStreamsPerAccount) [...streams][0]!.close('full')
    return stream
  }

  return { byAccount, add, positionsOf, deliver }
}

type Registry = ReturnType<typeof openRegistry>

/** Reads the new events of all streams, by one statement at a time however many streams are open. */
function openReader(db: Db, log: Log, { positionsOf, deliver }: Registry) {
  const behind = new Set<string>()
  const state = { isReading: false, isStopped: false }
  let retry: NodeJS.Timeout | undefined

  /** Reads the events of these accounts, which may have new ones. */
  async function read(accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds) behind.add(accountId)
    if (state.isReading) return
    state.isReading = true
    try {
      while (behind.size > 0 && !state.isStopped) await readBatch()
    } finally {
      state.isReading = false
    }
  }

  async function readBatch(): Promise<void> {
    const accountIds = [...behind].slice(0, accountsPerRead)
    for (const accountId of accountIds) behind.delete(accountId)
    const positions = positionsOf(accountIds)
    if (positions.length === 0) return
    try {
      for (const accountId of deliver(await readEventsAfter(db, positions))) behind.add(accountId)
    } catch (error) {
      logCause(log, 'warn', { err: error }, 'live events could not be read')
      for (const accountId of accountIds) behind.add(accountId)
      await new Promise<void>((resolve) => {
        retry = setTimeout(resolve, retryMs)
      })
    }
  }

  return {
    read,
    isStopped: () => state.isStopped,
    stop() {
      state.isStopped = true
      clearTimeout(retry)
    },
  }
}

/**
 * Returns the number of the last event the client has if it can resume after it; null if it has to read everything again.
 */
function resumePosition(
  lastEventId: string | undefined,
  { last, oldest }: { last: number; oldest: number | null },
): number | null {
  if (lastEventId === undefined || !/^\d{1,15}$/.test(lastEventId)) return null
  const after = Number(lastEventId)
  const canResume =
    after === last ||
    (after < last && last - after <= maxReplayedEvents && oldest !== null && oldest <= after + 1)
  return canResume ? after : null
}

/** Manages all open streams of one process. */
export function openLiveStreams({ db, log, pollMs = 10_000 }: Options): LiveStreams {
  const registry = openRegistry()
  const { byAccount, add, positionsOf } = registry
  const reader = openReader(db, log, registry)

  const unsubscribe = onNewEvents((accountIds) => {
    void reader.read([...(accountIds ?? byAccount.keys())].filter((id) => byAccount.has(id)))
  })
  const pollTimer = setInterval(() => void pollForMissedEvents(), pollMs)
  pollTimer.unref()

  async function pollForMissedEvents(): Promise<void> {
    try {
      await reader.read(await readAccountsBehind(db, positionsOf([...byAccount.keys()])))
    } catch (error) {
      logCause(log, 'warn', { err: error }, 'live events could not be looked for')
    }
  }

  return {
    async open({ accountId, lastEventId }) {
      if (reader.isStopped())
        throw new Problem('unavailable', { detail: 'The server is being restarted.' }, 1)
      const bounds = await readSeqBounds(db, accountId)
      const after = resumePosition(lastEventId, bounds)
      return (sink) => {
        sink.send(after === null ? frameOf('reset', {}, bounds.last) : ': here\n\n')
        const stream = add(accountId, after ?? bounds.last, sink)
        // New events may have been written since the bounds were read.
        void reader.read([accountId])
        return stream
      }
    },
    count: () => [...byAccount.values()].reduce((sum, streams) => sum + streams.size, 0),
    stop() {
      reader.stop()
      unsubscribe()
      clearInterval(pollTimer)
      for (const streams of byAccount.values()) streams.forEach(({ close }) => close('stopping'))
    },
  }
}
