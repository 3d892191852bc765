import { LRUCache } from 'lru-cache'
import { onChange, type Topic } from '#server/kernel/cache/changes.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/db/db.ts'

type CacheOptions<A> = {
  /** Returns the cache key of a query. */
  keyOf: (query: A) => string
  /** Maximum age in milliseconds, in case the connection that receives other processes' changes is lost. */
  trustedMs: number
  /** Maximum number of cached answers per database; the least recently used is evicted first. */
  maxEntries: number
  /** Milliseconds of a monotonic clock. */
  elapsed?: () => number
}

/**
 * Caches reads until a change of the topic is announced, and for at most `trustedMs`. A read that was started before
 * the change is not cached. Nothing is cached inside a transaction.
 */
export function cachedUntilChange<A, V>(
  topic: Topic,
  read: (db: Db, query: A) => Promise<V>,
  { keyOf, trustedMs, maxEntries, elapsed = stopwatch }: CacheOptions<A>,
): (db: Db, query: A) => Promise<V> {
  let perDb = new WeakMap<Db, LRUCache<string, { value: V; readAt: number }>>()
  onChange(topic, () => (perDb = new WeakMap()))
  return async (db, query) => {
    if (db.isTransaction) return read(db, query)
    const key = keyOf(query)
    let values = perDb.get(db)
    if (!values) perDb.set(db, (values = new LRUCache({ max: maxEntries })))
    const cached = values.get(key)
    if (cached && elapsed() - cached.readAt < trustedMs) return cached.value
    const readAt = elapsed()
    const value = await read(db, query)
    values.set(key, { value, readAt })
    return value
  }
}
