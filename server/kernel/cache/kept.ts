import { LRUCache } from 'lru-cache'
import { onChange, type Topic } from '#server/kernel/cache/changes.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/db/db.ts'

type KeptOptions<A> = {
  /** Returns the cache key of a query. */
  keyOf: (asked: A) => string
  /** Maximum age in milliseconds, in case the connection that receives other processes' changes is lost. */
  trustedMs: number
  /** Maximum number of cached answers per database; the least recently used is evicted first. */
  most: number
  /** Milliseconds of a monotonic clock. */
  elapsed?: () => number
}

/**
 * Caches reads until a change of the topic is announced, and for at most `trustedMs`. A read that was started before
 * the change is not cached. Nothing is cached inside a transaction.
 */
export function keptUntil<A, V>(
  topic: Topic,
  read: (db: Db, asked: A) => Promise<V>,
  { keyOf, trustedMs, most, elapsed = stopwatch }: KeptOptions<A>,
): (db: Db, asked: A) => Promise<V> {
  let perDb = new WeakMap<Db, LRUCache<string, { value: V; readAt: number }>>()
  onChange(topic, () => (perDb = new WeakMap()))
  return async (db, asked) => {
    if (db.isTransaction) return read(db, asked)
    const key = keyOf(asked)
    let values = perDb.get(db)
    if (!values) perDb.set(db, (values = new LRUCache({ max: most })))
    const kept = values.get(key)
    if (kept && elapsed() - kept.readAt < trustedMs) return kept.value
    const readAt = elapsed()
    const value = await read(db, asked)
    values.set(key, { value, readAt })
    return value
  }
}
