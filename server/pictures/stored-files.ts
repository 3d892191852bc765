import type { FastifyInstance, FastifyReply } from 'fastify'
import { servePrivate, servePublic, type Served } from '#server/files/serve-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'

const yearSeconds = 31_536_000

/** `filename` is for old browsers; `filename*` holds the real name. */
const attachment = (name: string) =>
  `attachment; filename="document.pdf"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, '_')}`

/** Sends a file. The sandbox policy prevents any content from running; documents are downloaded, not displayed. */
function send(reply: FastifyReply, { bytes, content, type, name, seconds }: Served): FastifyReply {
  void reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-length', bytes)
    .header(
      'cache-control',
      seconds === null
        ? `public, max-age=${yearSeconds}, immutable`
        : `private, max-age=${seconds}, immutable`,
    )
  if (seconds === null) void reply.header('cross-origin-resource-policy', 'cross-origin')
  if (type === 'application/pdf') void reply.header('content-disposition', attachment(name))
  return reply.type(type).send(content)
}

/** Serves photos and documents: public ones at permanent addresses, others at addresses that expire (decision 51). */
export function serveStoredFiles(app: FastifyInstance, deps: Deps): void {
  type Query = { until?: unknown; key?: unknown }
  app.get<{ Params: { fileId: string; file: string }; Querystring: Query }>(
    '/files/private/:fileId/:file',
    async ({ params, query }, reply) =>
      send(reply, await servePrivate(deps, params.fileId, params.file, query)),
  )
  app.get<{ Params: { hash: string; file: string } }>('/files/:hash/:file', async ({ params }, reply) =>
    send(reply, await servePublic(deps, params.hash, params.file)),
  )
}
