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

type Attempt = {
  /** Returns false once the old value must not be used any more. */
  isUsable?: () => boolean
  /** Milliseconds after which the old value is used although the computation may still succeed. */
  patience?: number
}

/** Gives an old value for one that cannot be computed at the moment. */
export function openLastResort({ isOutage, onError, now = stopwatch }: LastResortOptions) {
  let quietUntil = -Infinity
  /** After a slow computation, attempts with limited patience do not wait until then. */
  let slowUntil = -Infinity

  /** Handles the error of a computation that nobody waits for. */
  const leave = (computed: Promise<unknown>): void => {
    computed.catch((error: unknown) => note(error) || onError(error))
  }

  /** Returns true if the error is one of an outage. */
  function note(error: unknown): boolean {
    const isOne = isOutage(error)
    if (isOne) quietUntil = now() + quietMs
    return isOne
  }

  return {
    async get<V>(
      computed: Promise<V>,
      old: V,
      { isUsable = () => true, patience }: Attempt = {},
    ): Promise<V> {
      if (now() < quietUntil || (patience !== undefined && now() < slowUntil)) {
        leave(computed)
        return old
      }
      try {
        const takesLong = patience !== undefined && !(await settlesWithin(computed, patience))
        if (!takesLong || !isUsable()) return await computed
        slowUntil = now() + quietMs
        leave(computed)
        return old
      } catch (error) {
        if (!note(error) || !isUsable()) throw error
        return old
      }
    },

    /** Called when something could be computed. */
    end(): void {
      quietUntil = -Infinity
      slowUntil = -Infinity
    },
  }
}

async function settlesWithin(computed: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: isOver, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  const settled = () => resolve(true)
  computed.then(settled, settled)
  const result = await isOver
  clearTimeout(timer)
  return result
}
