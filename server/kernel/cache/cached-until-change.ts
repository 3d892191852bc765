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

/** `value` is the running read until it has ended. */
type Entry<V> = { value: Promise<V>; readAt: number }

/**
 * Caches reads until a change of the topic is announced, and for at most `trustedMs`. Concurrent requests for one key
 * share one read; a request after the change starts a new one, and the older one is not cached. A failed read fails for
 * all who wait for it and is not cached either. Nothing is cached inside a transaction.
 */
export function cachedUntilChange<A, V>(
  topic: Topic,
  read: (db: Db, query: A) => Promise<V>,
  { keyOf, trustedMs, maxEntries, elapsed = stopwatch }: CacheOptions<A>,
): (db: Db, query: A) => Promise<V> {
  let perDb = new WeakMap<Db, LRUCache<string, Entry<V>>>()
  onChange(topic, () => (perDb = new WeakMap()))
  return async (db, query) => {
    if (db.isTransaction) return read(db, query)
    const key = keyOf(query)
    let entries = perDb.get(db)
    if (!entries) perDb.set(db, (entries = new LRUCache({ max: maxEntries })))
    const cached = entries.get(key)
    if (cached && elapsed() - cached.readAt < trustedMs) return cached.value
    const entry = { readAt: elapsed(), value: read(db, query) }
    entries.set(key, entry)
    try {
      return await entry.value
    } catch (error) {
      if (entries.peek(key) === entry) entries.delete(key)
      throw error
    }
  }
}
