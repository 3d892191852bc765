import type { FastifyInstance } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { hostedSources } from '#server/identity/tokens/hosted-sources.ts'
import { createHostedVerifier } from '#server/identity/tokens/hosted.ts'
import { settableClock } from '#server/kernel/clock.ts'
import { createLog } from '#server/kernel/log.ts'
import { testApp } from '#test/app.ts'
import { now as start } from '#test/build.ts'
import { hostedEnvironment, projectId, startHostedPeer } from '#test/hosted-peer.ts'

const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)

async function hosted(environment: Record<string, string> = {}) {
  const peer = await startHostedPeer()
  const tested = await testApp({
    environment: { ...hostedEnvironment, ...environment },
    hostedAddresses: peer.addresses,
  })
  return { peer, ...tested }
}

const create = (app: FastifyInstance, token: string) =>
  app.inject({
    method: 'POST',
    url: '/v1/accounts',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      name: 'Olga',
      email: 'olga@example.org',
      phoneNumber: null,
      location: null,
      externalUserId: 'olga',
    },
  })
const read = (app: FastifyInstance, token: string) =>
  app.inject({ url: '/v1/accounts/by-external-id/olga', headers: { authorization: `Bearer ${token}` } })

/** The verifier without the app, with a settable clock. */
async function verifying(checkRevoked: 'off' | 'cached' = 'off') {
  const peer = await startHostedPeer()
  const clock = settableClock(start)
  const firebase = {
    apiKey: 'a-public-key',
    authDomain: 'example.firebaseapp.com',
    projectId,
    storageBucket: '',
    messagingSenderId: '',
    appId: '',
  }
  const verifier = createHostedVerifier(
    { now: clock, log: createLog('silent') },
    { firebase, providers: [], checkRevoked },
    peer.addresses,
  )
  return { peer, clock, verifier, token: await peer.sign({}, start) }
}

describe('a site that uses the hosted identity service', () => {
  test('authenticates users by the tokens of that service', async () => {
    const { app, peer } = await hosted()
    const token = await peer.sign({}, start)
    expect((await create(app, token)).statusCode).toBe(201)
    expect((await read(app, token)).json()).toMatchObject({ name: 'Olga', externalUserId: 'olga' })
    expect(peer.requestedPaths).toEqual(['/keys'])
  })

  test('refuses users whose account is scheduled for deletion, until the link in the mail restores it', async () => {
    const { app, peer, db } = await hosted()
    const token = await peer.sign({}, start)
    const { id } = (await create(app, token)).json<{ id: string }>()
    const headers = { authorization: `Bearer ${token}` }
    const left = await app.inject({ method: 'DELETE', url: `/v1/accounts/${id}`, headers })
    expect([left.statusCode, left.json()]).toEqual([200, { deletesAt: '2026-12-15T09:00:00.000Z' }])
    const refused = await read(app, token)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      401,
      {
        code: 'user-disabled',
        detail: expect.stringContaining('going to be deleted on Tuesday 15 December 2026') as unknown,
      },
    ])
    const mail = await db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
    expect([mail.kind, mail.recipient]).toEqual(['identity.deletion-asked', 'olga@example.org'])
    const url = /\/deletion\/\S+/.exec(mail.text_body)![0]
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(200)
    expect((await read(app, token)).json()).toMatchObject({ id, name: 'Olga' })
  })

  test('returns 404 for the endpoints of the embedded identity service', async () => {
    const { app } = await hosted()
    for (const url of [
      '/identity/v1/projects?key=x',
      '/identity/v1/accounts:signUp',
      '/identity/.well-known/jwks.json',
    ]) {
      const response = await app.inject({ url })
      expect([url, response.statusCode, response.json<{ error: { status: string } }>().error.status]).toEqual(
        [url, 404, 'NOT_FOUND'],
      )
    }
    for (const url of ['/__/auth/handler', '/__/auth/iframe', '/__/firebase/init.json'])
      expect((await app.inject({ url })).statusCode).toBe(404)
  })

  test('allows exactly the origins of that service in its CSP', () => {
    expect(hostedSources('example.firebaseapp.com')).toEqual({
      'connect-src': ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
      'script-src': [
        'https://apis.google.com',
        'https://www.google.com/recaptcha/',
        'https://www.gstatic.com/recaptcha/',
      ],
      'frame-src': ['https://example.firebaseapp.com', 'https://www.google.com/recaptcha/'],
    })
  })
})

test('The embedded service serves its handler page with its own CSP, and 404 for other paths below /__', async () => {
  const { app } = await testApp()
  const page = await app.inject({ url: '/__/auth/handler?state=x' })
  expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
  ])
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'unsafe-none',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; script-src 'self'; connect-src 'self'/,
    ),
  })
  const script = await app.inject({ url: '/__/auth/handler.js' })
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  for (const url of ['/__/auth/iframe', '/__/auth/handler/x', '/__/firebase/init.json'])
    expect((await app.inject({ url })).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/__/auth/handler' })).statusCode).toBe(404)
})

describe('tokens of the hosted service', () => {
  test.each([
    ['another project', { iss: 'https://securetoken.google.com/other' }, 'token-invalid'],
    ['another audience', { aud: 'other' }, 'token-invalid'],
    ['our own issuer', { iss: 'http://localhost:3000/identity' }, 'token-invalid'],
    ['a tenant', { firebase: { sign_in_provider: 'password', tenant: 't' } }, 'token-invalid'],
    ['nobody', { firebase: { sign_in_provider: 'anonymous' } }, 'token-invalid'],
    ['no subject', { sub: '' }, 'token-invalid'],
    ['an end in the past', { exp: start.getTime() / 1000 - 11 }, 'token-expired'],
  ])('are refused: %s', async (_, claims, code) => {
    const { verifier, peer } = await verifying()
    await expect(verifier.verify(await peer.sign(claims, start))).rejects.toMatchObject({ code })
    await expect(verifier.verify(await peer.sign({}, start))).resolves.toMatchObject({ uid: 'olga' })
  })

  test('are verified with keys that are cached for their max-age of an hour', async () => {
    const { verifier, peer, clock, token } = await verifying()
    for (let second = 0; second < 3600; second += 600) {
      clock.set(later(second))
      await verifier.verify(token)
    }
    expect(peer.requestedPaths).toHaveLength(1)
    clock.set(later(3600))
    await verifier.verify(await peer.sign({}, later(3600)))
    expect(peer.requestedPaths).toHaveLength(2)
  })

  test('with an unknown key id trigger a new fetch of the keys at most every 30 seconds', async () => {
    const { verifier, peer, clock, token } = await verifying()
    await verifier.verify(token)
    await peer.changeKey()
    const next = await peer.sign({}, start)
    for (let count = 0; count < 5; count++)
      await expect(verifier.verify(next)).rejects.toMatchObject({ code: 'token-invalid' })
    expect(peer.requestedPaths).toHaveLength(1)
    clock.set(later(30))
    await expect(verifier.verify(next)).resolves.toMatchObject({ uid: 'olga' })
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'token-invalid' })
    expect(peer.requestedPaths).toHaveLength(2)
  })

  test('are verified with cached keys for a day while the service is down, then refused as unavailable', async () => {
    const { verifier, peer, clock, token } = await verifying()
    await verifier.verify(token)
    peer.state.isAway = true
    clock.set(later(86_000))
    await expect(verifier.verify(await peer.sign({}, later(86_000)))).resolves.toMatchObject({ uid: 'olga' })
    clock.set(later(86_400))
    const late = await peer.sign({}, later(86_400))
    await expect(verifier.verify(late)).rejects.toMatchObject({ code: 'unavailable' })
    peer.state.isAway = false
    await expect(verifier.verify(late)).resolves.toMatchObject({ uid: 'olga' })
  })

  test('are refused as unavailable if the keys could never be fetched', async () => {
    const { verifier, peer, token } = await verifying()
    peer.state.isAway = true
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('revocation at the hosted service', () => {
  test('is not checked if the operator has switched the check off', async () => {
    const { verifier, peer, token } = await verifying('off')
    peer.state.user = 'USER_DISABLED'
    await expect(verifier.verify(token, { isWrite: true })).resolves.toMatchObject({ uid: 'olga' })
    expect(peer.requestedPaths).toEqual(['/keys'])
  })

  test.each([
    ['USER_DISABLED' as const, 'user-disabled'],
    ['USER_NOT_FOUND' as const, 'token-revoked'],
    ['TOKEN_EXPIRED' as const, 'token-revoked'],
    [{ disabled: true }, 'user-disabled'],
    [{ validSince: String(start.getTime() / 1000 + 1) }, 'token-revoked'],
  ])('is enforced on writes: %j', async (user, code) => {
    const { verifier, peer, token } = await verifying('cached')
    await expect(verifier.verify(token)).resolves.toMatchObject({ uid: 'olga' })
    peer.state.user = user
    await expect(verifier.verify(token, { isWrite: true })).rejects.toMatchObject({ code })
  })

  test('takes effect within a minute for reads and at once for writes', async () => {
    const { verifier, peer, clock, token } = await verifying('cached')
    await verifier.verify(token)
    await verifier.verify(token)
    expect(peer.requestedPaths.filter((path) => path === '/lookup')).toHaveLength(1)
    peer.state.user = 'USER_DISABLED'
    clock.set(later(59))
    await expect(verifier.verify(token)).resolves.toMatchObject({ uid: 'olga' })
    await expect(verifier.verify(token, { isWrite: true })).rejects.toMatchObject({ code: 'user-disabled' })
    peer.state.user = {}
    clock.set(later(118))
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'user-disabled' })
    clock.set(later(119))
    await expect(verifier.verify(token)).resolves.toMatchObject({ uid: 'olga' })
  })

  test('is asked once for concurrent reads with one token, and once more for each write', async () => {
    const { verifier, peer, token } = await verifying('cached')
    const isWrite = [false, true, false, true, false]
    await Promise.all(isWrite.map((one) => verifier.verify(token, { isWrite: one })))
    expect(peer.requestedPaths.filter((path) => path === '/lookup')).toHaveLength(3)
  })

  test('that a write has found is not forgotten when an earlier answer arrives later', async () => {
    const { verifier, peer, token } = await verifying('cached')
    const { promise, resolve } = Promise.withResolvers<void>()
    await verifier.verify(token, { isWrite: true })
    const later = await peer.sign({ nonce: 'another token' }, start)
    peer.state.sendAfter = promise
    const early = verifier.verify(later)
    await vi.waitUntil(() => peer.requestedPaths.length === 3, { timeout: 60_000 })
    Object.assign(peer.state, { user: 'USER_DISABLED', sendAfter: Promise.resolve() })
    await expect(verifier.verify(later, { isWrite: true })).rejects.toMatchObject({ code: 'user-disabled' })
    resolve()
    await expect(early).resolves.toMatchObject({ uid: 'olga' })
    await expect(verifier.verify(later)).rejects.toMatchObject({ code: 'user-disabled' })
  })

  test('cannot be checked while the service is down: reads succeed, writes return 503', async () => {
    const { app, peer } = await hosted({ IDENTITY_CHECK_REVOKED: 'cached' })
    const token = await peer.sign({}, start)
    expect((await create(app, token)).statusCode).toBe(201)
    peer.state.isAway = true
    expect((await read(app, token)).statusCode).toBe(200)
    expect((await create(app, token)).statusCode).toBe(503)
  })
})
