import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { apiContext, ApiProblem } from '#web/api.ts'
import { nonceContext, publicConfigContext } from '#web/layout/contexts.ts'

/** The server takes these from here: imported twice they would be two things. */
export const contexts = { apiContext, nonceContext, publicConfigContext }
export { ApiProblem }

export const streamTimeout = 5_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  let failed: unknown
  const stream = await renderToReadableStream(
    <ServerRouter context={entry} url={request.url} {...(nonce ? { nonce } : {})} />,
    {
      ...(nonce ? { nonce } : {}),
      // Every part stands where it belongs in the HTML, so that the page is whole without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      onError(error) {
        failed = error
      },
    },
  )
  await stream.allReady
  if (failed) console.error(failed)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(stream, { headers, status })
}

/** Logged by the server that runs this build; an unknown address is nobody's fault. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (
    request.signal.aborted ||
    (typeof error === 'object' && error !== null && 'status' in error && error.status === 404)
  )
    return
  console.error(error)
}
