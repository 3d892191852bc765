import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The folder of files whose names change with their content. */
const immutableFolder = 'assets'

/**
 * Serves the files of the web build. A folder is one route however many files it holds, because two thousand routes
 * took a third of a second of every start.
 */
export async function serveBuiltFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  const optionsOf = (cacheControl: string) =>
    ({
      index: false,
      preCompressed: true,
      setHeaders: (reply) => void reply.header('cache-control', cacheControl),
    }) satisfies Omit<FastifyStaticOptions, 'root'>
  const revalidatedOptions = optionsOf('public, max-age=0, must-revalidate')
  const folders = readdirSync(clientDir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  await app.register(fastifyStatic, {
    ...revalidatedOptions,
    root: clientDir,
    wildcard: false,
    globIgnore: folders.map((name) => `${name}/**`),
    decorateReply: false,
  })
  for (const name of folders)
    await app.register(
      async (folder) => {
        // A missing file must not fall through to the pages, and the response must not be cached.
        folder.setNotFoundHandler((_, reply) =>
          reply
            .status(404)
            .header('cache-control', 'no-store')
            .type('text/plain')
            .send('This file is not part of the running build.'),
        )
        const options =
          name === immutableFolder ? optionsOf('public, max-age=31536000, immutable') : revalidatedOptions
        await folder.register(fastifyStatic, { ...options, root: join(clientDir, name), serve: false })
        // The plugin's own wildcard route lists the whole folder for each file, to protect neighbouring routes; there
        // are none here.
        folder.get<{ Params: { '*': string } }>('/*', (request, reply) => reply.sendFile(request.params['*']))
      },
      { prefix: `/${name}` },
    )
}
