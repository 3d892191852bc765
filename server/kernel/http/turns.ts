import { stopwatch } from '#server/kernel/clock.ts'
import { busy } from '#server/kernel/http/limits.ts'
import { limitConcurrency } from '#server/kernel/jobs/limit-concurrency.ts'

/**
 * For each kind of work: how much runs at once, how much may wait, and for how long at least (milliseconds). What keeps
 * the processor and the connections of the database busy is enough; more at once would only make all of it slower. Writes
 * have no turns, because they wait for locks and for services elsewhere.
 */
const limits = {
  reads: { running: 12, waiting: 128, patience: 300 },
  ownPages: { running: 4, waiting: 64, patience: 600 },
  pages: { running: 4, waiting: 64, patience: 250 },
  exports: { running: 2, waiting: 32, patience: 2_000 },
}

/** On a slow machine work may wait for four times as long as it usually takes, and at most this long. */
const mostPatience = 2_000
const timesUsual = 4
/** Share of the latest work in the usual time. */
const latestShare = 1 / 16

export type Kind = keyof typeof limits

/** Carries out work of this kind when it is its turn, or throws 503 if it has waited too long for that. */
export type TakeTurn = <T>(kind: Kind, work: () => Promise<T>) => Promise<T>

function openTurn({ running, waiting, patience }: (typeof limits)[Kind]) {
  let usualMs = 0
  const limited = limitConcurrency(running, waiting, busy, () =>
    Math.max(patience, Math.min(mostPatience, timesUsual * usualMs)),
  )
  return <T>(work: () => Promise<T>): Promise<T> =>
    limited(async () => {
      const began = stopwatch()
      try {
        return await work()
      } finally {
        usualMs += (stopwatch() - began - usualMs) * latestShare
      }
    })
}

export function openTurns(): TakeTurn {
  const turns = {
    reads: openTurn(limits.reads),
    ownPages: openTurn(limits.ownPages),
    pages: openTurn(limits.pages),
    exports: openTurn(limits.exports),
  }
  return (kind, work) => turns[kind](work)
}
