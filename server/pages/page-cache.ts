import { LRUCache } from 'lru-cache'
import { stopwatch } from '#server/kernel/clock.ts'
import { pageCacheBytes, pageCacheRequests } from '#server/kernel/metrics/metrics.ts'
import type { Page } from '#server/pages/page.ts'

/** A page is served without a new render for `freshMs`, and for up to `staleMs` while it is being rendered again. */
const freshMs = 2_000
const staleMs = 10_000

/** Renders that take longer have been aborted. */
const maxRenderMs = 30_000

/** Longer addresses are not cached. */
const maxKeyLength = 500

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Includes the compressed forms, which together are smaller than the page itself. */
const sizeOf = (page: Page): number => 2 * page.body.length + 2_048

type CachedPage = { page: Page; at: number; ids: Set<string> }
/** `changed` collects ids that change during the render; `*` stands for everything. */
type Rendering = { at: number; changed: Set<string>; page?: Promise<Page> }

export type PageCacheOptions = {
  /** 0 disables the cache. */
  bytes: number
  onError: (error: unknown) => void
  /** Maximum age of the data that a page is rendered from, in milliseconds, because a replica may lag. */
  lagMs?: number
  now?: () => number
}

/**
 * Caches pages that are the same for everybody, for seconds. The least recently used are evicted first, each address is
 * rendered once at a time, and a page is dropped when something changes whose id it contains.
 */
export function createPageCache({ bytes, onError, lagMs = 0, now = stopwatch }: PageCacheOptions) {
  const cached = new LRUCache<string, CachedPage>({
    maxSize: Math.max(1, bytes),
    sizeCalculation: ({ page }) => sizeOf(page),
  })
  /** Renders that a new request may wait for; `running` holds all renders. */
  const joinableRenders = new Map<string, Rendering>()
  const running = new Set<Rendering>()
  /**
   * Ids that changed so recently that a page may still be rendered from older data, with the time until which this
   * holds; `*` stands for everything.
   */
  const recentChanges = new Map<string, number>()
  const updateSizeMetric = () => pageCacheBytes.set(cached.calculatedSize)

  function store(key: string, page: Page, { changed, at }: Rendering): void {
    // A render that began later may have finished first, and is at least as recent.
    if ((cached.peek(key)?.at ?? -1) >= at) return
    cached.delete(key)
    updateSizeMetric()
    if (page.status !== 200 || page.headers.some(([name]) => name === 'set-cookie')) return
    const ids = new Set(page.body.toString('latin1').match(idPattern))
    for (const [id, until] of recentChanges) if (until > at) changed.add(id)
    if (changed.has('*') || [...changed].some((id) => ids.has(id))) return
    cached.set(key, { page, at, ids })
    updateSizeMetric()
  }

  async function renderOnce(rendering: Rendering, key: string, render: () => Promise<Page>): Promise<Page> {
    try {
      const page = await render()
      store(key, page, rendering)
      return page
    } finally {
      running.delete(rendering)
      if (joinableRenders.get(key) === rendering) joinableRenders.delete(key)
    }
  }

  function start(key: string, render: () => Promise<Page>): Promise<Page> {
    const rendering: Rendering = { at: now(), changed: new Set() }
    running.add(rendering)
    joinableRenders.set(key, rendering)
    return (rendering.page = renderOnce(rendering, key, render))
  }

  return {
    /**
     * `render` must not use anything of the visitor, because its result is served to everyone who requests this
     * address.
     */
    async get(key: string, render: () => Promise<Page>): Promise<Page> {
      if (bytes === 0 || key.length > maxKeyLength) return render()
      const entry = cached.get(key)
      const age = entry ? now() - entry.at : Infinity
      if (!entry || age >= staleMs) {
        pageCacheRequests.inc({ outcome: 'miss' })
        return joinableRenders.get(key)?.page ?? start(key, render)
      }
      pageCacheRequests.inc({ outcome: age < freshMs ? 'hit' : 'stale' })
      if (age >= freshMs && !joinableRenders.has(key)) start(key, render).catch(onError)
      return entry.page
    },

    /** Drops pages that contain this id, or all pages without one; later requests see the change. */
    drop(id?: string): void {
      const outdated = [...cached.entries()].filter(([, { ids }]) => id === undefined || ids.has(id))
      for (const [key] of outdated) cached.delete(key)
      updateSizeMetric()
      for (const { changed } of running) changed.add(id ?? '*')
      for (const [old, until] of recentChanges) if (until <= now() - maxRenderMs) recentChanges.delete(old)
      if (lagMs > 0) recentChanges.set(id ?? '*', now() + lagMs)
      joinableRenders.clear()
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>
