import type { FastifyInstance } from 'fastify'
import { isFromThisComputer } from '#server/kernel/http/this-computer.ts'

const sentence =
  'This server runs in development mode and answers only programs on its own computer, at localhost and 127.0.0.1. Behind a proxy set TRUST_PROXY, for other computers set HOST and SITE_URL, and for a public site NODE_ENV=production; OPERATING.md explains how.\n'

/** True for `/dev` and paths below it in any case, because the router of the pages also accepts capitals. */
const isDevelopmentAid = (url: string): boolean => /^\/dev(\/|\.|$)/i.test(url.split('?')[0]!)

/**
 * Restricts development to this computer. If only this computer should have access, requests from elsewhere or through
 * a proxy are refused altogether; otherwise only the aids below `/dev` are closed to others.
 */
export function keepDevelopmentHere(
  app: FastifyInstance,
  { production, isLocal }: { production: boolean; isLocal: boolean },
): void {
  if (production) return
  app.addHook('onRequest', async (request, reply) => {
    if (isFromThisComputer(request)) return undefined
    if (isLocal)
      return reply
        .status(403)
        .header('cache-control', 'private, no-store')
        .type('text/plain; charset=utf-8')
        .send(sentence)
    if (isDevelopmentAid(safelyDecoded(request.url)))
      return reply
        .status(404)
        .header('cache-control', 'private, no-store')
        .type('text/plain; charset=utf-8')
        .send('This is for the computer that the server runs on.\n')
    return undefined
  })
}

function safelyDecoded(url: string): string {
  try {
    return decodeURI(url)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return url
  }
}
