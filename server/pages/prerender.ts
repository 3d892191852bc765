import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stopwatch } from '#server/kernel/clock.ts'
import { type Page, sendPage, sharedPage } from '#server/pages/page.ts'
import type { Pages } from '#server/pages/pages.ts'

/** A page that stays the same for everybody until the next build or change of settings. */
export type StaticPage = { path: string; routeId: string; params: Record<string, string> }

const payloadHeaders: [string, string][] = [
  ['content-type', 'application/json; charset=utf-8'],
  ['cache-control', 'public, max-age=0, must-revalidate'],
]

export type PrerenderOptions = {
  /** Maximum age of the data that a page is rendered from, in milliseconds, because a replica may lag. */
  lagMs?: number
  now?: () => number
}

/**
 * Serves pages that are rendered once, each with its loader data at `_payload.json`, which client navigations use
 * instead of the API. A page is rendered at its first request, because it shows the operator's name and the current
 * fees, and again after `drop` has been called for a change of settings.
 */
export function servePrerendered(
  app: FastifyInstance,
  pages: Pages,
  list: StaticPage[],
  { lagMs = 0, now = stopwatch }: PrerenderOptions = {},
): { drop: () => void } {
  const cached = new Map<string, Promise<Page>>()
  /** Pages rendered before this time may not include the last change yet. */
  let trustedFrom = -Infinity

  function renderOnce(address: string, render: () => Promise<Page>): Promise<Page> {
    const existing = cached.get(address)
    if (existing) return existing
    const isTrusted = now() >= trustedFrom
    const rendering = render()
    cached.set(address, rendering)
    const evict = () => {
      if (cached.get(address) === rendering) cached.delete(address)
    }
    rendering.then(({ status }) => (isTrusted && status === 200 ? undefined : evict()), evict)
    return rendering
  }

  const payloadOf = async ({ routeId, path, params }: StaticPage): Promise<Page> => {
    const body = Buffer.from(JSON.stringify(await pages.loadData(routeId, path, params)))
    return sharedPage({ headers: payloadHeaders, body })
  }
  const serve = (
    path: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) => app.get(path, { config: { lane: 'pages' }, compress: false }, answer)

  for (const page of list) {
    const { path } = page
    serve(path, async (request, reply) =>
      request.url === path
        ? sendPage(request, reply, await renderOnce(path, () => pages.render(path)))
        : pages.answer(request, reply),
    )
    const payload = `${path}/_payload.json`
    serve(payload, async (request, reply) =>
      sendPage(request, reply, await renderOnce(payload, () => payloadOf(page))),
    )
  }
  return {
    drop() {
      cached.clear()
      trustedFrom = now() + lagMs
    },
  }
}
