import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { defaultLimits, type IdentityOptions, type LimitName } from '#server/identity/options.ts'
import { apiKey, errorOf, later, openLimits, password, testIdentity } from '#test/identity.ts'

const email = 'olga@example.org'
const only = (name: LimitName, points: number, seconds = 900): Partial<IdentityOptions> => ({
  limits: { ...openLimits, [name]: { points, seconds } },
})
const from = (ip: string) => ({ 'x-forwarded-for': ip })

describe('the transport', () => {
  test('requires the site’s own API key, as a query parameter or a header', async () => {
    const { app } = await testIdentity()
    const request = async (url: string, headers = {}) =>
      (await app.inject({ url, headers })).json<{
        error?: { code: number; message: string; status?: string }
      }>()
    expect((await request('/identity/v1/projects')).error).toMatchObject({
      code: 403,
      status: 'PERMISSION_DENIED',
      message: 'The request is missing a valid API key.',
    })
    expect((await request('/identity/v1/projects?key=wrong')).error).toMatchObject({
      code: 400,
      message: 'INVALID_API_KEY',
    })
    expect((await request('/identity/v1/projects', { 'x-goog-api-key': apiKey })).error).toBeUndefined()
  })

  test('answers unknown paths with a JSON 404', async () => {
    const { get, post } = await testIdentity()
    for (const { status, body } of [await get('/v1/nothing'), await post('/v1/accounts:dance', {})])
      expect([status, body['error']]).toEqual([
        404,
        expect.objectContaining({ code: 404, status: 'NOT_FOUND' }),
      ])
  })

  test.each([
    ['broken JSON', '{"email":'],
    ['a list', '[]'],
    ['a text', '"olga"'],
    ['a number too many', '{"email": {"a": 1}}'],
    ['NUL', JSON.stringify({ email: 'olga\u0000@example.org' })],
    ['a lone surrogate', '{"email":"\\ud800@example.org"}'],
    ['depth', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['33 KB', JSON.stringify({ email, password: 'x'.repeat(33_000) })],
    ['__proto__', '{"__proto__": {"email": "olga@example.org"}}'],
  ])('refuses a body with %s in the error format of the protocol', async (_, body) => {
    const { post, db } = await testIdentity()
    const answer = await post('/v1/accounts:signUp', body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body['error']).toMatchObject({ code: answer.status })
    expect(await db.selectFrom('identity.users').select('id').execute()).toEqual([])
  })

  test('refuses cross-site and same-site requests, and lets only the JWKS response be cached', async () => {
    const { account, get } = await testIdentity()
    for (const site of ['cross-site', 'same-site'])
      expect(
        (await account('signUp', { email, password }, { 'sec-fetch-site': site })).body['error'],
      ).toMatchObject({ status: 'PERMISSION_DENIED' })
    const answer = await account('signUp', { email, password }, { 'sec-fetch-site': 'same-origin' })
    expect([
      answer.status,
      answer.headers['cache-control'],
      answer.headers['access-control-allow-origin'],
    ]).toEqual([200, 'no-store', undefined])
    expect((await get('/.well-known/jwks.json')).headers['cache-control']).toBe('public, max-age=300')
  })

  test('accepts field names in snake_case too', async () => {
    const { account } = await testIdentity()
    const { body } = await account('signUp', {
      email,
      password,
      display_name: 'Olga',
      return_secure_token: true,
    })
    expect(body['displayName']).toBe('Olga')
  })

  test('sets the device cookie as Secure with the __Host- prefix behind HTTPS', async () => {
    const { account } = await testIdentity({ secureCookies: true })
    const { headers } = await account('signUp', { email, password }, { 'sec-fetch-site': 'same-origin' })
    expect(headers['set-cookie']).toMatch(
      /^__Host-idd=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  test('refuses provider sign-ins as not allowed, and does not reveal whether an address is registered', async () => {
    const { account, signUp } = await testIdentity()
    await signUp(email)
    expect(
      errorOf(
        await account('signInWithIdp', {
          requestUri: 'http://localhost',
          postBody: 'id_token=x&providerId=google.com',
        }),
      ),
    ).toBe('OPERATION_NOT_ALLOWED')
    expect(
      errorOf(await account('createAuthUri', { providerId: 'google.com', continueUri: 'http://localhost' })),
    ).toBe('OPERATION_NOT_ALLOWED')
    expect(errorOf(await account('createAuthUri', { continueUri: 'http://localhost' }))).toBe(
      'MISSING_IDENTIFIER',
    )
    expect(
      errorOf(await account('createAuthUri', { identifier: 'olga', continueUri: 'http://localhost' })),
    ).toBe('INVALID_IDENTIFIER')
    const known = await account('createAuthUri', { identifier: email, continueUri: 'http://localhost' })
    expect(known.body).toEqual({
      kind: 'identitytoolkit#CreateAuthUriResponse',
      sessionId: expect.any(String),
    })
  })
})

describe('a database outage', () => {
  test('returns plain text for lookup and refresh, so that clients stay signed in, and JSON elsewhere', async () => {
    const { account, refresh, signUp, db } = await testIdentity()
    const { idToken, refreshToken } = await signUp(email)
    await db.destroy()
    for (const answer of [await account('lookup', { idToken }), await refresh(refreshToken)]) {
      expect(answer.status).toBeGreaterThanOrEqual(500)
      expect(answer.type).toMatch(/^text\/plain/)
    }
    const other = await account('signInWithPassword', { email, password })
    expect(other.status).toBeGreaterThanOrEqual(500)
    expect(other.body['error']).toMatchObject({ code: other.status })
  })

  test('caused by a lock timeout returns a plain-text 503 with Retry-After', async () => {
    const { refresh, signUp, db } = await testIdentity({ patient: false })
    const { refreshToken } = await signUp(email)
    await db.transaction().execute(async (tx) => {
      await sql`lock table identity.sessions in access exclusive mode`.execute(tx)
      const answer = await refresh(refreshToken)
      expect([answer.status, answer.type.split(';')[0], answer.headers['retry-after']]).toEqual([
        503,
        'text/plain',
        '2',
      ])
    })
    expect((await refresh(refreshToken)).status).toBe(200)
  })
})

describe('rate limits', () => {
  const wrong = { email, password: 'not the right password' }

  test('block guesses at one account from one address for 300 s, even with the right password', async () => {
    const { account, signUp, deps } = await testIdentity(only('signInPerAccountAndNet', 3))
    await signUp(email)
    for (let guess = 0; guess < 3; guess++)
      expect(errorOf(await account('signInWithPassword', wrong, from('192.0.2.1')))).toBe(
        'INVALID_LOGIN_CREDENTIALS',
      )
    const refused = await account('signInWithPassword', { email, password }, from('192.0.2.1'))
    expect(refused.body['error']).toMatchObject({
      message: 'TOO_MANY_ATTEMPTS_TRY_LATER : Too many attempts. Please wait a while and try again.',
    })
    expect(refused.headers['retry-after']).toBe('300')
    expect((await account('signInWithPassword', { email, password }, from('192.0.2.2'))).status).toBe(200)
    later(deps, 301)
    expect((await account('signInWithPassword', { email, password }, from('192.0.2.1'))).status).toBe(200)
  })

  test('let exactly 40 of 64 concurrent guesses through when 40 are allowed', async () => {
    const { account } = await testIdentity(only('signInPerNet', 40))
    const guesses = Array.from({ length: 64 }, (_, number) =>
      account('signInWithPassword', { ...wrong, email: `u${number}@example.org` }),
    )
    const codes = (await Promise.all(guesses)).map(errorOf)
    expect(codes.filter((code) => code === 'INVALID_LOGIN_CREDENTIALS')).toHaveLength(40)
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS_TRY_LATER')).toHaveLength(24)
  })

  test('do not count successful sign-ins', async () => {
    const { account, signUp } = await testIdentity(only('signInPerAccountAndNet', 2))
    await signUp(email)
    for (let time = 0; time < 6; time++)
      expect((await account('signInWithPassword', { email, password })).status).toBe(200)
  })

  test('count an IPv6 /64 as one network', async () => {
    const { account } = await testIdentity(only('signUpPerNet', 1, 3_600))
    expect((await account('signUp', { email, password }, from('2001:db8:1:2::1'))).status).toBe(200)
    expect(
      errorOf(await account('signUp', { email: 'a@example.org', password }, from('2001:db8:1:2:ffff::9'))),
    ).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect(
      (await account('signUp', { email: 'b@example.org', password }, from('2001:db8:1:3::1'))).status,
    ).toBe(200)
  })

  test('delay distributed guesses at one account by up to 5 s each, but never lock the account', async () => {
    const waits: number[] = []
    const wait = (milliseconds: number) => Promise.resolve(void waits.push(milliseconds))
    const { account, signUp } = await testIdentity({ ...only('signInPerAccount', 2, 86_400), wait })
    await signUp(email)
    for (let guess = 0; guess < 60; guess++)
      await account('signInWithPassword', wrong, from(`192.0.2.${guess}`))
    expect(waits).toHaveLength(58)
    expect([waits[0], waits[1], waits.at(-1)]).toEqual([125, 250, 5_000])
    expect((await account('signInWithPassword', { email, password }, from('198.51.100.7'))).status).toBe(200)
  })

  test('cap the mails sent to one address', async () => {
    const { account, signUp, db } = await testIdentity(only('mailPerAddress', 2, 3_600))
    await signUp(email)
    const request = () => account('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    expect([(await request()).status, (await request()).status]).toEqual([200, 200])
    expect(errorOf(await request())).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect(await db.selectFrom('mail').select('id').execute()).toHaveLength(2)
  })

  test('cap the guesses of codes per network', async () => {
    const { account } = await testIdentity(only('codePerNet', 2, 600))
    const guess = () => account('resetPassword', { oobCode: 'A'.repeat(43) })
    expect([errorOf(await guess()), errorOf(await guess()), errorOf(await guess())]).toEqual([
      'INVALID_OOB_CODE',
      'INVALID_OOB_CODE',
      'TOO_MANY_ATTEMPTS_TRY_LATER',
    ])
  })

  test.each(['lookupPerSession', 'tokenPerSession'] as const)('refuse %s in plain text', async (name) => {
    const { account, refresh, signUp } = await testIdentity(only(name, 1, 60))
    const { idToken, refreshToken } = await signUp(email)
    const request = () =>
      name === 'lookupPerSession' ? account('lookup', { idToken }) : refresh(refreshToken)
    expect((await request()).status).toBe(200)
    const refused = await request()
    expect([refused.status, refused.type.split(';')[0]]).toEqual([429, 'text/plain'])
  })

  test('block guesses with the default values and store no e-mail or IP address in plain text', async () => {
    const { account, db, deps } = await testIdentity({ limits: defaultLimits })
    for (let guess = 0; guess < 11; guess++) await account('signInWithPassword', wrong)
    expect(errorOf(await account('signInWithPassword', wrong))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    const rows = await db.selectFrom('identity.rate_buckets').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/olga|127\.0/)
    expect(rows.every(({ updated_at }) => updated_at <= deps.now())).toBe(true)
  })

  test('refuse sign-ins with TOO_MANY_ATTEMPTS_TRY_LATER when the hashing queue is full', async () => {
    const { account } = await testIdentity({
      // A hash takes far longer than a request to arrive, on any machine.
      hash: { memoryCost: 8_192, timeCost: 40, parallelism: 1, concurrency: 1, queue: 4 },
    })
    const codes = (
      await Promise.all(Array.from({ length: 32 }, () => account('signInWithPassword', wrong)))
    ).map(errorOf)
    expect(codes).toContain('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect(codes).toContain('INVALID_LOGIN_CREDENTIALS')
  })
})
