import type { FastifyInstance } from 'fastify'
import { type Page, sendPage, sharedPage } from '#server/page.ts'
import type { Pages } from '#server/pages.ts'

/** A page that is the same for everybody until the next build or change of settings. */
export type StaticPage = { path: string; routeId: string; params: Record<string, string> }

const attempts = 12
const pauseMilliseconds = 500

const payloadHeaders: [string, string][] = [
  ['content-type', 'application/json; charset=utf-8'],
  ['cache-control', 'public, max-age=0, must-revalidate'],
]

type Rendered = { page: Page; payload: Page }

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

  async function renderAll(): Promise<void> {
    for (const page of list) rendered.set(page.path, await renderPatiently(pages, page))
  }
  let last = Promise.resolve()
  /** One after the other, so that the latest settings are rendered last. */
  const refresh = () => (last = last.then(renderAll, renderAll))

  for (const { path } of list) {
    app.get(path, { config: { lane: 'pages' }, compress: false }, (request, reply) =>
      request.url === path
        ? sendPage(request, reply, rendered.get(path)!.page)
        : pages.answer(request, reply),
    )
    app.get(`${path}/_payload.json`, { config: { lane: 'pages' }, compress: false }, (request, reply) =>
      sendPage(request, reply, rendered.get(path)!.payload),
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
      const body = Buffer.from(JSON.stringify(await pages.loadData(routeId, path, params)))
      return { page, payload: sharedPage({ headers: payloadHeaders, body }) }
    } catch (error) {
      if (attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, attempt * pauseMilliseconds))
    }
  }
}
