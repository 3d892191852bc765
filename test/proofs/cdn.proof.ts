import { readdir, readFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { dublin } from '#test/cast.ts'
import { openProxy } from '#test/proxies.ts'
import { hintCookie } from '#web/persisted.ts'
import { ensureProxies } from '../../scripts/proxies.ts'
import { openCountedOrigin } from './counted-origin.ts'
import { buildFixture, type Fixture, openProduct, type Opened } from './fixture.ts'

let opened: Opened
let origin: Awaited<ReturnType<typeof openCountedOrigin>>
let cache: Awaited<ReturnType<typeof openProxy>>
let fixture: Fixture

beforeAll(async () => {
  ensureProxies()
  opened = await openProduct()
  fixture = await buildFixture(opened.db, opened.product.config, { owners: 1, sitters: 1, capacity: 1 })
  origin = await openCountedOrigin(opened.product.url)
  cache = await openProxy('caching nginx', origin.port)
}, 600_000)
afterAll(async () => {
  await cache.close()
  await origin.close()
  await opened.close()
})

type Sent = { path: string; headers?: Record<string, string>; method?: string; body?: object }

type Answer = { status: number; text: string; headers: IncomingHttpHeaders; from: string }

/** Asks through the cache, uncompressed, so that what is stored can be searched. */
const ask = ({ path, headers = {}, method = 'GET', body }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const own = { 'accept-encoding': 'identity', ...(body ? { 'content-type': 'application/json' } : {}) }
    const options = { host: '127.0.0.1', port: cache.port, path, method, headers: { ...own, ...headers } }
    const outgoing = request({ ...options, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      answer.on('error', reject).on('end', () => {
        const { statusCode = 0, headers } = answer
        resolve({ status: statusCode, text, headers, from: String(headers['x-cache'] ?? '') })
      })
    })
    outgoing.on('error', reject).end(body ? JSON.stringify(body) : undefined)
  })

/** The number of stored answers that contain this text. */
async function storedWith(text: string): Promise<number> {
  const entries = await readdir(join(cache.folder, 'cache'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const bytes = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
  return bytes.filter((one) => one.includes(text)).length
}

const oldHeadline = 'A calm home near the park'
const services = [{ service: 'boarding', rates: { base: 30_00 } }]
const sitterPath = () => `/sitters/${fixture.sitters[0]!.sitterId}`
const found = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? ''

test('A built file is asked for once, also in parts', async () => {
  const path = found((await ask({ path: '/' })).text, /"(\/assets\/[^"]+\.js)"/)
  expect((await ask({ path })).from).toBe('MISS')
  const again = await ask({ path })
  expect(again.from).toBe('HIT')
  expect(again.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const part = await ask({ path, headers: { range: 'bytes=10-19' } })
  expect([part.status, part.from, part.text]).toEqual([206, 'HIT', again.text.slice(10, 20)])
  expect(origin.answersTo(path)).toEqual([200])
  for (const count of [1, 2]) {
    expect((await ask({ path: '/assets/none.js' })).status).toBe(404)
    expect(origin.answersTo('/assets/none.js')).toHaveLength(count)
  }
})

/** As the table of docs/cdn.md says. */
const lifetimes: Record<string, readonly string[]> = {
  'public, max-age=604800': ['/portraits/dog/rex.svg?fit=fill'],
  'public, max-age=3600': ['/sitemap.xml', '/sitemaps/pages.xml'],
  'public, max-age=300': [
    '/robots.txt',
    '/blog/rss.xml',
    '/blog/feed.json',
    '/problems/not-found',
    '/v1/docs',
    '/v1/openapi.json',
  ],
  'public, max-age=0, must-revalidate': [
    '/',
    '/sitters',
    '/sitters.data',
    '/blog',
    '/help',
    '/how-it-works',
    '/legal/ranking',
    '/manifest.webmanifest',
    '/favicon.svg',
    '/v1/sitters',
  ],
  'private, no-store': [
    '/account',
    '/auth/sign-in',
    '/admin',
    '/healthz',
    '/readyz',
    '/nothing',
    '/v1/nothing',
  ],
}

test('Every answer says how long it may be kept', async () => {
  for (const [lifetime, paths] of Object.entries(lifetimes))
    for (const path of paths)
      expect([path, (await ask({ path })).headers['cache-control']]).toEqual([path, lifetime])
})

test('Sixty-four who ask for the same new picture at once cause one request', async () => {
  const path = new URL(found((await ask({ path: sitterPath() })).text, /"([^"]+\/pictures\/sitters\/[^"]+)"/))
    .pathname
  const answers = await Promise.all(Array.from({ length: 64 }, () => ask({ path })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(origin.answersTo(path)).toEqual([200])
})

test('A public page is stored, the server is asked each time, and a change is visible at once', async () => {
  const path = sitterPath()
  const { authorization } = fixture.sitters[0]!
  expect((await ask({ path })).text).toContain(oldHeadline)
  const before = await ask({ path })
  expect([before.from, origin.answersTo(path).at(-1)]).toEqual(['REVALIDATED', 304])
  const changed = { headline: 'Zebras welcome', placeId: dublin.id, status: 'published', services }
  const answer = await ask({ path: `/v1${path}`, method: 'PUT', headers: { authorization }, body: changed })
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Zebras')])
  const after = await ask({ path })
  expect([after.from, origin.answersTo(path).at(-1)]).toEqual(['EXPIRED', 200])
  expect(after.text).toContain('Zebras')
  expect(after.text).not.toContain(oldHeadline)
  // The data that the app loads for the same page.
  expect((await ask({ path: `${path}.data` })).text).toContain('Zebras')
  expect((await ask({ path: `${path}.data` })).from).toBe('REVALIDATED')
  // Another query is another page.
  expect((await ask({ path: `${path}?service=boarding` })).from).toBe('MISS')
})

const Account = z.object({ id: z.string() })
const SignedUp = z.object({ idToken: z.string(), localId: z.string() })

async function signUp(name: string, email: string) {
  const signedUp = await ask({
    path: '/identity/v1/accounts:signUp?key=sitwell-public-key',
    method: 'POST',
    body: { email, password: 'a-long-password-1', returnSecureToken: true },
  })
  const { idToken, localId: uid } = SignedUp.parse(JSON.parse(signedUp.text))
  const authorization = `Bearer ${idToken}`
  const account = { name, email, phoneNumber: null, location: null, externalUserId: uid }
  const created = await ask({
    path: '/v1/accounts',
    method: 'POST',
    headers: { authorization },
    body: account,
  })
  return { authorization, uid, accountId: Account.parse(JSON.parse(created.text)).id }
}

test('Nothing of a signed-in person is stored or given to others', async () => {
  const [name, email] = ['Wanda Hartwell', 'wanda@example.org']
  const { authorization, accountId, uid } = await signUp(name, email)
  const load = `/v1/accounts/by-external-id/${uid}`
  const loaded = await ask({ path: load, headers: { authorization, 'sec-fetch-site': 'same-origin' } })
  expect(Account.parse(JSON.parse(loaded.text)).id).toBe(accountId)
  const session = (loaded.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]!)
  expect(session.length).toBeGreaterThan(0)
  const hint = `${hintCookie}=${encodeURIComponent(JSON.stringify({ accountId }))}`
  const cookie = [...session, hint].join('; ')
  const navigation = { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const page = await ask({ path: '/account/profile', headers: navigation })
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(name)])
  const api = await ask({ path: `/v1${sitterPath()}/calendar`, headers: { authorization } })
  expect(api.headers['cache-control']).toBe('private, no-store')
  // A token or the mark of a change at a public page passes the cache by.
  for (const headers of [{ authorization }, { cookie: 'sitwell.wrote=1' }] as Record<string, string>[]) {
    expect((await ask({ path: '/how-it-works?mark=7', headers })).from).toBe('BYPASS')
    expect((await ask({ path: '/how-it-works?mark=7', headers })).from).toBe('BYPASS')
  }
  expect((await ask({ path: load })).status).toBe(401)
  expect((await ask({ path: '/account/profile' })).status).toBe(302)
  for (const personal of [email, name, accountId, uid, 'mark=7']) expect(await storedWith(personal)).toBe(0)
  // Control: what is stored on purpose is found in the same way.
  expect(await storedWith('Zebras')).toBeGreaterThan(0)
})

test('While the server is away, built files, pictures and pages that were seen are still served', async () => {
  const page = await ask({ path: sitterPath() })
  const file = found(page.text, /"(\/assets\/[^"]+\.js)"/)
  const picture = new URL(found(page.text, /"([^"]+\/pictures\/sitters\/[^"]+)"/)).pathname
  for (const path of [file, picture]) await ask({ path })
  await opened.product.kill()
  for (const path of [file, picture]) {
    const kept = await ask({ path })
    expect([kept.status, kept.from]).toEqual([200, 'HIT'])
  }
  const kept = await ask({ path: sitterPath() })
  expect([kept.status, kept.from, kept.text]).toEqual([200, 'STALE', page.text])
  expect((await ask({ path: '/v1/settings' })).status).toBe(502)
  expect((await ask({ path: '/account/profile' })).status).toBe(502)
  await opened.product.restart()
  expect((await ask({ path: sitterPath() })).from).not.toBe('STALE')
})
