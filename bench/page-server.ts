// A measured process of `bench/pages.ts`, pinned to one core if possible.
// node bench/page-server.ts bare|react|product <database> <bytes of the page cache> <address of the product>
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter, type ServerBuild } from 'react-router'
import { createApp } from '#server/app.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { openDb } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { listen } from '#server/kernel/http/listen.ts'
import { createLog } from '#server/kernel/log.ts'
import { benchConfig } from './fixture.ts'
import { openStorage } from '#server/kernel/storage/open.ts'

const root = new URL('..', import.meta.url).pathname
const [kind, databaseUrl, cacheBytes, productUrl] = process.argv.slice(2)

const loadBuild = async (): Promise<ServerBuild> =>
  import(pathToFileURL(join(root, 'build/server/index.js')).href)

/** The product as in production, without jobs. */
async function serveProduct(build: ServerBuild, pageCacheBytes: number): Promise<string> {
  const config = { ...benchConfig(), pageCacheBytes }
  const log = createLog(config.log.level)
  const db = openDb(databaseUrl!, { max: 16 })
  const deps: Deps = {
    db,
    now: systemClock,
    enqueue: () => Promise.resolve(),
    log,
    site: config.site,
    storage: openStorage(config.storage),
  }
  const app = await createApp({
    config,
    deps,
    accountLoadDeps: deps,
    healthDb: db,
    pages: { build, buildId: 'bench', clientDir: join(root, 'build/client') },
    isStopping: () => false,
  })
  const { url, close } = await listen(app, { port: 0, host: '127.0.0.1' })
  process.on('disconnect', () => {
    app.server.closeAllConnections()
    void close().then(() => db.destroy())
  })
  return url
}

async function serveBare(answer: (path: string) => Promise<() => string | Buffer>): Promise<string> {
  const answers = new Map<string, Promise<() => string | Buffer>>()
  const respond = async ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    let known = answers.get(url)
    if (!known) answers.set(url, (known = answer(url)))
    const body = (await known)()
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      })
      .end(body)
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.on('disconnect', () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The bare server has no port')
  return `http://127.0.0.1:${address.port}`
}

/** Renders each page's React tree, as the router produced it, again and again: without data, routing or streaming. */
async function serveReact(): Promise<string> {
  const build = await loadBuild()
  const contexts = new Map<string, EntryContext>()
  const { default: entry } = build.entry.module
  const noting: typeof entry = (request, status, headers, context, ...rest) => {
    const { pathname, search } = new URL(request.url)
    // The serialised loader data is not part of React's work.
    const { serverHandoffStream: _, ...tree } = context
    contexts.set(pathname + search, tree)
    return entry(request, status, headers, context, ...rest)
  }
  const module = { ...build.entry.module, default: noting }
  const url = await serveProduct({ ...build, entry: { ...build.entry, module } }, 0)
  return serveBare(async (path) => {
    // A static text is rendered in advance, under its path only.
    if (!contexts.has(path)) await (await fetch(`${url}${path}`)).text()
    const context = contexts.get(path)
    if (!context) throw new Error(`${path} was never rendered`)
    return () => renderToString(createElement(ServerRouter, { context, url: `${url}${path}` }))
  })
}

async function serve(): Promise<string> {
  if (kind === 'product') return serveProduct(await loadBuild(), Number(cacheBytes))
  if (kind === 'react') return serveReact()
  return serveBare(async (path) => {
    const bytes = Buffer.from(await (await fetch(`${productUrl}${path}`)).arrayBuffer())
    return () => bytes
  })
}

const started = performance.now()
const url = await serve()
process.send!({ url, readyMs: performance.now() - started })
