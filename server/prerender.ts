import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pages } from '#server/pages.ts'

/** A page that is the same for everybody until the next build or change of settings. */
export type StaticPage = { path: string; routeId: string; params: Record<string, string> }

const attempts = 12
const pauseMilliseconds = 500

type Rendered = { html: string; policy: string; etag: string; payload: string }

/**
 * Serves pages rendered once, each with the data of its loader beside it as `_payload.json`, which client
 * navigations use instead of the API. They are rendered when the server starts, because they show the operator's
 * name and the fees in force, and again when the settings change.
 */
export async function servePrerendered(
  app: FastifyInstance,
  pages: Pages,
  list: StaticPage[],
): Promise<{ refresh: () => Promise<void> }> {
  const rendered = new Map<string, Rendered>()

  async function refresh(): Promise<void> {
    for (const page of list) rendered.set(page.path, await renderPatiently(pages, page))
  }

  for (const { path } of list) {
    app.get(path, { config: { lane: 'pages' } }, (request, reply) => {
      if (request.url !== path) return pages.answer(request, reply)
      const page = rendered.get(path)!
      void reply.header('etag', page.etag).header('cache-control', 'public, max-age=0, must-revalidate')
      void reply.header('content-security-policy', page.policy)
      if (request.headers['if-none-match'] === page.etag) return reply.status(304).send()
      return reply.type('text/html; charset=utf-8').send(page.html)
    })
    app.get(`${path}/_payload.json`, { config: { lane: 'pages' } }, (_, reply) =>
      reply
        .header('cache-control', 'public, max-age=0, must-revalidate')
        .type('application/json; charset=utf-8')
        .send(rendered.get(path)!.payload),
    )
  }
  await refresh()
  return { refresh }
}

/** A server that starts is at its busiest, and may be too slow for its own time limits: a page is tried a few times. */
async function renderPatiently(pages: Pages, { path, routeId, params }: StaticPage): Promise<Rendered> {
  for (let attempt = 1; ; attempt++) {
    try {
      const page = await pages.render(path)
      if (!page) throw new Error(`The page ${path} could not be rendered in advance`)
      const payload = JSON.stringify(await pages.loadData(routeId, path, params))
      const etag = `"${createHash('sha256').update(page.html).digest('base64url').slice(0, 22)}"`
      return { ...page, etag, payload }
    } catch (error) {
      if (attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, attempt * pauseMilliseconds))
    }
  }
}
