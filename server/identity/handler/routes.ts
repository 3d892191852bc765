import type { FastifyInstance } from 'fastify'
import { handlerHeaders, handlerPage, handlerScript } from '#server/identity/handler/page.ts'

/**
 * Serves the addresses reserved for signing in, in both modes: operators of the hosted service forward them to it
 * with a proxy. Other paths below them answer 404 and are never pages of the product.
 */
export function serveHandler(scope: FastifyInstance, isEmbedded: boolean): void {
  const config = { lane: 'reads' } as const
  if (isEmbedded) {
    const files = [
      ['/auth/handler', 'text/html; charset=utf-8', handlerPage],
      ['/auth/handler.js', 'text/javascript; charset=utf-8', handlerScript],
    ] as const
    for (const [url, type, text] of files)
      scope.get(url, { config }, (_, reply) => reply.headers(handlerHeaders).type(type).send(text))
  }
  for (const url of ['/auth/*', '/firebase/*'])
    scope.all(url, { config }, (_, reply) =>
      reply
        .status(404)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('There is nothing at this address.'),
    )
}
