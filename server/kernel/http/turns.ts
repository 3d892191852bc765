import { performance } from 'node:perf_hooks'
import { stopwatch } from '#server/kernel/clock.ts'
import { busy } from '#server/kernel/http/busy.ts'

/**
 * For each kind of work: how much runs at once, to how much of it this falls while the processor is busy all the time, how
 * much may wait, and for how long at least (milliseconds). What keeps the processor and the connections of the database
 * busy is enough; more at once would only make all of it slower. Writes have no turns, because they wait for locks and for
 * services elsewhere.
 */
const limits = {
  reads: { running: 12, runningIfSaturated: 2, waiting: 128, patience: 1_000 },
  ownPages: { running: 4, runningIfSaturated: 1, waiting: 64, patience: 1_000 },
  pages: { running: 4, runningIfSaturated: 1, waiting: 64, patience: 1_000 },
  exports: { running: 2, runningIfSaturated: 1, waiting: 32, patience: 2_000 },
}

/** On a slow machine work may wait for four times as long as it usually takes, and at most this long. */
const mostPatience = 2_000
const timesUsual = 4
/** Share of the latest work in the usual time; longer work counts more, so that a machine that becomes slow is noticed. */
const latestShare = { shorter: 1 / 16, longer: 1 / 4 }
/**
 * A burst is over after this time, or after twenty times the usual time where work takes longer. A queue that was full
 * holds more than a few visitors send, so it has less time to become empty.
 */
const burst = { ms: 1_000, timesUsual: 20, fullMs: 150 }
export type Kind = keyof typeof limits

export type Turns = {
  /** Carries out work of this kind when it is its turn, or throws 503 if it has waited too long for that. */
  take: <T>(kind: Kind, work: () => Promise<T>) => Promise<T>
  /** True if work of this kind has to be refused at once; it counts as refused, so refuse it. */
  refuses: (kind: Kind) => boolean
}
export type TakeTurn = Turns['take']

/** Above this share of the time in which the event loop works, more work at once is not done sooner. */
const saturatedFrom = 0.9
const sampleMs = 100

/** Returns a function that tells whether the event loop was busy nearly all the time, by the latest sample. */
function watchSaturation(): () => boolean {
  let [sampledAt, sample] = [stopwatch(), performance.eventLoopUtilization()]
  let isSaturated = false
  return () => {
    if (stopwatch() - sampledAt < sampleMs) return isSaturated
    isSaturated = performance.eventLoopUtilization(sample).utilization > saturatedFrom
    ;[sampledAt, sample] = [stopwatch(), performance.eventLoopUtilization()]
    return isSaturated
  }
}

/**
 * Returns how much may run at once: the least as soon as the processor is saturated, and then one more for each tenth of a
 * second in which it is not, because a jump to the most would saturate it again.
 */
function openAllowance(most: number, least: number, isSaturated: () => boolean): () => number {
  let saturatedAt = -Infinity
  return () => {
    if (isSaturated()) saturatedAt = stopwatch()
    return Math.min(most, least + Math.floor((stopwatch() - saturatedAt) / sampleMs))
  }
}

/**
 * Judges whether and for how long work may wait. A burst may wait. If the queue is never empty for longer than a burst
 * takes, more is asked for than can be done, and waiting only makes late what is done, so nothing waits. This lasts until
 * nothing has been refused for as long as a burst may take while the queue is not full.
 */
function openPatience(patience: number, isCrowded: () => boolean) {
  let usualMs = 0
  let emptyUntil = 0
  let wasFull = false
  /** When there was last more than could be done. */
  let overloadedAt = -Infinity

  const mostMs = () => Math.max(patience, Math.min(mostPatience, timesUsual * usualMs))
  function isOverloaded(): boolean {
    const longest = Math.max(burst.ms, burst.timesUsual * usualMs)
    const waitedMs = isCrowded() ? stopwatch() - emptyUntil : 0
    if (waitedMs > (wasFull ? burst.fullMs : longest)) overloadedAt = stopwatch()
    return overloadedAt > stopwatch() - longest
  }
  return {
    isOverloaded,
    mostMs,
    noteEmpty(): void {
      emptyUntil = stopwatch()
      wasFull = false
    },
    noteFull(): void {
      wasFull = true
    },
    noteRefusal(): void {
      if (isOverloaded()) overloadedAt = stopwatch()
    },
    noteDuration(ms: number): void {
      const share = ms > usualMs ? latestShare.longer : latestShare.shorter
      usualMs = usualMs === 0 ? ms : usualMs + (ms - usualMs) * share
    },
  }
}

type Waiting = { since: number; start: () => void; refuse: () => void }

/** First come, first served. */
function openQueue(
  patience: ReturnType<typeof openPatience>,
  waiting: Set<Waiting>,
  isCrowded: () => boolean,
) {
  return {
    /** Resolves when the work may begin, and rejects when it has waited too long. */
    wait: () =>
      new Promise<void>((resolve, reject) => {
        if (!isCrowded()) patience.noteEmpty()
        const timer = setTimeout(() => one.refuse(), patience.mostMs())
        const leave = () => {
          clearTimeout(timer)
          waiting.delete(one)
        }
        const one: Waiting = {
          since: stopwatch(),
          start() {
            leave()
            resolve()
          },
          refuse() {
            leave()
            patience.noteRefusal()
            reject(busy())
          },
        }
        waiting.add(one)
      }),

    refuseAll(): void {
      for (const next of waiting) next.refuse()
    },

    /** Starts the first that has not waited too long, and refuses those before it; returns false if there is none. */
    startOne(): boolean {
      const mayWaitMs = patience.mostMs()
      for (const next of waiting) {
        // Timers are late if the event loop was blocked.
        if (stopwatch() - next.since <= mayWaitMs) {
          next.start()
          return true
        }
        next.refuse()
      }
      return false
    },
  }
}

function openTurn(
  { running: mostRunning, runningIfSaturated, waiting: mostWaiting, patience: ms }: (typeof limits)[Kind],
  isSaturated: () => boolean,
) {
  const waiting = new Set<Waiting>()
  let running = 0
  // Work that would run at once on an idle processor is not counted as a queue while a busy one runs less of it.
  const isCrowded = () => running + waiting.size > mostRunning
  const patience = openPatience(ms, isCrowded)
  const queue = openQueue(patience, waiting, isCrowded)
  const mayRun = openAllowance(mostRunning, runningIfSaturated, isSaturated)

  function refuses(): boolean {
    if (waiting.size >= mostWaiting) patience.noteFull()
    const mayWait = patience.isOverloaded() ? 0 : mostWaiting
    const isOne = running >= mayRun() && waiting.size >= mayWait
    if (isOne) patience.noteRefusal()
    return isOne
  }

  function startNext(): void {
    if (patience.isOverloaded()) queue.refuseAll()
    const most = mayRun()
    while (running < most && queue.startOne()) running++
  }

  async function take<T>(work: () => Promise<T>): Promise<T> {
    if (refuses()) throw busy()
    if (waiting.size === 0 && running < mayRun()) running++
    else {
      const turn = queue.wait()
      startNext()
      await turn
    }
    const began = stopwatch()
    try {
      return await work()
    } finally {
      patience.noteDuration(stopwatch() - began)
      running--
      startNext()
    }
  }
  return { take, refuses }
}

export function openTurns(isSaturated = watchSaturation()): Turns {
  const turns = {
    reads: openTurn(limits.reads, isSaturated),
    ownPages: openTurn(limits.ownPages, isSaturated),
    pages: openTurn(limits.pages, isSaturated),
    exports: openTurn(limits.exports, isSaturated),
  }
  return {
    take: (kind, work) => turns[kind].take(work),
    refuses: (kind) => turns[kind].refuses(),
  }
}
