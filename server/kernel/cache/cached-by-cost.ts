import { LRUCache } from 'lru-cache'
import { stopwatch } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { logCause } from '#server/kernel/log-cause.ts'

type CachedValue<V> = { value: V; readAt: number; freshMs: number }
type Slot<V> = { cached?: CachedValue<V>; reading?: Promise<V> }

/** Limits of a figure's lifetime, chosen so that computing takes at most a hundredth of the time. */
const [shortestMs, maxLifetimeMs, timesTaken, timesFresh] = [1_000, 300_000, 100, 10] as const

/**
 * Caches a figure and shares one computation between concurrent requests. A figure is fresh for a hundred times as long
 * as its computation took, at least one second (or `minLifetimeMs`) and at most five minutes. After that the stale figure is returned while
 * a new one is computed, for up to ten times as long, but never if it is older than five minutes. Nothing is cached
 * inside a transaction.
 */
export function cachedByCost<K extends string | number, V>(
  read: (db: Db, key: K) => Promise<V>,
  /** Maximum number of cached keys; the least recently used is evicted first. */
  maxKeys: number,
  elapsed: () => number = stopwatch,
  minLifetimeMs: number = shortestMs,
): (deps: Pick<Deps, 'db' | 'now' | 'log'>, key: K) => Promise<V> {
  const perDb = new WeakMap<Db, LRUCache<K, Slot<V>>>()

  function slotOf(db: Db, key: K): Slot<V> {
    let slots = perDb.get(db)
    if (!slots) perDb.set(db, (slots = new LRUCache({ max: maxKeys })))
    let slot = slots.get(key)
    if (!slot) slots.set(key, (slot = {}))
    return slot
  }

  function compute(deps: Pick<Deps, 'db' | 'now'>, key: K, slot: Slot<V>): Promise<V> {
    slot.reading ??= (async () => {
      const [startedAt, readAt] = [elapsed(), deps.now().getTime()]
      try {
        const value = await read(deps.db, key)
        const freshMs = Math.min(maxLifetimeMs, Math.max(minLifetimeMs, (elapsed() - startedAt) * timesTaken))
        slot.cached = { value, readAt, freshMs }
        return value
      } finally {
        delete slot.reading
      }
    })()
    return slot.reading
  }

  return async (deps, key) => {
    if (deps.db.isTransaction) return read(deps.db, key)
    const slot = slotOf(deps.db, key)
    const { cached } = slot
    if (!cached) return compute(deps, key, slot)
    const age = deps.now().getTime() - cached.readAt
    if (age < cached.freshMs) return cached.value
    const computation = compute(deps, key, slot)
    if (age >= Math.min(maxLifetimeMs, cached.freshMs * timesFresh)) return computation
    computation.catch((error: unknown) =>
      logCause(deps.log, 'warn', { err: error }, 'a figure could not be counted anew'),
    )
    return cached.value
  }
}
