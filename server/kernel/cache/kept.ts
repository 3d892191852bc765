import { onChange, type Topic } from '#server/kernel/cache/changes.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/db/db.ts'

type KeptOptions<A> = {
  /** What tells one question from another. */
  keyOf: (asked: A) => string
  /** How long something is believed when the connection that hears other processes may be lost, in milliseconds. */
  trustedMs: number
  /** How many answers are kept of one database; beyond it all are read anew. */
  most: number
  /** Milliseconds of a clock that only goes forward. */
  elapsed?: () => number
}

/**
 * Keeps what was read until a change of the topic is announced, and at most `trustedMs`. What was asked for before the
 * change and comes after it is not kept. Inside a transaction nothing is kept.
 */
export function keptUntil<A, V>(
  topic: Topic,
  read: (db: Db, asked: A) => Promise<V>,
  { keyOf, trustedMs, most, elapsed = stopwatch }: KeptOptions<A>,
): (db: Db, asked: A) => Promise<V> {
  let perDb = new WeakMap<Db, Map<string, { value: V; readAt: number }>>()
  onChange(topic, () => (perDb = new WeakMap()))
  return async (db, asked) => {
    if (db.isTransaction) return read(db, asked)
    const key = keyOf(asked)
    let values = perDb.get(db)
    if (!values) perDb.set(db, (values = new Map()))
    const kept = values.get(key)
    if (kept && elapsed() - kept.readAt < trustedMs) return kept.value
    const readAt = elapsed()
    const value = await read(db, asked)
    if (values.size >= most) values.clear()
    values.set(key, { value, readAt })
    return value
  }
}
