import { performance } from 'node:perf_hooks'
import { stopwatch } from '#server/kernel/clock.ts'
import { busy } from '#server/kernel/http/busy.ts'

/**
 * For each kind of work: how much runs at once, to how much of it this falls while the processor is busy all the time, and
 * how much may wait. What keeps the processor and the connections of the database busy is enough; more at once would only
 * make all of it slower. Writes have no turns, because they wait for locks and for services elsewhere.
 */
const limits = {
  reads: { running: 12, runningIfSaturated: 2, waiting: 128 },
  ownPages: { running: 4, runningIfSaturated: 1, waiting: 64 },
  pages: { running: 4, runningIfSaturated: 1, waiting: 64 },
  exports: { running: 2, runningIfSaturated: 1, waiting: 32 },
}

/** Share of the latest work in the usual time; longer work counts more, so that a machine that becomes slow is noticed. */
const latestShare = { shorter: 1 / 16, longer: 1 / 4 }
/** For how long work may wait, in milliseconds: twenty times its usual time, but within these limits. */
const patience = { least: 3_000, most: 5_000, timesUsual: 20 }
/**
 * A queue that is not empty for longer than this many milliseconds is an overload and no burst. One that was full holds
 * more than a few visitors send, so it has less time to become empty.
 */
const burstMs = { full: 150, other: 10_000 }
/** An overload is over once a place has been free for this many milliseconds. */
const freeMs = 100
export type Kind = keyof typeof limits

export type Turns = {
  /** Carries out work of this kind when it is its turn, or throws 503 if it has waited too long for that. */
  take: <T>(kind: Kind, work: () => Promise<T>) => Promise<T>
  /** True if work of this kind has to be refused at once. */
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
 * takes, more is asked for than can be done, and waiting only makes late what is done, so nothing waits. While that
 * lasts, each place is taken again within milliseconds; it is over once one stays free.
 */
function judgeQueue(isCrowded: () => boolean) {
  let usualMs = 0
  let emptyUntil = 0
  let wasFull = false
  let isOverloaded = false
  let untilFree: NodeJS.Timeout | undefined

  function noteEmpty(): void {
    emptyUntil = stopwatch()
    wasFull = false
  }
  function endOverload(): void {
    isOverloaded = false
    untilFree = undefined
    noteEmpty()
  }
  return {
    mostMs: () => Math.min(patience.most, Math.max(patience.least, patience.timesUsual * usualMs)),
    noteEmpty,
    isOverloaded(): boolean {
      const crowdedMs = isCrowded() ? stopwatch() - emptyUntil : 0
      if (crowdedMs > (wasFull ? burstMs.full : burstMs.other)) isOverloaded = true
      return isOverloaded
    },
    noteFull(): void {
      wasFull = true
    },
    noteTaken(): void {
      clearTimeout(untilFree)
      untilFree = undefined
    },
    noteFree(): void {
      if (!isOverloaded || untilFree) return
      // In two parts, because requests that arrived while the event loop was blocked are handled between them.
      untilFree = setTimeout(() => (untilFree = setTimeout(endOverload, freeMs / 2)), freeMs / 2)
    },
    noteDuration(ms: number): void {
      const share = ms > usualMs ? latestShare.longer : latestShare.shorter
      usualMs = usualMs === 0 ? ms : usualMs + (ms - usualMs) * share
    },
  }
}

type Waiting = { since: number; start: () => void; refuse: () => void }

/** First come, first served. */
function openQueue(judge: ReturnType<typeof judgeQueue>, waiting: Set<Waiting>, isCrowded: () => boolean) {
  return {
    /** Resolves when the work may begin, and rejects when it has waited too long. */
    wait: () =>
      new Promise<void>((resolve, reject) => {
        if (!isCrowded()) judge.noteEmpty()
        const timer = setTimeout(() => one.refuse(), judge.mostMs())
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
      const mayWaitMs = judge.mostMs()
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
  { running: mostRunning, runningIfSaturated, waiting: mostWaiting }: (typeof limits)[Kind],
  isSaturated: () => boolean,
) {
  const waiting = new Set<Waiting>()
  let running = 0
  // Work that would run at once on an idle processor is not counted as a queue while a busy one runs less of it.
  const isCrowded = () => running + waiting.size > mostRunning
  const judge = judgeQueue(isCrowded)
  const queue = openQueue(judge, waiting, isCrowded)
  const mayRun = openAllowance(mostRunning, runningIfSaturated, isSaturated)

  function refuses(): boolean {
    if (waiting.size >= mostWaiting) judge.noteFull()
    const mayWait = judge.isOverloaded() ? 0 : mostWaiting
    const isOne = running >= mayRun() && waiting.size >= mayWait
    if (isOne) judge.noteTaken()
    return isOne
  }

  function startNext(): void {
    if (judge.isOverloaded()) queue.refuseAll()
    const most = mayRun()
    while (running < most && queue.startOne()) running++
    if (running < most) judge.noteFree()
  }

  async function take<T>(work: () => Promise<T>): Promise<T> {
    if (refuses()) throw busy()
    judge.noteTaken()
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
      judge.noteDuration(stopwatch() - began)
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
