import { type CacheOutcome, createSharedCache, idsIn } from '#server/kernel/cache/shared-cache.ts'
import { problemOf } from '#server/kernel/db/errors.ts'
import { pageCacheBytes, pageCacheRequests } from '#server/kernel/metrics/metrics.ts'
import type { Page } from '#server/pages/page.ts'

/** A page is served without a new render for `freshMs`, and for up to `staleMs` while it is being rendered again. */
const freshMs = 2_000
const staleMs = 10_000
/** An older page is served for ten minutes while it cannot be rendered: the database is away, or the server is busy. */
export const lastResortMs = 600_000

/** Includes the compressed forms, which together are smaller than the page itself. */
const sizeOf = (page: Page): number => 2 * page.body.length + 2_048

/** True if a page cannot be rendered at the moment, whatever it is. */
export const isOutage = (error: unknown): boolean => problemOf(error)?.code === 'unavailable'

export type PageCacheOptions = {
  /** 0 disables the cache. */
  bytes: number
  onError: (error: unknown) => void
  /** Maximum age of the data that a page is rendered from, in milliseconds, because a replica may lag. */
  lagMs?: number
  /** Called with the origin of every page that was asked for. */
  onRequest?: (outcome: CacheOutcome) => void
  now?: () => number
}

/** Caches pages that are the same for everybody, for seconds; their age counts from when their data was read. */
export function createPageCache({ onRequest, ...options }: PageCacheOptions) {
  const count = (outcome: CacheOutcome) => pageCacheRequests.inc({ outcome })

  const { get, fresh, has, drop } = createSharedCache<Page>({
    ...options,
    freshMs,
    staleMs,
    lastResortMs,
    isOutage,
    describe(page) {
      if (page.status !== 200 || page.headers.some(([name]) => name === 'set-cookie')) return undefined
      return { size: sizeOf(page), ids: idsIn(page.body.toString('latin1')), at: page.dataReadAt }
    },
    onRequest: onRequest ? (outcome) => (count(outcome), onRequest(outcome)) : count,
    onSize: (bytes) => pageCacheBytes.set(bytes),
  })
  return {
    /**
     * `render` must not use anything of the visitor, because its result is served to everyone who requests this
     * address.
     */
    get: async (key: string, render: () => Promise<Page>): Promise<Page> => (await get(key, render)).value,

    /** Returns the page if it can be sent as it is. */
    fresh,

    /** True if there is a page for this address, which may be too old to be sent. */
    has,

    /** Drops pages that contain this id, or all pages without one; later requests see the change. */
    drop,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
