import { Agent, request as httpRequest } from 'node:http'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { admitByLane } from '#server/kernel/http/limits.ts'
import { openTurns } from '#server/kernel/http/turns.ts'
import { type AnsweredRequest, createServer, type EarlyAnswer } from '#server/kernel/http/web-server.ts'
import { answerFromCache } from '#server/pages/kept-pages.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { sendPage, sharedPage } from '#server/pages/page.ts'
import { portOf } from '#test/listen.ts'

type Headers = Record<string, string>
type Sent = { method?: string; path?: string; headers?: Headers }
const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
const filler = 'Sam sits for Rex. '.repeat(100)

/** Returns a server whose pages count their renders; `early` is false for one that answers by the framework alone. */
async function serve({ early = true, isOpen = true, running = 0 } = {}) {
  const clock = { now: 1_000 }
  const cache = createPageCache({ bytes: 1_000_000, onError: () => {}, now: () => clock.now })
  const counts = { routed: 0, rendered: 0 }
  const answered: AnsweredRequest[] = []
  let answerEarly: EarlyAnswer = () => false
  const app = createServer({
    log: pino({ level: 'silent' }),
    trustProxy: undefined,
    answerEarly: (...both) => answerEarly(...both),
  })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(common)
    done()
  })
  const admit = admitByLane(app, openTurns(), () => 0)
  if (early)
    answerEarly = answerFromCache({
      cache,
      needsOf: (cookie = '') => (cookie.includes('wrote') ? { position: 1n } : {}),
      headers: common,
      isOpenTo: () => isOpen,
      admit: (response) => running < 96 && admit('pages', response),
      route: '/*',
      onAnswered: (one) => answered.push(one),
    })
  const render = async () =>
    sharedPage({
      headers: [['content-type', 'text/html; charset=utf-8']],
      body: Buffer.from(`${++counts.rendered} ${filler}`),
    })
  app.all('/*', { config: { lane: 'pages' } }, async (request, reply) => {
    counts.routed++
    return sendPage(request, reply, await cache.get(request.url, render))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(async () => {
    agent.destroy()
    await app.close()
  })
  /** Uses Node's client, because `fetch` decompresses and adds headers of its own. */
  const ask = ({ method = 'GET', path = '/sitters', headers = {} }: Sent = {}) =>
    new Promise<{ status: number; headers: object; body: string }>((resolve, reject) => {
      const outgoing = httpRequest(
        { port: portOf(app.server), host: '127.0.0.1', agent, method, path, headers },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const { date: _, ...rest } = response.headers
            resolve({
              status: response.statusCode ?? 0,
              headers: rest,
              body: Buffer.concat(chunks).toString('base64'),
            })
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end()
    })
  return { ask, cache, clock, counts, answered, app }
}

const etagOf = ({ headers }: { headers: object }): string => ('etag' in headers ? String(headers.etag) : '')

test('a cached page is answered before routing, with the same status, headers and bytes as after it', async () => {
  const [fast, framework] = [await serve(), await serve({ early: false })]
  const first = await fast.ask()
  expect(await framework.ask()).toEqual(first)
  const etag = etagOf(first)
  const requests: Sent[] = [
    {},
    { method: 'HEAD' },
    { headers: { 'accept-encoding': 'gzip, br, zstd' } },
    { headers: { 'accept-encoding': 'gzip' } },
    { method: 'HEAD', headers: { 'accept-encoding': 'br' } },
    { headers: { 'if-none-match': `"other", ${etag}` } },
    { headers: { 'if-none-match': '"other"' } },
    { headers: { 'if-none-match': '*', 'accept-encoding': 'zstd' } },
    { headers: { connection: 'close' } },
  ]
  for (const sent of requests) expect(await fast.ask(sent)).toEqual(await framework.ask(sent))
  expect(etag).toMatch(/^W\//)
  expect(fast.counts).toEqual({ routed: 1, rendered: 1 })
  expect(framework.counts).toEqual({ routed: requests.length + 1, rendered: 1 })
})

test('what is answered before routing is reported once, with its route and status', async () => {
  const { ask, answered } = await serve()
  const etag = etagOf(await ask())
  await ask()
  await ask({ method: 'HEAD', headers: { 'if-none-match': etag } })
  expect(answered).toEqual([
    { method: 'GET', route: '/*', status: 200, ms: expect.any(Number) },
    { method: 'HEAD', route: '/*', status: 304, ms: expect.any(Number) },
  ])
})

test.each<[string, Sent]>([
  ['a form', { method: 'POST' }],
  ['a visitor who has just changed something', { headers: { cookie: 'wrote' } }],
  ['another address', { path: '/sitters?place=1' }],
])('%s is not answered before routing', async (_, sent) => {
  const { ask, counts } = await serve()
  await ask()
  await ask(sent)
  expect(counts.routed).toBe(2)
})

test('a page that is stale or was dropped is not answered before routing', async () => {
  const { ask, cache, clock, counts } = await serve()
  await ask()
  clock.now += 1_999
  await ask()
  expect(counts.routed).toBe(1)
  clock.now += 1
  await ask()
  expect(counts.routed).toBe(2)
  cache.drop()
  await ask()
  expect(counts).toEqual({ routed: 3, rendered: 3 })
})

test.each([
  ['the server is too busy', { running: 96 }],
  ['the hooks may refuse the request', { isOpen: false }],
])('a cached page is not answered before routing if %s', async (_, options) => {
  const { ask, counts } = await serve(options)
  await ask()
  await ask()
  expect(counts).toEqual({ routed: 2, rendered: 1 })
})
