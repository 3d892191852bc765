import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import type { Session } from '#contract/sessions.ts'
import { disableUser, enableUser } from '#server/identity/admin-commands.ts'
import { endOwnSessions, ownSessions } from '#server/identity/sessions/device-commands.ts'
import { deviceOf } from '#server/identity/sessions/device.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { signUp, testApp } from '#test/app.ts'
import { testDeps } from '#test/build.ts'
import { olga } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { later } from '#test/identity.ts'

const agents = {
  laptop:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
}
type SignIn = { idToken: string; refreshToken: string }

/** Signs in a user created by `signUp` on another device. */
async function signIn(
  app: FastifyInstance,
  name: string,
  agent: string,
  remoteAddress = '203.0.113.77',
): Promise<SignIn> {
  const response = await app.inject({
    method: 'POST',
    url: '/identity/v1/accounts:signInWithPassword?key=sitwell-public-key',
    headers: { 'user-agent': agent },
    remoteAddress,
    payload: {
      email: `${name.toLowerCase()}@example.org`,
      password: `a-${name}-password-1`,
      returnSecureToken: true,
    },
  })
  return response.json<SignIn>()
}

async function requestSessions(app: FastifyInstance, { idToken }: Pick<SignIn, 'idToken'>, body?: object) {
  const response = await app.inject({
    method: body ? 'POST' : 'GET',
    url: body ? '/v1/sessions/end' : '/v1/sessions',
    headers: { authorization: `Bearer ${idToken}` },
    ...(body ? { payload: body } : {}),
  })
  const answer = response.json<{ items?: Session[]; code?: string }>()
  return { status: response.statusCode, code: answer.code, items: answer.items ?? [] }
}

async function refresh(app: FastifyInstance, { refreshToken }: SignIn): Promise<string> {
  const response = await app.inject({
    method: 'POST',
    url: '/identity/v1/token?key=sitwell-public-key',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
  })
  return response.statusCode === 200
    ? response.json<{ id_token: string }>().id_token
    : response.json<{ error: { message: string } }>().error.message
}

const lookUp = async (app: FastifyInstance, { idToken }: SignIn) =>
  (
    await app.inject({
      method: 'POST',
      url: '/identity/v1/accounts:lookup?key=sitwell-public-key',
      payload: { idToken },
    })
  ).json<{ error?: { message: string } }>().error?.message ?? 'found'

async function twoDevices() {
  const { app, deps, db } = await testApp({ environment: { HOST: '0.0.0.0' } })
  await signUp(app, 'Eve')
  await signUp(app, 'Olga')
  await db.updateTable('identity.sessions').set({ revoked_at: deps.now(), reason: 'set up' }).execute()
  const laptop = await signIn(app, 'Olga', agents.laptop)
  later(deps, 60)
  const phone = await signIn(app, 'Olga', agents.phone, '2001:db8:aaaa:bbbb:1:2:3:4')
  return { app, deps, db, laptop, phone }
}

test('The session list shows browser, system, truncated network, last use and the current session', async () => {
  const { app, deps, laptop, phone } = await twoDevices()
  const { items } = await requestSessions(app, phone)
  const at = deps.now().toISOString()
  expect(items).toEqual([
    {
      id: decodeJwt(phone.idToken)['sid'],
      createdAt: at,
      lastUsedAt: at,
      browser: 'Safari',
      system: 'iPhone',
      network: '2001:db8:aaaa::/48',
      isCurrent: true,
    },
    expect.objectContaining({
      id: decodeJwt(laptop.idToken)['sid'],
      browser: 'Chrome',
      system: 'Linux',
      network: '203.0.113.0/24',
      isCurrent: false,
    }),
  ])
  later(deps, 600)
  await refresh(app, laptop)
  const refreshed = await requestSessions(app, phone)
  expect(refreshed.items.map(({ lastUsedAt }) => lastUsedAt)).toEqual([deps.now().toISOString(), at])
})

test('An ended session is refused at once, by ID token and by refresh token; the other one stays valid', async () => {
  const { app, laptop, phone } = await twoDevices()
  const id = String(decodeJwt(phone.idToken)['sid'])
  expect((await requestSessions(app, phone)).status).toBe(200)
  const ended = await requestSessions(app, laptop, { id })
  expect([ended.status, ended.items.map(({ isCurrent }) => isCurrent)]).toEqual([200, [true]])
  expect(await requestSessions(app, phone)).toMatchObject({ status: 401, code: 'token-revoked' })
  expect(await lookUp(app, phone)).toBe('TOKEN_EXPIRED')
  expect(await refresh(app, phone)).toBe('TOKEN_EXPIRED')
  expect(await lookUp(app, laptop)).toBe('found')
  expect((await requestSessions(app, laptop, { id })).status).toBe(200)
})

test('A refreshed ID token has the same session id and is revoked with that session', async () => {
  const { app, laptop, phone } = await twoDevices()
  const idToken = await refresh(app, phone)
  expect(decodeJwt(idToken)['sid']).toBe(decodeJwt(phone.idToken)['sid'])
  await requestSessions(app, laptop, { id: decodeJwt(idToken)['sid'] })
  expect((await requestSessions(app, { idToken })).code).toBe('token-revoked')
})

test('A user can end all other sessions, or all sessions', async () => {
  const { app, laptop, phone } = await twoDevices()
  expect((await requestSessions(app, laptop, { all: 'others' })).items).toHaveLength(1)
  expect((await requestSessions(app, phone)).code).toBe('token-revoked')
  expect((await requestSessions(app, laptop)).status).toBe(200)
  expect(await requestSessions(app, laptop, { all: true })).toMatchObject({ status: 200, items: [] })
  expect((await requestSessions(app, laptop)).code).toBe('token-revoked')
  expect(await refresh(app, laptop)).toBe('TOKEN_EXPIRED')
  expect((await signIn(app, 'Olga', agents.laptop)).idToken).toEqual(expect.any(String))
})

test('Another user’s session is neither listed nor ended, and gets the same 404 as an unknown session', async () => {
  const { app, phone } = await twoDevices()
  const eve = await signIn(app, 'Eve', agents.laptop)
  expect((await requestSessions(app, eve)).items).toHaveLength(1)
  const foreign = await requestSessions(app, eve, { id: decodeJwt(phone.idToken)['sid'] })
  const unknown = await requestSessions(app, eve, { id: '0a000000-0000-7000-8000-000000000099' })
  expect([foreign.status, foreign.code]).toEqual([404, 'session-not-found'])
  expect(unknown).toEqual(foreign)
  expect((await requestSessions(app, phone)).status).toBe(200)
  await requestSessions(app, eve, { all: true })
  expect((await requestSessions(app, phone)).status).toBe(200)
})

test('Signing out revokes the ID token too', async () => {
  const { app, laptop, phone } = await twoDevices()
  await app.inject({
    method: 'POST',
    url: '/identity/v2/accounts:revokeToken?key=sitwell-public-key',
    payload: { tokenType: 'REFRESH_TOKEN', token: phone.refreshToken, idToken: phone.idToken },
  })
  expect((await requestSessions(app, phone)).code).toBe('token-revoked')
  expect((await requestSessions(app, laptop)).items).toHaveLength(1)
})

test('Sessions that can no longer be refreshed are not listed', async () => {
  const { app, deps } = await twoDevices()
  later(deps, 31 * 86_400)
  const again = await signIn(app, 'Olga', agents.laptop)
  expect((await requestSessions(app, again)).items).toHaveLength(1)
})

test('With the hosted service, the session list is empty and no session can be ended', async () => {
  const deps = testDeps(await testDb())
  expect(await ownSessions(deps, olga)).toEqual({ items: [], nextCursor: null })
  for (const chosen of [{ all: true }, { all: 'others' }, { id: olga.accountId }] as const)
    await expect(endOwnSessions(deps, olga, chosen, '203.0.113.77')).rejects.toMatchObject({
      code: 'session-not-found',
    })
})

test.each([
  [{}],
  [{ all: false }],
  [{ all: 'mine' }],
  [{ id: 'x' }],
  [{ id: '0a000000-0000-7000-8000-000000000099', all: true }],
])('An invalid or ambiguous request to end sessions is refused: %j', async (body) => {
  const { app, laptop } = await twoDevices()
  expect(await requestSessions(app, laptop, body)).toMatchObject({ status: 400, code: 'request-invalid' })
})

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
test.each([
  [
    `${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0`,
    'Edge',
    'Windows',
  ],
  [
    `${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 OPR/120.0`,
    'Opera',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S938B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPad',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.6; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Mac'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'Mac',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 16181) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
    'Chrome',
    'ChromeOS',
  ],
  ['curl/8.14.1', null, null],
  ['', null, null],
])('Browser and system are parsed from the user agent %j', (agent, browser, system) => {
  expect(deviceOf(agent)).toEqual({ browser, system })
})

const pending = ['change', 'verify', 'reset', 'link'] as const

/** Requests every code that is available to someone with a session or with the address. */
async function askForAllCodes(app: FastifyInstance, db: Db, { idToken }: SignIn) {
  const email = 'olga@example.org'
  for (const payload of [
    { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'thief@example.org' },
    { requestType: 'VERIFY_EMAIL', idToken },
    { requestType: 'PASSWORD_RESET', email },
    { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://localhost:3000/account' },
  ])
    await app.inject({
      method: 'POST',
      url: '/identity/v1/accounts:sendOobCode?key=sitwell-public-key',
      payload,
    })
  const open = async () =>
    (
      await db
        .selectFrom('identity.oob_codes')
        .select('type')
        .where('used_at', 'is', null)
        .where('type', '<>', 'RECOVER_EMAIL')
        .execute()
    ).length
  expect(await open()).toBe(pending.length)
  return open
}

test.each([
  ['everywhere', { all: true }],
  ['elsewhere', { all: 'others' }],
])('Signing out %s voids every code requested before', async (_, body) => {
  const { app, db, laptop, phone } = await twoDevices()
  const open = await askForAllCodes(app, db, laptop)
  expect((await requestSessions(app, phone, body)).status).toBe(200)
  expect(await open()).toBe(0)
})

test('Ending another session voids the pending codes; ending the current session does not', async () => {
  const { app, db, laptop, phone } = await twoDevices()
  const open = await askForAllCodes(app, db, laptop)
  await requestSessions(app, phone, { id: decodeJwt(phone.idToken)['sid'] })
  expect(await open()).toBe(pending.length)
  const again = await signIn(app, 'Olga', agents.phone)
  expect((await requestSessions(app, again, { id: decodeJwt(laptop.idToken)['sid'] })).status).toBe(200)
  expect(await open()).toBe(0)
})

test('Disabling and re-enabling a user voids all earlier tokens and codes', async () => {
  const { app, deps, db, laptop } = await twoDevices()
  const open = await askForAllCodes(app, db, laptop)
  const uid = decodeJwt(laptop.idToken).sub!
  await disableUser(deps, uid)
  await enableUser(deps, uid)
  expect(await open()).toBe(0)
  expect(await lookUp(app, laptop)).toBe('TOKEN_EXPIRED')
  expect(await refresh(app, laptop)).toBe('TOKEN_EXPIRED')
})

test('A lookup is refused with a token whose session belongs to another user', async () => {
  const { app, db, laptop } = await twoDevices()
  expect(await lookUp(app, laptop)).toBe('found')
  const eve = await db
    .selectFrom('identity.users')
    .select('id')
    .where('email', '=', 'eve@example.org')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('identity.sessions')
    .set({ user_id: eve.id })
    .where('id', '=', String(decodeJwt(laptop.idToken)['sid']))
    .execute()
  expect(await lookUp(app, laptop)).toBe('TOKEN_EXPIRED')
})
