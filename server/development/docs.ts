import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const root = new URL('../..', import.meta.url).pathname

export type DocsSite = {
  /** The built pages. */
  folder: string
  /** Builds the pages if they are missing or outdated. Rejects with what was printed if that fails. */
  build: () => Promise<void>
}

/** Builds in a process of its own, because Vite changes the environment of its process. */
const build = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/docs.ts', '--base=/docs/'], { cwd: root })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(stripVTControlCharacters(output))),
    )
  })

/** A release has no script to build the documentation with. */
export const canBuildDocs = (folder = root): boolean => existsSync(join(folder, 'scripts/docs.ts'))

const defaultSite: DocsSite = { folder: join(root, 'build/docs'), build }

const html = 'text/html; charset=utf-8'
const basePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const buildingPage =
  '<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Building the documentation</title><p>The documentation is being built. This page loads again by itself.</p></html>'

/** Allows the page's own inline scripts by their hashes. Its code blocks need inline styles. */
function policyOf(page: string): string {
  const hashes = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return `${basePolicy}; script-src 'self' ${hashes.join(' ')}; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; connect-src 'self'`
}

type State = 'building' | 'built' | Error

/** How long a request waits for the build, which ends sooner than this if nothing has changed. */
const buildWaitMs = 2_000

/**
 * Serves the documentation at `/docs`. It is built on the first request, because a start does only what is needed to
 * become ready (decision 46). A failed build is shown once and tried again by the next request.
 */
export async function serveDocs(
  app: FastifyInstance,
  { folder, build }: DocsSite = defaultSite,
): Promise<void> {
  let state: State = 'building'
  let building: Promise<void> | undefined
  const nextState = async (): Promise<State> => {
    building ??= build().then(
      () => void (state = 'built'),
      (error: unknown) => void (state = error instanceof Error ? error : new Error(String(error))),
    )
    await Promise.race([building, setTimeout(buildWaitMs)])
    const currentState = state
    if (currentState instanceof Error) {
      state = 'building'
      building = undefined
    }
    return currentState
  }
  await app.register(fastifyStatic, { root: folder, serve: false, suppressWarning: true })
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', basePolicy)
    void reply.header('cache-control', 'private, no-store')
  })
  app.get('/docs', (_, reply) => reply.redirect('/docs/'))
  app.get<{ Params: { '*': string } }>('/docs/*', async ({ params }, reply) => {
    const currentState = await nextState()
    if (currentState instanceof Error)
      return reply
        .status(500)
        .type('text/plain; charset=utf-8')
        .send(`The documentation was not built.\n\n${currentState.message}`)
    if (currentState !== 'built')
      return reply.status(503).header('retry-after', '2').type(html).send(buildingPage)
    const path = params['*']
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path
    if (!file.endsWith('.html')) return reply.sendFile(file)
    const isFound = !file.split('/').includes('..') && existsSync(join(folder, file))
    const page = await readFile(join(folder, isFound ? file : '404.html'), 'utf8')
    return reply
      .status(isFound ? 200 : 404)
      .header('content-security-policy', policyOf(page))
      .type(html)
      .send(page)
  })
}
