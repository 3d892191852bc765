/**
 * Limits concurrency to `maxConcurrent`, first come first served; if `maxWaiting` calls are already queued, the next
 * one fails with `createError()`.
 */
export function limitConcurrency(maxConcurrent: number, maxWaiting: number, createError: () => Error) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) throw createError()
      // A finished call passes its slot on, so `running` stays unchanged.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
