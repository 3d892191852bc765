import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { signIn } from '#server/identity/commands.ts'
import { identityDeps } from '#server/identity/deps.ts'
import { defaultLimits } from '#server/identity/options.ts'
import { apiKey, errorOf, later, password, testIdentity } from '#test/identity.ts'

const email = 'Olga@Example.org'
const browser = { 'sec-fetch-site': 'same-origin' }

describe('signing up', () => {
  test('returns an ID token with exactly the claims of the protocol', async () => {
    const { account, options } = await testIdentity()
    const { status, body } = await account('signUp', {
      email,
      password,
      displayName: 'Olga',
      returnSecureToken: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'identitytoolkit#SignupNewUserResponse',
      email,
      displayName: 'Olga',
      expiresIn: '3600',
    })
    expect(body['localId']).toMatch(/^[A-Za-z0-9]{28}$/)
    const token = String(body['idToken'])
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: expect.any(String), typ: 'JWT' })
    const at = Math.floor(Date.parse('2026-12-01T09:00:00Z') / 1000)
    expect(decodeJwt(token)).toEqual({
      iss: options.issuer,
      aud: 'sitwell',
      sub: body['localId'],
      user_id: body['localId'],
      iat: at,
      exp: at + 3600,
      auth_time: at,
      sid: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Olga',
      email,
      email_verified: false,
      firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    })
  })

  test.each([
    ['no e-mail', { password }, 'MISSING_EMAIL'],
    ['an e-mail that is none', { email: 'olga', password }, 'INVALID_EMAIL'],
    ['no password', { email }, 'MISSING_PASSWORD'],
    ['a short password', { email, password: 'short' }, 'WEAK_PASSWORD'],
    ['a common password', { email, password: 'P4ssw0rd2024!' }, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    [
      'the e-mail as password',
      { email, password: 'olga@example.org' },
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
    ],
    ['an endless password', { email, password: 'x1'.repeat(3000) }, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['neither, which means anonymous', { returnSecureToken: true }, 'ADMIN_ONLY_OPERATION'],
  ])('refuses %s', async (_, body, code) => {
    const { account, db } = await testIdentity()
    const answer = await account('signUp', body)
    expect([answer.status, errorOf(answer)]).toEqual([400, code])
    expect(await db.selectFrom('identity.users').select('id').execute()).toEqual([])
  })

  test('refuses an address in use, regardless of case and spaces, and notifies that address', async () => {
    const { account, db } = await testIdentity()
    await account('signUp', { email, password })
    const again = await account('signUp', { email: ' OLGA@example.ORG ', password })
    expect(again.body).toEqual({
      error: {
        code: 400,
        message: 'EMAIL_EXISTS',
        errors: [{ message: 'EMAIL_EXISTS', domain: 'global', reason: 'invalid' }],
      },
    })
    expect(await db.selectFrom('mail').select(['recipient', 'kind']).execute()).toEqual([
      { recipient: email, kind: 'identity.address-in-use' },
    ])
  })

  test('stores the password as an Argon2id hash and no refresh token in plain text', async () => {
    const { signUp, db } = await testIdentity()
    const { refreshToken } = await signUp(email)
    const user = await db.selectFrom('identity.users').selectAll().executeTakeFirstOrThrow()
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    const tokens = await db.selectFrom('identity.refresh_tokens').selectAll().execute()
    expect(JSON.stringify([user, tokens])).not.toContain(refreshToken)
  })
})

describe('signing in', () => {
  test('succeeds with the right password, ignoring the case of the address', async () => {
    const { account, signUp } = await testIdentity()
    const { localId } = await signUp(email)
    const { status, body } = await account('signInWithPassword', {
      email: 'olga@example.org',
      password,
      returnSecureToken: true,
    })
    expect([status, body['localId'], body['registered'], body['kind']]).toEqual([
      200,
      localId,
      true,
      'identitytoolkit#VerifyPasswordResponse',
    ])
  })

  test('returns byte-identical responses for an unknown address and a wrong password', async () => {
    const { account, signUp } = await testIdentity()
    await signUp(email)
    const wrong = await account('signInWithPassword', { email, password: 'another long password' })
    const unknown = await account('signInWithPassword', { email: 'nobody@example.org', password })
    expect(errorOf(wrong)).toBe('INVALID_LOGIN_CREDENTIALS')
    expect(unknown.text).toBe(wrong.text)
  })

  test('distinguishes an unknown address from a wrong password if enumeration protection is off', async () => {
    const { account, signUp } = await testIdentity({ enumerationProtection: false })
    await signUp(email)
    expect(errorOf(await account('signInWithPassword', { email, password: 'another long password' }))).toBe(
      'INVALID_PASSWORD',
    )
    expect(errorOf(await account('signInWithPassword', { email: 'nobody@example.org', password }))).toBe(
      'EMAIL_NOT_FOUND',
    )
  })

  test('reveals that a user is disabled only after the right password', async () => {
    const { account, signUp, db } = await testIdentity()
    await signUp(email)
    await db.updateTable('identity.users').set({ disabled: true }).execute()
    expect(errorOf(await account('signInWithPassword', { email, password }))).toBe('USER_DISABLED')
    expect(errorOf(await account('signInWithPassword', { email, password: 'another long password' }))).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
  })

  test.each([
    ['has another password', { password_hash: 'of another password' }, 'INVALID_LOGIN_CREDENTIALS'],
    ['has none', { password_hash: null }, 'INVALID_LOGIN_CREDENTIALS'],
    ['is disabled', { disabled: true }, 'USER_DISABLED'],
    ['was signed out everywhere', { valid_since: new Date('2100-01-01') }, 'INVALID_LOGIN_CREDENTIALS'],
  ])('starts no session if, after the password check, the account %s', async (_, change, code) => {
    const { deps, options, signUp, db } = await testIdentity({ limits: defaultLimits })
    await signUp(email)
    const own = identityDeps(deps, options)
    const matches = async (...given: Parameters<typeof own.hasher.matches>) => {
      const right = await own.hasher.matches(...given)
      await db.updateTable('identity.users').set(change).execute()
      return right
    }
    const caller = {
      ip: '192.0.2.1',
      net: '192.0.2.1',
      userAgent: '',
      isLocal: true,
      device: null,
      bindTo: null,
    }
    const attempt = signIn({ ...own, hasher: { ...own.hasher, matches } }, { email, password }, caller)
    await expect(attempt).rejects.toMatchObject({ code })
    expect(await db.selectFrom('identity.sessions').select('id').execute()).toHaveLength(1)
    const buckets = await db.selectFrom('identity.rate_buckets').selectAll().execute()
    const signIns = buckets.filter(({ key }) => key.startsWith('signIn'))
    // The password was right, so none of the three limits counts the attempt.
    expect(signIns.map(({ tokens }) => tokens).sort((one, other) => one - other)).toEqual([10, 50, 100])
  })

  test('rehashes the password if the hash parameters have become stronger', async () => {
    const { account, signUp, db } = await testIdentity()
    await signUp(email)
    const weak = '$argon2id$v=19$m=32,t=1,p=1$'
    const { hash } = await import('@node-rs/argon2')
    await db
      .updateTable('identity.users')
      .set({ password_hash: await hash(password, { memoryCost: 32, timeCost: 1, parallelism: 1 }) })
      .execute()
    const hashOf = async () =>
      (await db.selectFrom('identity.users').select('password_hash').executeTakeFirstOrThrow()).password_hash!
    expect((await hashOf()).startsWith(weak)).toBe(true)
    expect((await account('signInWithPassword', { email, password })).status).toBe(200)
    expect((await hashOf()).startsWith(weak)).toBe(false)
    expect((await account('signInWithPassword', { email, password })).status).toBe(200)
  })
})

describe('looking up', () => {
  test('returns the user with timestamps as strings and a redacted password hash', async () => {
    const { account, signUp } = await testIdentity()
    const { localId, idToken } = await signUp(email)
    const { status, body } = await account('lookup', { idToken })
    expect(status).toBe(200)
    expect(body['users']).toEqual([
      expect.objectContaining({
        localId,
        email,
        emailVerified: false,
        passwordHash: 'UkVEQUNURUQ=',
        createdAt: '1796115600000',
        lastLoginAt: '1796115600000',
        providerUserInfo: [{ providerId: 'password', rawId: email, federatedId: email, email }],
      }),
    ])
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  test('returns the protocol’s error for a missing, invalid or expired token, disabled or deleted user', async () => {
    const { account, signUp, db, deps } = await testIdentity()
    const { idToken, localId } = await signUp(email)
    expect(errorOf(await account('lookup', {}))).toBe('MISSING_ID_TOKEN')
    expect(errorOf(await account('lookup', { idToken: 'nonsense' }))).toBe('INVALID_ID_TOKEN')
    later(deps, 3700)
    expect(errorOf(await account('lookup', { idToken }))).toBe('TOKEN_EXPIRED')
    later(deps, -3700)
    await db.updateTable('identity.users').set({ disabled: true }).where('id', '=', localId).execute()
    expect(errorOf(await account('lookup', { idToken }))).toBe('USER_DISABLED')
    await db.deleteFrom('identity.users').execute()
    expect(errorOf(await account('lookup', { idToken }))).toBe('USER_NOT_FOUND')
  })
})

describe('refreshing', () => {
  test('issues new tokens and keeps auth_time', async () => {
    const { refresh, signUp, deps } = await testIdentity()
    const { refreshToken, idToken, localId } = await signUp(email)
    later(deps, 3000)
    const { status, body } = await refresh(refreshToken)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      expires_in: '3600',
      token_type: 'Bearer',
      user_id: localId,
      project_id: 'sitwell',
    })
    expect(body['access_token']).toBe(body['id_token'])
    expect(body['refresh_token']).not.toBe(refreshToken)
    const [before, after] = [decodeJwt(idToken), decodeJwt(String(body['id_token']))]
    expect([after['auth_time'], after.iat]).toEqual([before['auth_time'], before.iat! + 3000])
  })

  test.each([
    ['no grant type', { refresh_token: 'x' }, 'MISSING_GRANT_TYPE'],
    ['another grant type', { grant_type: 'password', refresh_token: 'x' }, 'INVALID_GRANT_TYPE'],
    ['no token', { grant_type: 'refresh_token' }, 'MISSING_REFRESH_TOKEN'],
    ['an unknown token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'TOKEN_EXPIRED'],
  ])('refuses %s', async (_, body, code) => {
    const { post } = await testIdentity()
    expect(errorOf(await post('/v1/token', body))).toBe(code)
  })

  test('succeeds for five concurrent requests with the same token', async () => {
    const { refresh, signUp } = await testIdentity()
    const { refreshToken } = await signUp(email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const next = await Promise.all(answers.map(({ body }) => refresh(body['refresh_token'])))
    expect(next.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  test('revokes the session and sends a mail if a client without a cookie reuses a token after 61 s', async () => {
    const { refresh, signUp, deps, db } = await testIdentity()
    const { refreshToken } = await signUp(email)
    const next = await refresh(refreshToken)
    later(deps, 61)
    expect(errorOf(await refresh(refreshToken))).toBe('TOKEN_EXPIRED')
    expect(errorOf(await refresh(next.body['refresh_token']))).toBe('TOKEN_EXPIRED')
    expect(await db.selectFrom('mail').select('kind').execute()).toEqual([{ kind: 'identity.session-ended' }])
  })

  test('accepts a superseded token with the device cookie, and revokes the session for another cookie', async () => {
    const { refresh, signUp, deps } = await testIdentity()
    const { refreshToken, answer } = await signUp(email, browser)
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!
    expect(answer.headers['set-cookie']).toMatch(
      /^idd=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const next = await refresh(refreshToken, { ...browser, cookie })
    later(deps, 3600)
    const slept = await refresh(refreshToken, { ...browser, cookie })
    expect([next.status, slept.status]).toEqual([200, 200])
    const thief = await refresh(slept.body['refresh_token'], { cookie: `idd=${'A'.repeat(43)}` })
    expect(errorOf(thief)).toBe('TOKEN_EXPIRED')
    expect(errorOf(await refresh(slept.body['refresh_token'], { ...browser, cookie }))).toBe('TOKEN_EXPIRED')
  })

  test('fails after 30 idle days, and after 180 days even with regular use', async () => {
    const { refresh, signUp, deps } = await testIdentity()
    const idle = await signUp(email)
    later(deps, 30 * 86_400)
    expect(errorOf(await refresh(idle.refreshToken))).toBe('TOKEN_EXPIRED')
    const busy = await signUp('sam@example.org')
    let token: unknown = busy.refreshToken
    for (let month = 0; month < 8; month++) {
      later(deps, 20 * 86_400)
      token = (await refresh(token)).body['refresh_token']
    }
    expect(token).toEqual(expect.any(String))
    later(deps, 20 * 86_400)
    expect(errorOf(await refresh(token))).toBe('TOKEN_EXPIRED')
  })

  test('returns USER_DISABLED for a disabled user', async () => {
    const { refresh, signUp, db } = await testIdentity()
    const { refreshToken } = await signUp(email)
    await db.updateTable('identity.users').set({ disabled: true }).execute()
    expect(errorOf(await refresh(refreshToken))).toBe('USER_DISABLED')
  })
})

describe('signing out', () => {
  const revoke = (token: string, idToken: string) => ({
    providerId: 'password',
    tokenType: 'REFRESH_TOKEN',
    token,
    idToken,
  })

  test('revokes the session of the user’s own refresh token', async () => {
    const { post, refresh, signUp } = await testIdentity()
    const { refreshToken, idToken } = await signUp(email)
    const { status, text } = await post('/v2/accounts:revokeToken', revoke(refreshToken, idToken))
    expect([status, text]).toEqual([200, '{}'])
    expect(errorOf(await refresh(refreshToken))).toBe('TOKEN_EXPIRED')
  })

  test('does not revoke another user’s session', async () => {
    const { post, refresh, signUp } = await testIdentity()
    const [olga, eve] = [await signUp(email), await signUp('eve@example.org')]
    expect((await post('/v2/accounts:revokeToken', revoke(olga.refreshToken, eve.idToken))).status).toBe(200)
    expect((await refresh(olga.refreshToken)).status).toBe(200)
  })
})

test('Password policy, project, reCAPTCHA config and JWKS are returned as the client library expects', async () => {
  const { get } = await testIdentity()
  const key = `key=${apiKey}`
  expect((await get(`/v2/passwordPolicy?${key}`)).body).toEqual({
    customStrengthOptions: { minPasswordLength: 8, maxPasswordLength: 4096 },
    allowedNonAlphanumericCharacters: [],
    enforcementState: 'ENFORCE',
    forceUpgradeOnSignin: false,
    schemaVersion: 1,
  })
  expect((await get(`/v1/projects?${key}`)).body).toEqual({
    projectId: 'sitwell',
    authorizedDomains: ['localhost', '127.0.0.1'],
  })
  expect(
    (await get(`/v2/recaptchaConfig?${key}&clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE`)).body,
  ).toMatchObject({
    recaptchaKey: 'projects/sitwell/keys/off',
  })
  const jwks = await get('/.well-known/jwks.json')
  expect(jwks.body['keys']).toEqual([
    expect.objectContaining({ kty: 'RSA', alg: 'RS256', use: 'sig', kid: expect.any(String) }),
  ])
  expect(JSON.stringify(jwks.body)).not.toContain('"d"')
})
