import { LRUCache } from 'lru-cache'
import { openLastResort } from '#server/kernel/cache/last-resort.ts'
import { stopwatch } from '#server/kernel/clock.ts'

/** Computations that take longer have been aborted. */
const maxComputationMs = 30_000

/** With an older value at hand, nobody waits longer for a new one: the database does not answer or is overloaded. */
const patienceMs = 2_000

/** Longer keys are not cached. */
const maxKeyLength = 500

/** The middle of an id. Looking for the rarer hyphens first is six times as fast as looking for the whole. */
const middleOfId = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-/g
/** Returns the ids in a text. */
export function idsIn(text: string): Set<string> {
  const ids = new Set<string>()
  for (const { index } of text.matchAll(middleOfId)) ids.add(text.slice(index - 8, index + 28))
  return ids
}

/** `at`: age counts from here, in milliseconds of the stopwatch. */
export type Dated<V> = { value: V; at: number }
type CachedValue<V> = Dated<V> & {
  ids: ReadonlySet<string>
  /** Everything may have changed since, so it is only the last resort. */
  isOutdated?: boolean
}
/** `changed` collects ids that change during the computation; `*` stands for everything. */
type Computation<V> = { at: number; changed: Set<string>; result?: Promise<Dated<V>> }

/** How a value is cached: its size in bytes, the ids it contains, and when its data was read, if before it was computed. */
export type Description = { size: number; ids: ReadonlySet<string>; at?: number | undefined }

/** Where a value came from: the cache, the cache while it is computed again, or a computation. */
export type CacheOutcome = 'hit' | 'stale' | 'miss'

export type SharedCacheOptions<V> = {
  /** Maximum size of all values; 0 disables the cache. */
  bytes: number
  /** A value is used without a new computation for `freshMs`, and for up to `staleMs` while it is computed again. */
  freshMs: number
  staleMs: number
  /** An older value is used for this long if it cannot be computed again at the moment; absent: never. */
  lastResortMs?: number
  /** Returns true for an error that says nothing about the value, only that it cannot be computed at the moment. */
  isOutage?: (error: unknown) => boolean
  /** Returns undefined for a value that must not be cached. */
  describe: (value: V, key: string) => Description | undefined
  /** Receives the errors of computations that no request waits for. */
  onError?: (error: unknown) => void
  onRequest?: (outcome: CacheOutcome) => void
  onSize?: (bytes: number) => void
  /** Maximum age of the data that a value is computed from, in milliseconds, because a replica may lag. */
  lagMs?: number
  now?: () => number
}

/**
 * Returns ids that changed so recently that a value may still be computed from older data; `*` stands for everything.
 */
function openRecentChanges(lagMs: number, now: () => number) {
  /** With the time until which older data may be read. */
  const changes = new Map<string, number>()
  return {
    add(id: string): void {
      for (const [old, until] of changes) if (until <= now() - maxComputationMs) changes.delete(old)
      if (lagMs > 0) changes.set(id, now() + lagMs)
    },
    /** Returns the ids of which data from this time may lack the change. */
    missingAt: (at: number): string[] => [...changes].flatMap(([id, until]) => (until > at ? [id] : [])),
  }
}

/** Computes each key once at a time. `onResult` also gets the ids that changed during the computation. */
function openComputations<V>(
  now: () => number,
  onResult: (key: string, value: V, computation: Computation<V>) => Dated<V>,
) {
  /** Computations that a new request may wait for; `running` holds all computations. */
  const joinable = new Map<string, Computation<V>>()
  const running = new Set<Computation<V>>()

  async function computeOnce(
    computation: Computation<V>,
    key: string,
    compute: () => Promise<V>,
  ): Promise<Dated<V>> {
    try {
      return onResult(key, await compute(), computation)
    } finally {
      running.delete(computation)
      if (joinable.get(key) === computation) joinable.delete(key)
    }
  }

  return {
    running: (key: string): Promise<Dated<V>> | undefined => joinable.get(key)?.result,

    start(key: string, compute: () => Promise<V>): Promise<Dated<V>> {
      const computation: Computation<V> = { at: now(), changed: new Set() }
      running.add(computation)
      joinable.set(key, computation)
      return (computation.result = computeOnce(computation, key, compute))
    },

    /** No later request waits for what is running, whose results may lack the change. */
    change(id: string): void {
      for (const { changed } of running) changed.add(id)
      joinable.clear()
    },
  }
}

type StoreOptions<V> = Pick<SharedCacheOptions<V>, 'bytes' | 'describe'> & {
  onSize: (bytes: number) => void
  /** Ids that a value computed from data of this time may lack changes of. */
  missingAt: (at: number) => string[]
}

/** Keeps described values; the least recently used are evicted first. */
function openStore<V>({ bytes, describe, onSize, missingAt }: StoreOptions<V>) {
  const cached = new LRUCache<string, CachedValue<V>>({ maxSize: Math.max(1, bytes) })

  function keep(key: string, { value, at }: Dated<V>, ids: ReadonlySet<string>, size: number): void {
    cached.set(key, { value, at, ids }, { size: Math.max(1, size) })
    onSize(cached.calculatedSize)
  }

  return {
    get: (key: string) => cached.get(key),
    peek: (key: string) => cached.peek(key),

    store(key: string, value: V, { changed, at: startedAt }: Computation<V>): Dated<V> {
      const description = describe(value, key)
      const dated = { value, at: Math.min(startedAt, description?.at ?? startedAt) }
      // A computation that began later may have finished first, and is at least as recent.
      if ((cached.peek(key)?.at ?? -Infinity) >= dated.at) return dated
      cached.delete(key)
      onSize(cached.calculatedSize)
      if (!description) return dated
      const { ids, size } = description
      const missing = [...changed, ...missingAt(dated.at)]
      if (!missing.some((id) => id === '*' || ids.has(id))) keep(key, dated, ids, size)
      return dated
    },

    /** Deletes what contains this id; without one, everything becomes the last resort. */
    drop(id: string | undefined): void {
      for (const [key, entry] of cached.entries())
        if (id === undefined) entry.isOutdated = true
        else if (entry.ids.has(id)) cached.delete(key)
      onSize(cached.calculatedSize)
    },
  }
}

/**
 * Caches values that are the same for everybody, for seconds. Each key is computed once at a time, and a value is
 * dropped when something changes whose id it contains.
 */
export function createSharedCache<V>({
  bytes,
  freshMs,
  staleMs,
  lastResortMs = staleMs,
  isOutage = () => false,
  describe,
  onError = () => undefined,
  onRequest = () => undefined,
  onSize = () => undefined,
  lagMs = 0,
  now = stopwatch,
}: SharedCacheOptions<V>) {
  const recentChanges = openRecentChanges(lagMs, now)
  const kept = openStore<V>({ bytes, describe, onSize, missingAt: recentChanges.missingAt })
  const lastResort = openLastResort({ isOutage, onError, now })
  const computations = openComputations<V>(now, (key, value, computation) => {
    lastResort.end()
    return kept.store(key, value, computation)
  })

  const ageOf = ({ at, isOutdated }: CachedValue<V>): number => (isOutdated ? Infinity : now() - at)

  /** Computes a value anew; the old one is better than none if that is impossible at the moment. */
  function renew(key: string, old: CachedValue<V> | undefined, compute: () => Promise<V>): Promise<Dated<V>> {
    const computed = computations.running(key) ?? computations.start(key, compute)
    if (!old || now() - old.at >= lastResortMs) return computed
    const isUsable = () => kept.peek(key) === old
    return lastResort.get<Dated<V>>(
      computed,
      old,
      // What may have changed is shown only if there is no other way.
      old.isOutdated ? { isUsable } : { isUsable, patience: patienceMs },
    )
  }

  return {
    /** `compute` must not use anything of the visitor, because its result is given to everyone who asks for the key. */
    async get(key: string, compute: () => Promise<V>): Promise<Dated<V>> {
      if (bytes === 0 || key.length > maxKeyLength) return { at: now(), value: await compute() }
      const entry = kept.get(key)
      const age = entry ? ageOf(entry) : Infinity
      if (!entry || age >= staleMs) {
        onRequest('miss')
        return renew(key, entry, compute)
      }
      onRequest(age < freshMs ? 'hit' : 'stale')
      if (age >= freshMs && !computations.running(key)) computations.start(key, compute).catch(onError)
      return entry
    },

    /** Returns the value if it is cached and needs no new computation. */
    fresh(key: string): V | undefined {
      const entry = kept.get(key)
      if (!entry || ageOf(entry) >= freshMs) return undefined
      onRequest('hit')
      return entry.value
    },

    /** True if there is a value, which may be too old to be used without an attempt to compute it anew. */
    has: (key: string): boolean => kept.peek(key) !== undefined,

    /**
     * Drops the values that contain this id; later requests see the change. Without an id everything may have changed,
     * or the connection that tells of changes was lost, and the values stay as the last resort.
     */
    drop(id?: string): void {
      kept.drop(id)
      computations.change(id ?? '*')
      recentChanges.add(id ?? '*')
    },
  }
}
