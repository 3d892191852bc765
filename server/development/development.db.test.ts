import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/development/demo-password.ts'
import { createUser, hashPassword } from '#server/identity/commands.ts'
import { defaultLimits } from '#server/identity/options.ts'
import { identityOf } from '#server/slices.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { production } from '#test/production.ts'

type RequestOptions = { url?: string; headers?: Record<string, string>; remoteAddress?: string }
const open = (environment: Record<string, string> = {}) => testApp({ environment })
const get = async (
  { app }: TestApp,
  { url = '/dev/mailbox', headers = {}, remoteAddress = '127.0.0.1' }: RequestOptions = {},
) => app.inject({ method: 'GET', url, headers, remoteAddress })

/** Headers that reveal a proxy on this computer, or a page of another site whose name resolves to it. */
const foreignHeaders: Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-host': 'pets.test' },
  { 'x-real-ip': '203.0.113.7' },
  { forwarded: 'for=203.0.113.7' },
  { via: '1.1 balancer' },
  { 'cf-connecting-ip': '203.0.113.7' },
  { host: 'pets.test' },
  { host: 'localhost.pets.test' },
  { host: '127.0.0.1.pets.test' },
  { origin: 'https://pets.test' },
]

test('by default, development serves this computer only, and neither proxied requests nor other hosts', async () => {
  const site = await open()
  for (const headers of [{}, { host: 'localhost:3000' }, { host: '127.0.0.1:3000' }, { host: '[::1]:3000' }])
    expect([headers, (await get(site, { headers })).statusCode]).toEqual([headers, 200])
  for (const url of ['/dev/mailbox', '/healthz', '/v1/settings'])
    for (const headers of foreignHeaders)
      expect([url, headers, (await get(site, { url, headers })).statusCode]).toEqual([url, headers, 403])
  expect((await get(site, { headers: { host: 'pets.test' } })).body).toMatch(/NODE_ENV=production/)
})

/** Returns the status of a response over a socket, since `inject` only speaks HTTP/1.1. */
async function statusOver(version: '1.0' | '1.1', address: string): Promise<number> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(`GET /dev/mailbox HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  return Number((await text(socket)).split(' ')[1])
}

test('development refuses HTTP/1.0 as a sign of a proxy that adds no header', async () => {
  const { app } = await open()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  expect([await statusOver('1.1', address), await statusOver('1.0', address)]).toEqual([200, 403])
})

test('if development listens on all addresses, paths below /dev and /docs return 404 to all other computers', async () => {
  const site = await open({ HOST: '0.0.0.0' })
  expect((await get(site)).statusCode).toBe(200)
  for (const remoteAddress of ['192.168.1.20', '10.0.0.9', '2001:db8::9', '::ffff:192.168.1.20'])
    for (const url of [
      '/dev/mailbox',
      '/dev/mailbox.json',
      '/dev/ui',
      '/DEV/ui',
      '/%64ev/ui',
      '/dev/ui.data?_routes=x',
      '/docs',
      '/docs/rules.html',
      '/DOCS/',
    ])
      for (const host of ['localhost:3000', '127.0.0.1', 'pets.test']) {
        const { statusCode, body } = await get(site, { url, headers: { host }, remoteAddress })
        expect([url, host, statusCode]).toEqual([url, host, 404])
        expect(body).toContain('the computer that the server runs on')
      }
  for (const headers of foreignHeaders)
    expect([headers, (await get(site, { headers })).statusCode]).toEqual([headers, 404])
  // Everything else is open to everybody.
  expect((await get(site, { url: '/v1/settings', remoteAddress: '192.168.1.20' })).statusCode).toBe(200)
})

test('in production, paths below /dev and /docs return 404 even to this computer', async () => {
  const here = await open()
  expect((await get(here, { url: '/docs' })).headers.location).toBe('/docs/')
  const site = await open(production)
  for (const url of ['/dev/mailbox', '/dev/mailbox.json', '/dev/ui', '/docs', '/docs/', '/docs/rules.html'])
    expect([url, (await get(site, { url })).statusCode]).toEqual([url, 404])
})

test('the demo password is refused from other computers, through a proxy and with another Host', async () => {
  const site = await open({ HOST: '0.0.0.0' })
  const email = 'olga@demo.example'
  const passwordHash = await hashPassword(demoPassword, undefined)
  await createUser(site.deps, { email, passwordHash, name: 'Olga' })
  const signIn = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/identity/v1/accounts:signInWithPassword?key=sitwell-public-key',
      headers,
      remoteAddress,
      payload: { email, password: demoPassword, returnSecureToken: true },
    })
    return answer.statusCode
  }
  expect(await signIn('127.0.0.1')).toBe(200)
  expect(await signIn('192.168.1.20', { host: 'localhost:3000' })).toBe(400)
  expect(await signIn('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBe(400)
  expect(await signIn('127.0.0.1', { host: 'pets.test' })).toBe(400)
})

test('sign-in limits are relaxed only if development is limited to this computer', async () => {
  for (const environment of [
    production,
    { HOST: '0.0.0.0' },
    { TRUST_PROXY: '1' },
    { SITE_URL: 'https://pets.test' },
  ])
    expect(identityOf((await open(environment)).config).limits).toEqual(defaultLimits)
  const { signInPerNet } = identityOf((await open()).config).limits
  expect(signInPerNet.points).toBeGreaterThan(defaultLimits.signInPerNet.points)
})
