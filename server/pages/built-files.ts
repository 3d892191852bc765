import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Their names change with what they hold. */
const lasting = 'assets'

/**
 * The files of the web build. A folder is one route however many files it holds: two thousand routes took a third of a
 * second of every start.
 */
export async function serveBuilt(app: FastifyInstance, clientDir: string): Promise<void> {
  const optionsOf = (cacheControl: string) =>
    ({
      index: false,
      preCompressed: true,
      setHeaders: (reply) => void reply.header('cache-control', cacheControl),
    }) satisfies Omit<FastifyStaticOptions, 'root'>
  const checked = optionsOf('public, max-age=0, must-revalidate')
  const folders = readdirSync(clientDir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  await app.register(fastifyStatic, {
    ...checked,
    root: clientDir,
    wildcard: false,
    globIgnore: folders.map((name) => `${name}/**`),
    decorateReply: false,
  })
  for (const name of folders)
    await app.register(
      async (folder) => {
        // A missing file is no page: nothing else is asked for at this address, and nobody keeps the answer.
        folder.setNotFoundHandler((_, reply) =>
          reply
            .status(404)
            .header('cache-control', 'no-store')
            .type('text/plain')
            .send('This file is not part of the running build.'),
        )
        const options = name === lasting ? optionsOf('public, max-age=31536000, immutable') : checked
        await folder.register(fastifyStatic, { ...options, root: join(clientDir, name), serve: false })
        // The route of its own lists the whole folder for each file, which guards what has routes beside it; here is none.
        folder.get<{ Params: { '*': string } }>('/*', (request, reply) => reply.sendFile(request.params['*']))
      },
      { prefix: `/${name}` },
    )
}
