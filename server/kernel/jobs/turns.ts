/** Runs a few of many at once, in the order in which they came; where more wait than may, the next gets `refuse()` as its error. */
export function takeTurns(atOnce: number, mostWaiting: number, refuse: () => Error) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw refuse()
      // Whoever ends hands the turn on, so `running` stays as it is.
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
