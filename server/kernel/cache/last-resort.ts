import { stopwatch } from '#server/kernel/clock.ts'

/** After a failure nobody waits for another attempt for this long. */
const quietMs = 1_000

export type LastResortOptions = {
  /** Returns true for an error that says nothing about what was asked for, only that it cannot be computed now. */
  isOutage: (error: unknown) => boolean
  /** Receives other errors of computations that nobody waits for. */
  onError: (error: unknown) => void
  now?: () => number
}

/** Gives an old value for one that cannot be computed at the moment. */
export function openLastResort({ isOutage, onError, now = stopwatch }: LastResortOptions) {
  let quietUntil = -Infinity

  /** Returns true if the error is one of an outage. */
  function note(error: unknown): boolean {
    const isOne = isOutage(error)
    if (isOne) quietUntil = now() + quietMs
    return isOne
  }

  return {
    async get<V>(computed: Promise<V>, old: V, isUsable: () => boolean = () => true): Promise<V> {
      if (now() < quietUntil) {
        computed.catch((error: unknown) => note(error) || onError(error))
        return old
      }
      try {
        return await computed
      } catch (error) {
        if (!note(error) || !isUsable()) throw error
        return old
      }
    },

    /** Called when something could be computed. */
    end(): void {
      quietUntil = -Infinity
    },
  }
}
