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

/** Why a stream ends: the sign-in is over, another took its place, the reader is too slow, or the server leaves. */
export type Ending = 'token' | 'full' | 'slow' | 'stopping'
export type Sink = { send: (frame: string) => void; end: () => void }
type Stream = Position & { sink: Sink; close: (why?: Ending) => void }

export type LiveStreams = {
  /** Returns what ends it; nothing is sent before the answer. */
  open: (asked: { accountId: string; lastEventId: string | undefined }) => Promise<(sink: Sink) => Stream>
  count: () => number
  stop: () => void
}

type Options = { db: Db; log: Log; /** How often missed news are looked for. */ lookMs?: number }

const mostOfOneAccount = 5
/** Who was away for longer reads everything anew sooner than so many events. */
const mostReplayed = 1_000
const accountsInOne = 500
const retryMs = 1_000

export const frameOf = (event: string, data: object, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** All open streams of one process. However many there are, one statement at a time reads for them. */
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
    // A dead connection may look alive for minutes, so it is the oldest that goes and not the newest.
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
        // Something may have been told since the ends were read.
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
