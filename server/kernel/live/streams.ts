import type { Db } from '#server/kernel/db/db.ts'
import {
  eventsInOne,
  type NumberedEvent,
  onNews,
  type Position,
  readBehind,
  readEnds,
  readEventsAfter,
} from '#server/kernel/live/live.ts'
import type { Log } from '#server/kernel/log.ts'
import { liveEvents, liveStreams } from '#server/kernel/metrics/metrics.ts'
import { Problem } from '#server/kernel/problem.ts'

/**
 * Reason for ending a stream: the sign-in has ended, a newer stream replaced it, the client is too slow, or the server
 * is stopping.
 */
export type Ending = 'token' | 'full' | 'slow' | 'stopping'
export type Sink = { send: (frame: string) => void; end: () => void }
type Stream = Position & { sink: Sink; close: (why?: Ending) => void }

export type LiveStreams = {
  /** Checks the position and returns a function that starts the stream. */
  open: (asked: { accountId: string; lastEventId: string | undefined }) => Promise<(sink: Sink) => Stream>
  count: () => number
  stop: () => void
}

type Options = { db: Db; log: Log; /** Polling interval for missed events. */ lookMs?: number }

const mostOfOneAccount = 5
/** A client that missed more events reads everything again, which is faster than a replay. */
const mostReplayed = 1_000
const accountsInOne = 500
const retryMs = 1_000

export const frameOf = (event: string, data: object, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Manages all open streams of one process. Regardless of their number, one statement at a time reads their events. */
export function openLiveStreams({ db, log, lookMs = 10_000 }: Options): LiveStreams {
  const byAccount = new Map<string, Set<Stream>>()
  const behind = new Set<string>()
  const state = { isReading: false, isStopped: false }
  let retry: NodeJS.Timeout | undefined

  const end = onNews((accountIds) => {
    for (const id of accountIds ?? byAccount.keys()) if (byAccount.has(id)) behind.add(id)
    void read()
  })
  const look = setInterval(() => void lookForMissed(), lookMs)
  look.unref()

  async function read(): Promise<void> {
    if (state.isReading) return
    state.isReading = true
    try {
      while (behind.size > 0 && !state.isStopped) await readSome()
    } finally {
      state.isReading = false
    }
  }

  async function readSome(): Promise<void> {
    const accountIds = [...behind].slice(0, accountsInOne)
    for (const accountId of accountIds) behind.delete(accountId)
    const positions = positionsOf(accountIds)
    if (positions.length === 0) return
    try {
      deliver(await readEventsAfter(db, positions))
    } catch (error) {
      log.warn({ err: error }, 'live events could not be read')
      for (const accountId of accountIds) behind.add(accountId)
      await new Promise<void>((resolve) => {
        retry = setTimeout(resolve, retryMs)
      })
    }
  }

  async function lookForMissed(): Promise<void> {
    try {
      for (const accountId of await readBehind(db, positionsOf([...byAccount.keys()]))) behind.add(accountId)
      await read()
    } catch (error) {
      log.warn({ err: error }, 'live events could not be looked for')
    }
  }

  const positionsOf = (accountIds: readonly string[]): Position[] =>
    accountIds.flatMap((accountId) => {
      const streams = byAccount.get(accountId)
      return streams ? [{ accountId, seq: Math.min(...[...streams].map(({ seq }) => seq)) }] : []
    })

  function deliver(events: readonly NumberedEvent[]): void {
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
    for (const [accountId, count] of counts) if (count >= eventsInOne) behind.add(accountId)
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
    if (streams.size > mostOfOneAccount) [...streams][0]!.close('full')
    return stream
  }

  return {
    async open({ accountId, lastEventId }) {
      if (state.isStopped) throw new Problem('unavailable', { detail: 'The server is being restarted.' }, 1)
      const { last, oldest } = await readEnds(db, accountId)
      const after = lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null
      const isWhole =
        after !== null &&
        (after === last ||
          (after < last && last - after <= mostReplayed && oldest !== null && oldest <= after + 1))
      return (sink) => {
        sink.send(isWhole ? ': here\n\n' : frameOf('reset', {}, last))
        const stream = add(accountId, isWhole ? after : last, sink)
        // New events may have been written since the ends were read.
        behind.add(accountId)
        void read()
        return stream
      }
    },
    count: () => [...byAccount.values()].reduce((sum, streams) => sum + streams.size, 0),
    stop() {
      state.isStopped = true
      end()
      clearInterval(look)
      clearTimeout(retry)
      for (const streams of byAccount.values()) streams.forEach(({ close }) => close('stopping'))
    },
  }
}
