import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { apiContext, ApiProblem } from '#web/api.ts'
import { nonceContext, publicConfigContext, sinkContext, viewerContext } from '#web/layout/contexts.ts'

/** Exported for the server: a second import of these modules would create different contexts. */
export const contexts = { apiContext, nonceContext, publicConfigContext, sinkContext, viewerContext }
export { ApiProblem }

export const streamTimeout = 5_000

/**
 * Reads the serialised loader data to its end. Returns a function that gives it to the router as already read, so that
 * rendering its script never suspends; each render needs a context of its own.
 */
async function withLoaderData(entry: EntryContext): Promise<() => EntryContext> {
  const decoder = new TextDecoder()
  let value = ''
  const reader = entry.serverHandoffStream!.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read())
    value += decoder.decode(part.value, { stream: true })
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } })
  return () => ({
    ...entry,
    serverHandoffStream: new ReadableStream(),
    renderMeta: { streamCache: { 0: read } },
  })
}

/** Only the stream writes it by itself. */
const doctype = '<!DOCTYPE html>'

/** In the comments with which React marks what it left to the browser: it failed, or its code was not loaded yet. */
const unfinishedMark = '$!-->'

/**
 * Renders the page at once, which takes half the time of the stream. Returns undefined for the stream to render it
 * if some code of the page was not loaded yet, and after an error, which only the stream reports.
 */
function renderAtOnce(page: ReactNode): Buffer | undefined {
  try {
    const html = Buffer.from(renderToString(page))
    return html.includes(unfinishedMark) ? undefined : html
  } catch {
    return undefined
  }
}

/** Pipes the page into the sink once it is complete. */
function pipeWhole(page: ReactNode, nonce: string | undefined, sink: NodeJS.WritableStream): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { pipe, abort } = renderToPipeableStream(page, {
    ...(nonce ? { nonce } : {}),
    // Every part is rendered in its place in the HTML, so that the page is complete without JavaScript.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady() {
      clearTimeout(timer)
      pipe(sink)
      resolve()
    },
    onShellError(error) {
      clearTimeout(timer)
      reject(error)
    },
    onError: (error) => console.error(error),
  })
  const timer = setTimeout(() => abort(new Error('The page took too long.')), streamTimeout + 1_000)
  return promise
}

/** Writes the page into the server's sink once it is complete; the returned response carries only status and headers. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const sink = context.get(sinkContext)
  const contextOf = await withLoaderData(entry)
  const page = () => <ServerRouter context={contextOf()} url={request.url} {...(nonce ? { nonce } : {})} />
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = renderAtOnce(page())
  if (html === undefined) await pipeWhole(page(), nonce, sink)
  else {
    sink.write(doctype)
    sink.end(html)
  }
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
