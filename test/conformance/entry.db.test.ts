import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  asOwner,
  call,
  codeFor,
  codes,
  email,
  gina,
  idp,
  openEntry,
  owner,
  password,
  reset,
  send,
  signUp,
  token,
  app,
} from '#test/conformance/calls.ts'

let close: () => Promise<void>
beforeAll(async () => {
  close = await openEntry()
})
afterAll(() => close())
beforeEach(() => reset())

test('The entry deletes all accounts and their codes on request', async () => {
  await signUp()
  await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  expect(await codes()).toHaveLength(1)
  expect((await send('DELETE', '/emulator/v1/projects/example/accounts')).status).toBe(200)
  expect(await codes()).toEqual([])
  expect((await call('signInWithPassword', { email, password })).error).toBe('EMAIL_NOT_FOUND')
})

test('The entry lists mailed codes until they are used, and no SMS codes', async () => {
  await signUp()
  const oobCode = await codeFor('PASSWORD_RESET', { email })
  expect(await codes()).toEqual([
    { email, requestType: 'PASSWORD_RESET', oobCode, oobLink: expect.stringContaining(oobCode) },
  ])
  await call('resetPassword', { oobCode, newPassword: 'another' })
  expect(await codes()).toEqual([])
  expect((await send('GET', '/emulator/v1/projects/example/verificationCodes')).body).toEqual({
    verificationCodes: [],
  })
})

test('The entry keeps and applies a changed configuration until it is reset', async () => {
  const url = '/emulator/v1/projects/example/config'
  const change = {
    signIn: { allowDuplicateEmails: true },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  }
  expect((await send('PATCH', url, change)).body).toEqual(change)
  expect((await send('GET', url)).body).toEqual(change)
  expect((await call('signInWithPassword', { email, password })).error).toBe('INVALID_LOGIN_CREDENTIALS')
  await send('POST', '/emulator/v1/reset')
  expect((await send('GET', url)).body).toEqual({
    signIn: { allowDuplicateEmails: false },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
  })
})

test('The entry grants owner rights only to the bearer token “owner”, in upper or lower case', async () => {
  const { localId } = await signUp()
  const url = '/identitytoolkit.googleapis.com/v1/projects/example/accounts:update'
  for (const [authorization, status] of [
    ['Bearer owner', 200],
    ['bearer OWNER', 200],
    ['Bearer somebody', 403],
    ['', 403],
  ] as const)
    expect((await send('POST', url, { localId, displayName: 'x' }, { authorization })).status).toBe(status)
  const made = await send(
    'POST',
    '/identitytoolkit.googleapis.com/v1/projects/example/accounts',
    { localId: 'chosen', email: 'sam@example.com', password },
    owner,
  )
  expect(made.body).toMatchObject({ localId: 'chosen', email: 'sam@example.com' })
  expect(made.body).not.toHaveProperty('idToken')
  expect((await asOwner('signUp', { localId: 'chosen' })).error).toBe('DUPLICATE_LOCAL_ID')
  expect((await call('signInWithPassword', { email: 'sam@example.com', password })).status).toBe(200)
})

test('The entry treats a call with an ID token as the user’s own even if it has the owner token', async () => {
  const { idToken } = await signUp()
  const { body } = await asOwner('update', { idToken, displayName: 'Olga' })
  expect(body).toMatchObject({ displayName: 'Olga' })
  expect((await asOwner('update', { idToken: 'x', displayName: 'Eve' })).error).toBe('INVALID_ID_TOKEN')
})

test('The entry uses the time in the request’s header, starting at zero', async () => {
  const at = (ms: number) => ({ 'x-test-now-ms': String(ms) })
  const { idToken, refreshToken } = await signUp(email, at(0))
  expect(decodeJwt(idToken)).toMatchObject({ iat: 0, exp: 3_600, auth_time: 0 })
  const { body } = await call('lookup', { idToken }, at(1_000))
  expect(body['users']).toEqual([expect.objectContaining({ createdAt: '0', lastLoginAt: '0' })])
  expect((await call('lookup', { idToken }, at(3_700_000))).error).toBe('TOKEN_EXPIRED')
  const refreshed = await token({ grant_type: 'refresh_token', refresh_token: refreshToken }, at(5_000))
  expect(decodeJwt(String(refreshed.body['id_token']))).toMatchObject({ iat: 5, auth_time: 0 })
  const known = await call('signInWithPassword', { email, password }, at(9_000))
  expect(decodeJwt(String(known.body['idToken']))).toMatchObject({ iat: 9, auth_time: 9 })
})

test('The entry allows cross-origin requests from any origin', async () => {
  const options = { origin: 'http://localhost:1234', 'access-control-request-headers': 'x-client-version' }
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any',
    headers: options,
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
    204,
    'x-client-version',
  ])
  const cross = await call('signUp', {}, { ...options, 'sec-fetch-site': 'cross-site' })
  expect(cross.status).toBe(200)
})

test('The entry accepts any API key but requires one', async () => {
  expect((await send('GET', '/identitytoolkit.googleapis.com/v1/projects?key=whatever')).body).toMatchObject({
    projectId: 'example',
  })
  expect((await send('GET', '/identitytoolkit.googleapis.com/v1/projects')).status).toBe(403)
})

test('The entry lists the users of a provider on its page with their names escaped', async () => {
  await idp({ ...gina, name: '</script><b>Gina' })
  const page = await app.inject({ url: '/emulator/auth/handler?providerId=google.com' })
  for (const part of [
    'class="js-new-account"',
    'id="email-input"',
    'id="display-name-input"',
    'id="screen-name-input"',
    'id="profile-photo-input"',
    'id="sign-in"',
    'id="accounts-list"',
    'toggleForm',
    '<title>Auth Emulator',
  ])
    expect(page.body).toContain(part)
  expect(page.body.match(/<li /g)).toHaveLength(1)
  expect(page.body.match(/<\/script>/g)).toHaveLength(1)
  expect(page.body).not.toContain('<b>Gina')
})
