import { LRUCache } from 'lru-cache'
import { stopwatch } from '#server/kernel/clock.ts'
import { pageCacheBytes, pageCacheRequests } from '#server/kernel/metrics/metrics.ts'
import type { Page } from '#server/pages/page.ts'

/** A page is served without a new render for `freshMs`, and for up to `staleMs` while it is being rendered again. */
const freshMs = 2_000
const staleMs = 10_000

/** Renders that take longer have been aborted. */
const longestRenderMs = 30_000

/** Longer addresses are not cached. */
const longestKey = 500

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Includes the compressed forms, which together are smaller than the page itself. */
const sizeOf = (page: Page): number => 2 * page.body.length + 2_048

type Kept = { page: Page; at: number; ids: Set<string> }
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
  const kept = new LRUCache<string, Kept>({
    maxSize: Math.max(1, bytes),
    sizeCalculation: ({ page }) => sizeOf(page),
  })
  /** Renders that a new request may wait for; `running` holds all renders. */
  const joinable = new Map<string, Rendering>()
  const running = new Set<Rendering>()
  /**
   * Ids that changed so recently that a page may still be rendered from older data, with the time until which this
   * holds; `*` stands for everything.
   */
  const recent = new Map<string, number>()
  const measure = () => pageCacheBytes.set(kept.calculatedSize)

  function keep(key: string, page: Page, { changed, at }: Rendering): void {
    // A render that began later may have finished first, and is at least as recent.
    if ((kept.peek(key)?.at ?? -1) >= at) return
    kept.delete(key)
    measure()
    if (page.status !== 200 || page.headers.some(([name]) => name === 'set-cookie')) return
    const ids = new Set(page.body.toString('latin1').match(idPattern))
    for (const [id, until] of recent) if (until > at) changed.add(id)
    if (changed.has('*') || [...changed].some((id) => ids.has(id))) return
    kept.set(key, { page, at, ids })
    measure()
  }

  async function renderOnce(rendering: Rendering, key: string, render: () => Promise<Page>): Promise<Page> {
    try {
      const page = await render()
      keep(key, page, rendering)
      return page
    } finally {
      running.delete(rendering)
      if (joinable.get(key) === rendering) joinable.delete(key)
    }
  }

  function start(key: string, render: () => Promise<Page>): Promise<Page> {
    const rendering: Rendering = { at: now(), changed: new Set() }
    running.add(rendering)
    joinable.set(key, rendering)
    return (rendering.page = renderOnce(rendering, key, render))
  }

  return {
    /**
     * `render` must not use anything of the visitor, because its result is served to everyone who requests this
     * address.
     */
    async get(key: string, render: () => Promise<Page>): Promise<Page> {
      if (bytes === 0 || key.length > longestKey) return render()
      const entry = kept.get(key)
      const age = entry ? now() - entry.at : Infinity
      if (!entry || age >= staleMs) {
        pageCacheRequests.inc({ outcome: 'miss' })
        return joinable.get(key)?.page ?? start(key, render)
      }
      pageCacheRequests.inc({ outcome: age < freshMs ? 'hit' : 'stale' })
      if (age >= freshMs && !joinable.has(key)) start(key, render).catch(onError)
      return entry.page
    },

    /** Drops pages that contain this id, or all pages without one; later requests see the change. */
    drop(id?: string): void {
      const outdated = [...kept.entries()].filter(([, { ids }]) => id === undefined || ids.has(id))
      for (const [key] of outdated) kept.delete(key)
      measure()
      for (const { changed } of running) changed.add(id ?? '*')
      for (const [earlier, until] of recent) if (until <= now() - longestRenderMs) recent.delete(earlier)
      if (lagMs > 0) recent.set(id ?? '*', now() + lagMs)
      joinable.clear()
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>
