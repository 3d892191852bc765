import type { FastifyInstance } from 'fastify'
import { canBuildDocs, serveDocs } from '#server/development/docs.ts'
import { serveMailbox } from '#server/development/mailbox.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Site } from '#server/kernel/deps.ts'
import { isFromThisComputer } from '#server/kernel/http/this-computer.ts'

const refusalMessage =
  'This server runs in development mode and answers only programs on its own computer, at localhost and 127.0.0.1. Behind a proxy set TRUST_PROXY, for other computers set HOST and SITE_URL, and for a public site NODE_ENV=production; OPERATING.md explains how.\n'

/** True for `/dev`, `/docs` and paths below them in any case, because the router of the pages also accepts capitals. */
const isDevelopmentAid = (url: string): boolean => /^\/(dev|docs)(\/|\.|$)/i.test(url.split('?')[0]!)

/**
 * Restricts development to this computer. If only this computer should have access, requests from elsewhere or through
 * a proxy are refused altogether; otherwise only the paths below `/dev` and `/docs` are closed to others.
 */
export function restrictDevelopment(
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
        .send(refusalMessage)
    if (isDevelopmentAid(safelyDecoded(request.url)))
      return reply
        .status(404)
        .header('cache-control', 'private, no-store')
        .type('text/plain; charset=utf-8')
        .send('This is for the computer that the server runs on.\n')
    return undefined
  })
}

/** Serves what only a development server shows: the documentation, and the mails unless they are really sent. */
export async function serveDevelopment(app: FastifyInstance, site: Site, db: Db): Promise<void> {
  if (canBuildDocs()) await app.register(async (scope) => serveDocs(scope))
  if (!site.mailConfigured) await app.register(async (scope) => serveMailbox(scope, db))
}

function safelyDecoded(url: string): string {
  try {
    return decodeURI(url)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return url
  }
}
