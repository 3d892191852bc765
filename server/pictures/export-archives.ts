import type { FastifyInstance } from 'fastify'
import { serveArchive } from '#server/exports/serve-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'

/** Serves copies of a person's data at addresses that expire after a minute (decision 70). */
export function serveExportArchives(app: FastifyInstance, deps: Deps): void {
  type Query = { until?: unknown; key?: unknown }
  app.get<{ Params: { exportId: string; file: string }; Querystring: Query }>(
    '/exports/:exportId/:file',
    { exposeHeadRoute: false, compress: false },
    async ({ params, query }, reply) => {
      const { bytes, content } = await serveArchive(deps, params.exportId, query)
      return reply
        .type('application/zip')
        .header('content-length', bytes)
        .header('content-disposition', 'attachment')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, no-store')
        .send(content)
    },
  )
}
