import { stopwatch } from '#server/kernel/clock.ts'
import { pageCacheBytes, pageCacheRequests } from '#server/kernel/metrics/metrics.ts'
import type { Page } from '#server/pages/page.ts'

/** A page is served as it is this long, and at most so long while it is being rendered anew. */
const freshMs = 2_000
const staleMs = 10_000

/** Whatever is rendered for longer was cut off. */
const longestRenderMs = 30_000

/** Addresses that are longer than this are asked for once. */
const longestKey = 500

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** With its compressed forms, which are together smaller than the page itself. */
const sizeOf = (page: Page): number => 2 * page.body.length + 2_048

type Kept = { page: Page; at: number; ids: Set<string> }
/** `changed` gathers what changes while the page is being rendered; `*` is everything. */
type Rendering = { at: number; changed: Set<string>; page?: Promise<Page> }

export type PageCacheOptions = {
  /** 0 keeps nothing. */
  bytes: number
  onError: (error: unknown) => void
  /** So old may be what a page is rendered from, because a replica answers. */
  lagMs?: number
  now?: () => number
}

/**
 * Pages that are the same for everybody, for seconds: the least used go first, one address is rendered once at a time,
 * and a page is dropped when something changes whose id stands in it.
 */
export function createPageCache({ bytes, onError, lagMs = 0, now = stopwatch }: PageCacheOptions) {
  /** The least used first. */
  const kept = new Map<string, Kept>()
  /** Those that somebody who asks now may wait for, and all of them. */
  const joinable = new Map<string, Rendering>()
  const running = new Set<Rendering>()
  /** What has changed so lately that a page with it may still be rendered from before, and until when; `*` is everything. */
  const recent = new Map<string, number>()
  let size = 0

  function remove(key: string): void {
    const entry = kept.get(key)
    if (!entry) return
    kept.delete(key)
    size -= sizeOf(entry.page)
    pageCacheBytes.set(size)
  }

  function keep(key: string, page: Page, { changed, at }: Rendering): void {
    // One that began after a change may have been faster, and knows better.
    if ((kept.get(key)?.at ?? -1) >= at) return
    remove(key)
    if (page.status !== 200 || page.headers.some(([name]) => name === 'set-cookie')) return
    const ids = new Set(page.body.toString('latin1').match(idPattern))
    for (const [id, until] of recent) if (until > at) changed.add(id)
    if (changed.has('*') || [...changed].some((id) => ids.has(id))) return
    kept.set(key, { page, at, ids })
    size += sizeOf(page)
    for (const oldest of kept.keys()) {
      if (size <= bytes) break
      remove(oldest)
    }
    pageCacheBytes.set(size)
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
    /** The render takes nothing of the visitor's: whoever asks for this address gets what it gave to somebody else. */
    async get(key: string, render: () => Promise<Page>): Promise<Page> {
      if (bytes === 0 || key.length > longestKey) return render()
      const entry = kept.get(key)
      const age = entry ? now() - entry.at : Infinity
      if (!entry || age >= staleMs) {
        pageCacheRequests.inc({ outcome: 'miss' })
        return joinable.get(key)?.page ?? start(key, render)
      }
      kept.delete(key)
      kept.set(key, entry)
      pageCacheRequests.inc({ outcome: age < freshMs ? 'hit' : 'stale' })
      if (age >= freshMs && !joinable.has(key)) start(key, render).catch(onError)
      return entry.page
    },

    /** Something with this id has changed; without one, everything. Whoever asks from now on sees it. */
    drop(id?: string): void {
      for (const [key, { ids }] of kept) if (id === undefined || ids.has(id)) remove(key)
      for (const { changed } of running) changed.add(id ?? '*')
      for (const [earlier, until] of recent) if (until <= now() - longestRenderMs) recent.delete(earlier)
      if (lagMs > 0) recent.set(id ?? '*', now() + lagMs)
      joinable.clear()
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>
