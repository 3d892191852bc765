import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { apiContext, ApiProblem } from '#web/api.ts'
import { nonceContext, publicConfigContext, sinkContext } from '#web/layout/contexts.ts'

/** The server takes these from here: imported twice they would be two things. */
export const contexts = { apiContext, nonceContext, publicConfigContext, sinkContext }
export { ApiProblem }

export const streamTimeout = 5_000

/** Pipes the page straight into the server's sink, whole and in one go; the response has its status and headers. */
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
      // Every part stands where it belongs in the HTML, so that the page is whole without JavaScript.
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
 * Logged by the server that runs this build, but for an unknown address, and for a busy server, which would write a
 * stack trace for each request just when it has too much to do.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  if (request.signal.aborted || expected.some((one) => one === status)) return
  console.error(error)
}
