import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { apiContext, ApiProblem } from '#web/api.ts'
import { nonceContext, publicConfigContext, sinkContext, viewerContext } from '#web/layout/contexts.ts'

/** Exported for the server: a second import of these modules would create different contexts. */
export const contexts = { apiContext, nonceContext, publicConfigContext, sinkContext, viewerContext }
export { ApiProblem }

export const streamTimeout = 5_000

/** Pipes the page into the server's sink once it is complete; the returned response carries only status and headers. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const { pipe, abort } = renderToPipeableStream(
    <ServerRouter context={entry} url={request.url} {...(nonce ? { nonce } : {})} />,
    {
      ...(nonce ? { nonce } : {}),
      // Every part is rendered in its place in the HTML, so that the page is complete without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer)
        headers.set('content-type', 'text/html; charset=utf-8')
        pipe(context.get(sinkContext))
        resolve(new Response(null, { headers, status }))
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError: (error) => console.error(error),
    },
  )
  const timer = setTimeout(() => abort(new Error('The page took too long.')), streamTimeout + 1_000)
  return promise
}

const expected = [404, 503]

/**
 * Logs rendering errors, except 404, and 503 from a busy server: that would write a stack trace for each request just
 * when the server is overloaded.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  if (request.signal.aborted || expected.some((one) => one === status)) return
  console.error(error)
}
