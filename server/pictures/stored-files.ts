import type { FastifyInstance, FastifyReply } from 'fastify'
import { servePrivate, servePublic, type Served } from '#server/files/serve-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'

const yearSeconds = 31_536_000

/** What is after the name is what old browsers read. */
const attachment = (name: string) =>
  `attachment; filename="document.pdf"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, '_')}`

/** Nothing in a file is ever run, whatever it holds; papers are kept, not shown. */
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

/** Photos and documents: what is public has an address for ever, the rest one that ends (decision 51). */
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
