import { createHash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import {
  createContext,
  type EntryContext,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openTurns } from '#server/kernel/http/turns.ts'
import { originalLook } from '#server/kernel/original-look.ts'
import { Problem } from '#server/kernel/problem.ts'
import { sendPageProblem } from '#server/pages/busy-page.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { createPages, type PageOptions } from '#server/pages/pages.ts'
import type { Rendering } from '#web/layout/contexts.ts'

const filler = 'Sam sits for Rex. '.repeat(100)
type Write = (request: Request, nonce: string | undefined, headers: Headers, viewer: unknown) => string

/** Renders everything that the page can see of its visitor. */
const echoVisitor: Write = ({ url, headers }, nonce) =>
  JSON.stringify({ url, headers: [...headers], nonce, filling: filler })

const apiContext = createContext<() => Promise<unknown>>()

/** A minimal build with one page and the exports that the server uses of the real one. */
function buildOf(write: Write, loader?: (args: LoaderFunctionArgs) => Promise<unknown>): ServerBuild {
  const nonceContext = createContext<string | undefined>(undefined)
  const renderingContext = createContext<Rendering>()
  const viewerContext = createContext<unknown>(null)
  const contexts = {
    apiContext,
    headContext: createContext(''),
    startPictureContext: createContext(null),
    nonceContext,
    publicConfigContext: createContext(),
    renderingContext,
    viewerContext,
  }
  const answer = (
    request: Request,
    status: number,
    headers: Headers,
    _entry: EntryContext,
    context: RouterContextProvider,
  ) => {
    headers.set('content-type', 'text/html; charset=utf-8')
    context.get(renderingContext).html = Buffer.from(
      write(request, context.get(nonceContext), headers, context.get(viewerContext)),
    )
    return new Response(null, { status: headers.has('x-missing') ? 404 : status, headers })
  }
  const page = { id: 'page', path: '*', module: { default: () => null, ...(loader ? { loader } : {}) } }
  const entry = { default: answer, contexts }
  return {
    entry: { module: entry },
    routes: { page },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  }
}

/** The problem with which the page's own API call is refused. */
type Refusal = { problem: Problem; catches?: boolean }

const config: ReturnType<PageOptions['config']> = {
  apiBaseUrl: '',
  buildId: 'test',
  site: {
    name: 'Sitwell',
    url: 'https://sitwell.example',
    description: 'Find and book pet sitters',
    language: 'en-GB',
    picture: { path: '/pictures/site.png', alt: 'Sitwell' },
    footer: null,
  },
  identity: { mode: 'embedded', apiKey: 'key', projectId: 'sitwell', providers: [] },
  hotjarEnabled: false,
  hotjarId: null,
  mailbox: false,
  sendsMail: false,
  development: false,
  paymentMode: 'manual',
  widget: true,
  map: null,
  open: null,
  announcements: null,
}

function serve(
  write: Write = echoVisitor,
  refusal?: Refusal,
  viewerOf: PageOptions['viewerOf'] = async () => null,
) {
  const cache = createPageCache({ bytes: 1_000_000, onError: () => {}, now: () => 0 })
  const api: PageOptions['api'] =
    ({ onRefused }) =>
    async () => {
      if (!refusal) throw new Error('No page asks here')
      onRefused?.(refusal.problem)
      throw Object.assign(new Error('refused'), { status: refusal.problem.status })
    }
  const loader = async ({ context }: LoaderFunctionArgs) => {
    const answer = context.get(apiContext)()
    return refusal?.catches ? answer.catch(() => 'without it') : answer
  }
  const needsOf = (cookie = '') => (cookie.includes('wrote') ? { position: 1n } : {})
  const build = buildOf(write, refusal && loader)
  const pages = createPages({
    build,
    api,
    needsOf,
    viewerOf,
    config: () => config,
    site: originalLook,
    sources: {},
    cache,
    takeTurn: openTurns().take,
  })
  const app = fastify()
  app.setErrorHandler(sendPageProblem(originalLook))
  app.all('/*', pages.answer)
  onTestFinished(() => app.close())
  const request = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { app, request, cache }
}

const visitor = {
  cookie: 'sitwell.hint=%7B%22state%22%3A%7B%22accountId%22%3A%22mine%22%7D%7D; sitwell.preferences=dark',
  'accept-language': 'pt',
  authorization: 'Bearer a-token',
  host: 'elsewhere.example',
  'user-agent': 'a crawler',
  'x-forwarded-for': '10.1.2.3',
}

test.each(['/', '/sitters?place=1', '/sitters/one', '/blog', '/pet-sitters/lisbon/walking', '/sitters.data'])(
  '%s renders the same for every visitor, without any data from the request’s headers',
  async (url) => {
    const first = await serve().request(url, visitor)
    const second = await serve().request(url)
    expect(first.body).toBe(second.body)
    expect(JSON.parse(first.body)).not.toHaveProperty('nonce')
    expect(first.body).not.toMatch(/mine|dark|a-token|elsewhere|crawler|10\.1\.2\.3/)
    expect(first.headers).toEqual({ ...second.headers, date: first.headers.date })
    expect(first.headers['set-cookie']).toBeUndefined()
  },
)

test('a rendered page is reused for other visitors, but only for the same path and query', async () => {
  let count = 0
  const { request } = serve(() => `${++count}`)
  const bodies: string[] = []
  for (const url of ['/sitters?a=1', '/sitters?a=1', '/sitters?a=2', '/sitters', '/sitters?a=1'])
    bodies.push((await request(url, count > 0 ? visitor : {})).body)
  expect(bodies).toEqual(['1', '1', '2', '3', '1'])
})

test('a visitor with a recent write bypasses the page cache and does not fill it', async () => {
  let count = 0
  const { request } = serve(() => `${++count}`)
  const bodies: string[] = []
  for (const headers of [{}, { cookie: 'wrote' }, {}, { cookie: 'wrote' }])
    bodies.push((await request('/sitters/one', headers)).body)
  expect(bodies).toEqual(['1', '2', '1', '3'])
})

test.each(['/account/pets', '/admin/cases', '/auth/action?oobCode=secret', '/i/olga', '/dev/ui', '/unknown'])(
  '%s is rendered for each request with a fresh nonce and is not cached',
  async (url) => {
    const { request } = serve()
    const signedIn = { cookie: 'sitwell.hint={"state":{"accountId":"0190a000-0000-7000-8000-000000000001"}}' }
    const nonces = new Set<string>()
    for (let turn = 0; turn < 2; turn++) {
      const { body, headers } = await request(url, signedIn)
      const { nonce } = z.object({ nonce: z.string() }).parse(JSON.parse(body))
      nonces.add(nonce)
      expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers.etag).toBeUndefined()
    }
    expect(nonces.size).toBe(2)
  },
)

const olga = { accountId: '0190a000-0000-7000-8000-000000000001', uid: 'olga' }
const hinted = { cookie: `sitwell.hint={"state":{"accountId":"${olga.accountId}"}}` }
const asDocument = { ...hinted, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

test.each([
  ['an account page', 'GET', '/account/pets?a=1', asDocument, 'olga'],
  ['the overview', 'GET', '/account', asDocument, 'olga'],
  [
    'a document through the service worker',
    'GET',
    '/account/pets',
    { ...asDocument, 'sec-fetch-dest': 'empty' },
    'olga',
  ],
  [
    'a request of a script',
    'GET',
    '/account/pets',
    { ...asDocument, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    'nobody',
  ],
  ['a frame', 'GET', '/account/pets', { ...asDocument, 'sec-fetch-dest': 'iframe' }, 'nobody'],
  ['a request of no browser', 'GET', '/account/pets', hinted, 'nobody'],
  ['a form', 'POST', '/account/pets', asDocument, 'nobody'],
  ['a page that only begins like one', 'GET', '/accounts', asDocument, 'nobody'],
  ['an operator’s page', 'GET', '/admin/cases', asDocument, 'nobody'],
  ['a public page', 'GET', '/sitters', asDocument, 'nobody'],
] as const)('%s is rendered for the right person', async (_, method, url, headers, expected) => {
  const asked: unknown[] = []
  const { app } = serve(
    (_request, _nonce, _headers, viewer) => JSON.stringify(viewer ?? { uid: 'nobody' }),
    undefined,
    async (...args) => {
      asked.push(args)
      return { ...olga, email: null, emailVerified: true, authTime: 0, roles: [] }
    },
  )
  const { body } = await app.inject({ method, url, headers })
  expect(JSON.parse(body)).toMatchObject({ uid: expected })
  expect(asked).toEqual(expected === 'olga' ? [[hinted.cookie, olga.accountId]] : [])
})

test('the CSP of a shared page allows its inline scripts by hash, without a nonce', async () => {
  const scripts = ['one()', 'two("é")']
  const html = `${scripts.map((code) => `<script>${code}</script>`).join('')}<script src="/a.js"></script>`
  const { headers } = await serve(() => html).request('/')
  const hashes = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashes.join(' ')};`)
  expect(headers['content-security-policy']).not.toContain('nonce')
})

test('a request with the current ETag gets an empty 304 until the page changes', async () => {
  let text = 'one'
  const { request, cache } = serve(() => text)
  const { headers } = await request('/')
  const ifNoneMatch = { 'if-none-match': `"other", ${headers.etag!}` }
  const again = await request('/', ifNoneMatch)
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  text = 'two'
  cache.drop()
  const changed = await request('/', ifNoneMatch)
  expect([changed.statusCode, changed.body]).toEqual([200, 'two'])
})

test('a page is sent in an encoding that the browser accepts, and without a body for HEAD', async () => {
  const { app, request } = serve()
  const plain = await request('/')
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await request('/', { 'accept-encoding': 'gzip, br, zstd' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'zstd', vary: 'accept-encoding' })
  expect(zstdDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  const head = await app.inject({ method: 'HEAD', url: '/' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
})

test('a 404 page is rendered each time and is not cached', async () => {
  let count = 0
  const { request } = serve((_, __, headers) => {
    headers.set('x-missing', 'yes')
    return `${++count}`
  })
  for (const turn of ['1', '2']) {
    const { statusCode, body, headers } = await request('/sitters/nobody')
    expect([statusCode, body, headers['cache-control'], headers.etag]).toEqual([
      404,
      turn,
      'private, no-store',
      undefined,
    ])
  }
})

const busy = new Problem('unavailable', { detail: 'Try again in a moment.' }, 2)
const html = { accept: 'text/html' }

test.each(['/sitters', '/dev/ui'])(
  'a page whose API call hits a busy server returns 503 with Retry-After: %s',
  async (url) => {
    const { statusCode, headers, body } = await serve(echoVisitor, { problem: busy }).request(url, html)
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([
      503,
      '3',
      'private, no-store',
    ])
    expect(body).toContain('One moment, please')
  },
)

test('a data request whose API call hits a busy server returns the problem with Retry-After', async () => {
  const { statusCode, headers, body } = await serve(echoVisitor, { problem: busy }).request('/sitters.data')
  expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
  expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
})

test('a page that catches the refusal is rendered; a refusal other than "unavailable" is a 500', async () => {
  expect(
    (await serve(echoVisitor, { problem: busy, catches: true }).request('/sitters', html)).statusCode,
  ).toBe(200)
  const invalid = new Problem('request-invalid')
  expect((await serve(echoVisitor, { problem: invalid }).request('/sitters', html)).statusCode).toBe(500)
})
