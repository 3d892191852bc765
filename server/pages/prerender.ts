import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openLastResort } from '#server/kernel/cache/last-resort.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { type Header, type Page, revalidated, sendPage, sharedPage } from '#server/pages/page.ts'
import { isOutage, lastResortMs } from '#server/pages/page-cache.ts'
import type { Pages } from '#server/pages/pages.ts'

/** A page that stays the same for everybody until a text, a setting or the look changes. */
export type StaticPage = { path: string; routeId: string; params: Record<string, string> }

export type StaticPages = {
  /** The routes of all static pages; other pages may match them too. */
  patterns: readonly string[]
  find: (path: string) => Promise<StaticPage | undefined>
  /** Changes when the time has come for a planned text. */
  edition: () => string
}

const payloadHeaders: Header[] = [['content-type', 'application/json; charset=utf-8'], ...revalidated]

export type PrerenderOptions = {
  /** Maximum age of the data that a page is rendered from, in milliseconds, because a replica may lag. */
  lagMs?: number
  now?: () => number
}

const payload = '/_payload.json'

/**
 * Keeps pages until they are dropped; a page that may lack the last change is rendered again. What was dropped is the
 * last resort while pages cannot be rendered.
 */
function openKeptPages({ lagMs = 0, now = stopwatch }: PrerenderOptions) {
  const kept = new Map<string, Promise<Page>>()
  /** The last good page of each address, and when it was dropped. */
  const good = new Map<string, { page: Page; droppedAt: number }>()
  /** Pages rendered before this time may not include the last change yet. */
  let trustedFrom = -Infinity
  return {
    get: (address: string) => kept.get(address),
    render(address: string, render: () => Promise<Page>): Promise<Page> {
      const existing = kept.get(address)
      if (existing) return existing
      const isTrusted = now() >= trustedFrom
      const rendering = render()
      kept.set(address, rendering)
      const evict = () => {
        if (kept.get(address) === rendering) kept.delete(address)
      }
      const noteResult = (page: Page): void => {
        if (page.status === 200) good.set(address, { page, droppedAt: Infinity })
        if (!isTrusted || page.status !== 200) evict()
      }
      rendering.then(noteResult, evict)
      return rendering
    },
    lastGood(address: string): Page | undefined {
      const one = good.get(address)
      return one && now() - one.droppedAt < lastResortMs ? one.page : undefined
    },
    drop() {
      for (const [address, one] of good) {
        one.droppedAt = Math.min(one.droppedAt, now())
        if (now() - one.droppedAt >= lastResortMs) good.delete(address)
      }
      kept.clear()
      trustedFrom = now() + lagMs
    },
  }
}

/**
 * Serves pages that are rendered once, each with its loader data at `_payload.json`, which client navigations use
 * instead of the API. A page is rendered at its first request, because it shows the operator's name and the current
 * fees, and again after `drop` has been called for a change, or when the edition of the texts has changed.
 */
export function servePrerendered(
  app: FastifyInstance,
  pages: Pages,
  { patterns, find, edition }: StaticPages,
  options: PrerenderOptions = {},
): { drop: () => void } {
  const kept = openKeptPages(options)
  const lastResort = openLastResort({
    isOutage,
    onError: (error) => app.log.error({ err: error }, 'a kept page could not be rendered anew'),
    ...(options.now && { now: options.now }),
  })
  let keptEdition = edition()

  const payloadOf = async ({ routeId, path, params }: StaticPage): Promise<Page> => {
    const body = Buffer.from(JSON.stringify(await pages.loadData(routeId, path, params)))
    return sharedPage({ headers: payloadHeaders, body })
  }

  async function read(address: string, path: string): Promise<Page | undefined> {
    const current = edition()
    if (current !== keptEdition) kept.drop()
    keptEdition = current
    const known = kept.get(address)
    if (known) return known
    const rendered = renderNew(address, path)
    const old = kept.lastGood(address)
    return old ? lastResort.get<Page | undefined>(rendered, old) : rendered
  }

  async function renderNew(address: string, path: string): Promise<Page | undefined> {
    const page = await find(path)
    if (!page) return undefined
    return kept.render(address, () => (address === path ? pages.render(path) : payloadOf(page)))
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { url } = request
    const [plain = url] = url.split('?')
    // A page may depend on the query, its data does not.
    const address = plain.endsWith(payload) ? plain : url
    const path = plain.endsWith(payload) ? plain.slice(0, -payload.length) : url
    const page = await read(address, path)
    return page ? sendPage(request, reply, page) : pages.answer(request, reply)
  }

  for (const pattern of patterns)
    for (const route of [pattern, pattern + payload])
      app.get(route, { config: { lane: 'pages' }, compress: false }, answer)
  return { drop: kept.drop }
}
