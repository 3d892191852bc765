import { stopwatch } from '#server/kernel/clock.ts'

type Waiting = { until: number; start: () => void; refuse: () => void }

/**
 * Limits concurrency to `maxConcurrent`, first come first served; if `maxWaiting` calls are already queued, the next
 * one fails with `createError()`. So does a call that has waited for the milliseconds that `patience` returns when it
 * begins to wait, before its work has begun.
 */
export function limitConcurrency(
  maxConcurrent: number,
  maxWaiting: number,
  createError: () => Error,
  patience = () => Infinity,
) {
  let running = 0
  const waiting = new Set<Waiting>()

  const queue = () =>
    new Promise<void>((resolve, reject) => {
      const ms = patience()
      const timer = ms < Infinity ? setTimeout(() => one.refuse(), ms) : undefined
      const leave = () => {
        clearTimeout(timer)
        waiting.delete(one)
      }
      const one: Waiting = {
        until: stopwatch() + ms,
        start() {
          leave()
          resolve()
        },
        refuse() {
          leave()
          reject(createError())
        },
      }
      waiting.add(one)
    })

  /** A finished call passes its slot on, so `running` stays unchanged if one waits. */
  function passOn(): void {
    for (const next of waiting) {
      // Timers are late if the event loop was blocked.
      if (stopwatch() < next.until) return next.start()
      next.refuse()
    }
    running--
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxConcurrent) {
      if (waiting.size >= maxWaiting) throw createError()
      await queue()
    } else running++
    try {
      return await work()
    } finally {
      passOn()
    }
  }
}
