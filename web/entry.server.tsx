import type { ReactNode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { apiContext, ApiProblem } from '#web/api.ts'
import {
  headContext,
  startPictureContext,
  nonceContext,
  publicConfigContext,
  renderingContext,
  viewerContext,
} from '#web/layout/contexts.ts'
import { encodeData } from '#web/layout/encode-data.ts'

/** Exported for the server: a second import of these modules would create different contexts. */
export const contexts = {
  apiContext,
  headContext,
  startPictureContext,
  nonceContext,
  publicConfigContext,
  renderingContext,
  viewerContext,
}
export { ApiProblem }

export const streamTimeout = 5_000

/** Only the stream writes it by itself. */
const doctype = '<!DOCTYPE html>'

/** In the comments with which React marks what it left to the browser: it failed, or its code was not loaded yet. */
const unfinishedMark = '$!-->'

/**
 * Renders the page at once, which takes half the time of the stream. Returns undefined for the stream to render it
 * if some code of the page was not loaded yet, and after an error, which only the stream reports.
 */
function renderAtOnce(page: ReactNode): string | undefined {
  try {
    const html = renderToString(page)
    return html.includes(unfinishedMark) ? undefined : doctype + html
  } catch {
    return undefined
  }
}

/** Renders the page by the stream, which waits until all of it is complete. */
async function renderByStream(page: ReactNode, nonce: string | undefined): Promise<string> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new Error('The page took too long.')), streamTimeout + 1_000)
  try {
    const stream = await renderToReadableStream(page, {
      ...(nonce ? { nonce } : {}),
      // Every part is rendered in its place in the HTML, so that the page is complete without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: abort.signal,
      onError: (error) => console.error(error),
    })
    await stream.allReady
    return await new Response(stream).text()
  } finally {
    clearTimeout(timer)
  }
}

/** Hands the data in the script before it to the router. It is the same in every page, so that its hash is as well. */
const readData =
  'const{streamController:c}=window.__reactRouterContext;c.enqueue(document.currentScript.previousSibling.text);c.close()'

/** Adds the data at the end of the body. As a script of its own it is neither escaped twice nor parsed as code. */
function withData(html: string, data: object, nonce: string | undefined): string {
  const end = html.lastIndexOf('</body>')
  if (end < 0) return html
  const scripts = `<script type="application/json">${encodeData(data)}</script><script${nonce ? ` nonce="${nonce}"` : ''}>${readData}</script>`
  return html.slice(0, end) + scripts + html.slice(end)
}

/** Adds elements to the end of the head. React skips elements there that it has not rendered. */
function withHead(html: string, elements: string): string {
  const end = html.indexOf('</head>')
  return end < 0 ? html : html.slice(0, end) + elements + html.slice(end)
}

/** Renders the page; the returned response carries only status and headers. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const rendering = context.get(renderingContext)
  // The router also encodes the data, as a stream. It is not used: `withData` adds the data to the page.
  const { serverHandoffStream: _, staticHandlerContext: state, ...tree } = entry
  for (const [routeId, data] of rendering.data ?? [])
    if (routeId in state.loaderData) state.loaderData[routeId] = data
  const { loaderData, actionData, errors } = state
  const renderMeta: NonNullable<EntryContext['renderMeta']> = {}
  const page = (
    <ServerRouter
      context={{ ...tree, staticHandlerContext: { ...state, loaderData }, renderMeta }}
      url={request.url}
      {...(nonce ? { nonce } : {})}
    />
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = withHead(renderAtOnce(page) ?? (await renderByStream(page, nonce)), context.get(headContext))
  const complete = renderMeta.didRenderScripts
    ? withData(html, { loaderData, actionData, errors }, nonce)
    : html
  rendering.html = Buffer.from(complete)
  return new Response(null, { headers, status })
}

const expected = [404, 405, 503]

/**
 * Logs rendering errors, except what every crawler can cause (404, 405), and 503 from a busy server: that would write a
 * stack trace for each request just when the server is overloaded.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  if (request.signal.aborted || expected.some((one) => one === status)) return
  console.error(error)
}
