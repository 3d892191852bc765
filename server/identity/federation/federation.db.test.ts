import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { IdentityOptions } from '#server/identity/options.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { collide } from '#test/collide.ts'
import { errorOf, later, openLimits, password, testIdentity } from '#test/identity.ts'
import { olga, type OidcPeer, startOidcPeer } from '#test/oidc-peer.ts'

const handler = 'http://localhost:3000/__/auth/handler'
const email = 'olga@example.org'

/** The service with one provider, and a browser that goes there and returns. */
async function withPeer(chosen: Partial<IdentityOptions> = {}, trustsEmail = true) {
  const peer = await startOidcPeer({ redirectUris: [handler], trustsEmail })
  onTestFinished(peer.stop)
  const identity = await testIdentity({ providers: [peer.provider], ...chosen })
  identity.deps.clock.set(new Date())
  return { peer, ...identity, ...signInSteps(identity.account, peer) }
}

function signInSteps(account: Awaited<ReturnType<typeof testIdentity>>['account'], peer: OidcPeer) {
  const begin = async (more: object = {}) => {
    const request = { providerId: 'oidc.acme', continueUri: handler, ...more }
    const { body } = await account('createAuthUri', request)
    return z.object({ authUri: z.string(), sessionId: z.string() }).parse(body)
  }
  const finish = (requestUri: string, sessionId: string, more: object = {}) =>
    account('signInWithIdp', {
      requestUri,
      sessionId,
      returnSecureToken: true,
      returnIdpCredential: true,
      ...more,
    })
  const signInAt = async (more: object = {}, context: object = {}) => {
    const { authUri, sessionId } = await begin(context)
    const back = await peer.follow(authUri)
    return finish(back.href, sessionId, more)
  }
  return { begin, finish, signInAt }
}

describe('a sign-in with a provider', () => {
  test('discovers the provider once for concurrent sign-ins, and again after an hour', async () => {
    const { begin, peer, deps } = await withPeer()
    const discoveries = () => peer.requestedPaths.filter((path) => path.startsWith('/.well-known/')).length
    await Promise.all([begin(), begin(), begin()])
    expect(discoveries()).toBe(1)
    later(deps, 3_600)
    await Promise.all([begin(), begin()])
    expect(discoveries()).toBe(2)
  })

  test('creates a user with the verified address and returns the provider’s profile', async () => {
    const { signInAt, account, db } = await withPeer()
    const { status, body } = await signInAt()
    expect([status, body]).toEqual([
      200,
      {
        kind: 'identitytoolkit#VerifyAssertionResponse',
        providerId: 'oidc.acme',
        federatedId: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/olga-at-acme$/),
        localId: expect.stringMatching(/^\w{28}$/),
        isNewUser: true,
        email,
        emailVerified: true,
        displayName: 'Olga Owner',
        fullName: 'Olga Owner',
        idToken: expect.any(String),
        refreshToken: expect.any(String),
        expiresIn: '3600',
        oauthIdToken: expect.any(String),
        oauthAccessToken: expect.any(String),
        nonce: expect.any(String),
        rawUserInfo: JSON.stringify({ sub: olga.sub, name: 'Olga Owner', email, email_verified: true }),
      },
    ])
    expect(decodeJwt(String(body['idToken']))['firebase']).toEqual({
      identities: { 'oidc.acme': [olga.sub], email: [email] },
      sign_in_provider: 'oidc.acme',
    })
    const lookup = await account('lookup', { idToken: body['idToken'] })
    const { users } = z.object({ users: z.array(z.record(z.string(), z.unknown())) }).parse(lookup.body)
    expect(users[0]!['providerUserInfo']).toEqual([
      {
        providerId: 'oidc.acme',
        rawId: olga.sub,
        federatedId: body['federatedId'],
        email,
        displayName: 'Olga Owner',
      },
    ])
    expect(await db.selectFrom('identity.oauth_sessions').selectAll().execute()).toEqual([])
  })

  test('finds the same user again after the address at the provider has changed', async () => {
    const { signInAt, peer } = await withPeer()
    const first = await signInAt()
    peer.switches.person = { ...olga, email: 'new@example.org' }
    const again = await signInAt()
    expect([again.body['localId'], again.body['isNewUser']]).toEqual([first.body['localId'], undefined])
  })

  test('keeps the provider in the ID token after a refresh', async () => {
    const { signInAt, refresh } = await withPeer()
    const { body } = await signInAt()
    const next = await refresh(body['refreshToken'])
    expect(decodeJwt(String(next.body['id_token']))['firebase']).toEqual({
      identities: { 'oidc.acme': [olga.sub], email: [email] },
      sign_in_provider: 'oidc.acme',
    })
  })

  test('sends state, nonce and a PKCE S256 challenge, and stores none of its secrets in plain text', async () => {
    const { begin, db } = await withPeer()
    const { authUri, sessionId } = await begin({
      oauthScope: 'calendar,openid',
      customParameter: { prompt: 'select_account', redirect_uri: 'https://evil.example', State: 'x' },
    })
    const query = new URL(authUri).searchParams
    expect(Object.fromEntries(query)).toEqual({
      client_id: 'sitwell',
      response_type: 'code',
      redirect_uri: handler,
      scope: 'openid email profile calendar',
      prompt: 'select_account',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const stored = JSON.stringify(await db.selectFrom('identity.oauth_sessions').selectAll().execute())
    for (const secret of [sessionId, query.get('state')!, query.get('nonce')!])
      expect(stored).not.toContain(secret)
  })

  test.each([
    ['an unknown provider', { providerId: 'oidc.other', continueUri: handler }, 'OPERATION_NOT_ALLOWED'],
    ['a name that is none', { providerId: 'acme', continueUri: handler }, 'INVALID_PROVIDER_ID'],
    ['nowhere to return to', { providerId: 'oidc.acme' }, 'MISSING_CONTINUE_URI'],
    [
      'another site to return to',
      { providerId: 'oidc.acme', continueUri: 'https://evil.example' },
      'INVALID_CONTINUE_URI',
    ],
    [
      'an unknown purpose',
      { providerId: 'oidc.acme', continueUri: handler, context: 'payment' },
      'The value of "context" is not valid.',
    ],
  ])('cannot be started with %s', async (_, body, code) => {
    const { account } = await withPeer()
    expect(errorOf(await account('createAuthUri', body))).toBe(code)
  })
})

describe('the redirect back from the provider', () => {
  test('is accepted once out of 64 concurrent uses, and the code is redeemed once', async () => {
    const { begin, finish, peer, db } = await withPeer()
    const { authUri, sessionId } = await begin()
    const { href } = await peer.follow(authUri)
    const answers = await collide(
      db,
      'identity.oauth_sessions',
      Array.from({ length: 64 }, () => () => finish(href, sessionId)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(errorOf))).toEqual(
      new Set(['INVALID_IDP_RESPONSE']),
    )
    expect(await db.selectFrom('identity.users').select('id').execute()).toHaveLength(1)
    // The provider refuses a second use too, so the test checks that it was not called again.
    expect(peer.requestedPaths.filter((path) => path === '/token')).toHaveLength(1)
  })

  test('control: is accepted more than once if the session is selected before it is deleted', async () => {
    const { begin, db } = await withPeer()
    await begin()
    const readOnce = () =>
      inTransaction(db, async (tx) => {
        const found = await tx.selectFrom('identity.oauth_sessions').select('id_hash').executeTakeFirst()
        await tx.deleteFrom('identity.oauth_sessions').execute()
        return found
      })
    const reads = await collide(
      db,
      'identity.oauth_sessions',
      Array.from({ length: 64 }, () => readOnce),
    )
    expect(reads.filter((found) => found !== undefined).length).toBeGreaterThan(1)
  })

  test('is refused with another or a guessed session id, and after ten minutes', async () => {
    const { begin, finish, peer, deps, db } = await withPeer()
    const [mine, other] = [await begin(), await begin()]
    const { href } = await peer.follow(mine.authUri)
    expect(errorOf(await finish(href, other.sessionId))).toBe('INVALID_IDP_RESPONSE')
    expect(errorOf(await finish(href, 'guessed'))).toBe('INVALID_IDP_RESPONSE')
    later(deps, 600)
    expect(errorOf(await finish(href, mine.sessionId))).toBe('INVALID_IDP_RESPONSE')
    expect(await db.selectFrom('identity.users').select('id').execute()).toEqual([])
  })

  test.each([
    ['state', 'another-state'],
    ['nonce', 'another-nonce'],
    ['code_challenge', 'A'.repeat(43)],
  ])('is refused if the %s was changed on the way to the provider', async (name, value) => {
    const { begin, finish, peer } = await withPeer()
    const { authUri, sessionId } = await begin()
    const url = new URL(authUri)
    url.searchParams.set(name, value)
    const { href } = await peer.follow(url.href)
    expect(errorOf(await finish(href, sessionId))).toBe('INVALID_IDP_RESPONSE')
  })

  test('is rate-limited per network by failed attempts; successful sign-ins do not count', async () => {
    const federatedPerNet = { points: 2, seconds: 600 }
    const { signInAt, finish } = await withPeer({ limits: { ...openLimits, federatedPerNet } })
    for (let count = 0; count < 4; count++) expect((await signInAt()).status).toBe(200)
    const guess = async () => errorOf(await finish(handler, 'guessed'))
    expect([await guess(), await guess(), await guess()]).toEqual([
      'INVALID_IDP_RESPONSE',
      'INVALID_IDP_RESPONSE',
      'TOO_MANY_ATTEMPTS_TRY_LATER',
    ])
  })

  test('is refused at any path other than the redirect URI, without a token request', async () => {
    const { begin, finish, peer } = await withPeer()
    const { authUri, sessionId } = await begin()
    const back = await peer.follow(authUri)
    back.pathname = '/elsewhere'
    expect(errorOf(await finish(back.href, sessionId))).toBe('INVALID_IDP_RESPONSE')
    expect(peer.requestedPaths).not.toContain('/token')
  })

  test('results in USER_CANCELLED if the user denies access', async () => {
    const { signInAt, peer } = await withPeer()
    peer.switches.deny = true
    expect(errorOf(await signInAt())).toBe('USER_CANCELLED')
  })

  test('results in 503 UNAVAILABLE while the provider is down, as does the start of a sign-in', async () => {
    const { begin, finish, account, peer } = await withPeer()
    const { authUri, sessionId } = await begin()
    const { href } = await peer.follow(authUri)
    peer.switches.fails = true
    const answer = await finish(href, sessionId)
    expect([answer.status, errorOf(answer)]).toEqual([503, 'UNAVAILABLE'])
    await peer.stop()
    const fresh = await testIdentity({ providers: [peer.provider] })
    const started = await fresh.account('createAuthUri', { providerId: 'oidc.acme', continueUri: handler })
    expect([started.status, errorOf(started)]).toEqual([503, 'UNAVAILABLE'])
    expect((await account('createAuthUri', { identifier: email, continueUri: handler })).status).toBe(200)
  })
})

describe('matching a provider sign-in to an account', () => {
  test('links the provider to the account if both have verified the address, and notifies the user', async () => {
    const { signInAt, signUp, account, db } = await withPeer()
    const { localId } = await signUp(email)
    await db.updateTable('identity.users').set({ email_verified: true }).execute()
    const { body } = await signInAt()
    expect([body['localId'], body['isNewUser']]).toEqual([localId, undefined])
    expect((await account('signInWithPassword', { email, password })).status).toBe(200)
    expect(await db.selectFrom('mail').select(['kind', 'recipient']).execute()).toEqual([
      { kind: 'identity.provider-linked', recipient: email },
    ])
  })

  test('takes over an unverified account and revokes its password, sessions, providers and codes', async () => {
    const { signInAt, signUp, account, refresh, db } = await withPeer()
    const thief = await signUp(email)
    const at = new Date()
    const link = {
      provider: 'oidc.other',
      raw_id: 'thief',
      user_id: thief.localId,
      linked_at: at,
      used_at: at,
    }
    await db.insertInto('identity.user_identities').values(link).execute()
    await account('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken: thief.idToken,
      newEmail: 'eve@example.org',
    })
    const { body } = await signInAt()
    expect([body['localId'], body['emailVerified']]).toEqual([thief.localId, true])
    expect(errorOf(await account('signInWithPassword', { email, password }))).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
    expect(errorOf(await refresh(thief.refreshToken))).toBe('TOKEN_EXPIRED')
    expect(errorOf(await account('lookup', { idToken: thief.idToken }))).toBe('TOKEN_EXPIRED')
    const left = await db.selectFrom('identity.user_identities').select('provider').execute()
    expect(left).toEqual([{ provider: 'oidc.acme' }])
    const codes = await db.selectFrom('identity.oob_codes').select(['type', 'used_at']).execute()
    expect(codes).toHaveLength(2)
    expect(codes.filter((code) => code.used_at === null)).toEqual([])
    expect((await account('lookup', { idToken: body['idToken'] })).status).toBe(200)
  })

  test.each([
    ['the provider has not verified it', true, false],
    ['the operator does not trust its word', false, true],
  ])('requires confirmation by a sign-in when %s', async (_, trustsEmail, emailVerified) => {
    const { signInAt, signUp, account, peer, db } = await withPeer({}, trustsEmail)
    peer.switches.person = { ...olga, emailVerified }
    const { localId } = await signUp(email)
    const { status, body } = await signInAt()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      needConfirmation: true,
      verifiedProvider: ['password'],
      email,
      providerId: 'oidc.acme',
    })
    expect([body['idToken'], body['refreshToken'], body['localId']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])

    const signedIn = await account('signInWithPassword', { email, password })
    const pending = { requestUri: 'http://localhost', pendingToken: body['pendingToken'] }
    const linked = await account('signInWithIdp', { ...pending, idToken: signedIn.body['idToken'] })
    expect([linked.body['localId'], linked.body['needConfirmation']]).toEqual([localId, undefined])
    expect(errorOf(await account('signInWithIdp', pending))).toBe('INVALID_PENDING_TOKEN')
    expect((await signInAt()).body['localId']).toBe(localId)
    expect(await db.selectFrom('identity.pending_credentials').selectAll().execute()).toEqual([])
  })

  test('lets a provider sign-in set a first password but not change it; a password sign-in can change it', async () => {
    const { signInAt, account } = await withPeer()
    const fresh = 'quite another password'
    const first = await signInAt()
    const set = await account('update', { idToken: first.body['idToken'], password: fresh })
    expect(set.status).toBe(200)
    const { idToken } = (await signInAt()).body
    for (const answer of [
      await account('update', { idToken, password }),
      await account('signUp', { idToken, email, password }),
    ])
      expect(errorOf(answer)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    const known = await account('signInWithPassword', { email, password: fresh })
    expect((await account('update', { idToken: known.body['idToken'], password })).status).toBe(200)
  })

  test('creates a user with an unverified address if the provider has not verified it', async () => {
    const { signInAt, peer } = await withPeer()
    peer.switches.person = { ...olga, emailVerified: false }
    const { body } = await signInAt()
    expect([body['isNewUser'], body['emailVerified']]).toEqual([true, false])
  })

  test('creates a user without an address if the provider returns none, and finds that user again', async () => {
    const { signInAt, peer } = await withPeer()
    peer.switches.person = { sub: 'nameless', name: 'Nobody' }
    const [one, again] = [await signInAt(), await signInAt()]
    expect([one.body['email'], one.body['isNewUser'], again.body['localId']]).toEqual([
      undefined,
      true,
      one.body['localId'],
    ])
  })

  test('creates one user for twenty concurrent first sign-ins', async () => {
    const { begin, finish, peer, db } = await withPeer()
    const flows = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { authUri, sessionId } = await begin()
        return { href: (await peer.follow(authUri)).href, sessionId }
      }),
    )
    const answers = await Promise.all(flows.map(({ href, sessionId }) => finish(href, sessionId)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body['localId'])).size).toBe(1)
    expect(await db.selectFrom('identity.users').select('id').execute()).toHaveLength(1)
  })
})

describe('linking a provider', () => {
  const linking = { context: 'linkViaPopup' }

  test('adds it to the account; unlinking it keeps this session and revokes the others', async () => {
    const { signInAt, signUp, account, refresh, db } = await withPeer()
    const { idToken, localId } = await signUp(email)
    const elsewhere = await account('signInWithPassword', { email, password })
    const linked = await signInAt({ idToken }, linking)
    expect([linked.status, linked.body['localId'], linked.body['emailVerified']]).toEqual([
      200,
      localId,
      true,
    ])
    expect((await signInAt()).body['localId']).toBe(localId)

    const unlinked = await account('update', {
      idToken: linked.body['idToken'],
      deleteProvider: ['oidc.acme'],
    })
    expect(unlinked.status).toBe(200)
    const left = z.array(z.object({ providerId: z.string() })).parse(unlinked.body['providerUserInfo'])
    expect(left).toEqual([{ providerId: 'password' }])
    expect((await refresh(linked.body['refreshToken'])).status).toBe(200)
    expect((await account('lookup', { idToken: linked.body['idToken'] })).status).toBe(200)
    expect(errorOf(await refresh(elsewhere.body['refreshToken']))).toBe('TOKEN_EXPIRED')
    expect(await db.selectFrom('identity.user_identities').selectAll().execute()).toEqual([])
  })

  test('requires a sign-in within the last five minutes', async () => {
    const { signInAt, signUp, deps } = await withPeer()
    const { idToken } = await signUp(email)
    later(deps, 301)
    expect(errorOf(await signInAt({ idToken }, linking))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })

  test('is refused if the provider identity or its address belongs to another user', async () => {
    const { signInAt, signUp, peer } = await withPeer()
    await signInAt()
    const { idToken } = await signUp('sam@example.org')
    const taken = await signInAt({ idToken }, linking)
    expect([taken.status, taken.body['errorMessage'], taken.body['idToken']]).toEqual([
      200,
      'FEDERATED_USER_ID_ALREADY_LINKED',
      undefined,
    ])
    expect(errorOf(await signInAt({ idToken, returnIdpCredential: false }, linking))).toBe(
      'FEDERATED_USER_ID_ALREADY_LINKED',
    )
    peer.switches.person = { ...olga, sub: 'another-olga' }
    const address = await signInAt({ idToken }, linking)
    expect(address.body).toMatchObject({
      errorMessage: 'EMAIL_EXISTS',
      email,
      oauthIdToken: expect.any(String),
    })
  })

  test('cannot be completed from a sign-in flow, nor a sign-in from a linking flow', async () => {
    const { signInAt, signUp } = await withPeer()
    const { idToken } = await signUp('sam@example.org')
    expect(errorOf(await signInAt({ idToken }, { context: 'signInViaPopup' }))).toBe('INVALID_IDP_RESPONSE')
    expect(errorOf(await signInAt({}, linking))).toBe('INVALID_IDP_RESPONSE')
  })
})

describe('reauthentication with a provider', () => {
  test('creates no user and fails with EMAIL_NOT_FOUND, as does a sign-in with autoCreate off', async () => {
    const { signInAt, db } = await withPeer()
    expect(errorOf(await signInAt({}, { context: 'reauthViaPopup' }))).toBe('EMAIL_NOT_FOUND')
    expect(errorOf(await signInAt({ autoCreate: false }))).toBe('EMAIL_NOT_FOUND')
    expect(await db.selectFrom('identity.users').select('id').execute()).toEqual([])
  })

  test('fails for an account with the same verified address to which the provider is not linked', async () => {
    const { signInAt, signUp, db } = await withPeer()
    await signUp(email)
    await db.updateTable('identity.users').set({ email_verified: true }).execute()
    expect(errorOf(await signInAt({}, { context: 'reauthViaRedirect' }))).toBe('EMAIL_NOT_FOUND')
  })

  test('succeeds for a linked user unless the user is disabled', async () => {
    const { signInAt, db } = await withPeer()
    const { body } = await signInAt()
    expect((await signInAt({}, { context: 'reauthViaPopup' })).body['localId']).toBe(body['localId'])
    await db.updateTable('identity.users').set({ disabled: true }).execute()
    expect(errorOf(await signInAt({}, { context: 'reauthViaPopup' }))).toBe('USER_DISABLED')
  })
})

describe('a credential that the app obtained itself', () => {
  let setting: Awaited<ReturnType<typeof withPeer>>
  let proof: { idToken: string; accessToken: string; nonce: string; localId: unknown }

  beforeEach(async () => {
    setting = await withPeer()
    const { body } = await setting.signInAt()
    proof = {
      idToken: String(body['oauthIdToken']),
      accessToken: String(body['oauthAccessToken']),
      nonce: String(body['nonce']),
      localId: body['localId'],
    }
  })
  const present = (fields: Record<string, string>) =>
    setting.account('signInWithIdp', {
      requestUri: 'http://localhost',
      postBody: `&${new URLSearchParams(fields)}`,
      returnSecureToken: true,
    })

  test('signs in with its ID token', async () => {
    const { idToken, nonce, localId } = proof
    const { status, body } = await present({ id_token: idToken, nonce, providerId: 'oidc.acme' })
    expect([status, body['localId']]).toEqual([200, localId])
  })

  test.each([
    ['an access token alone', () => ({ access_token: proof.accessToken }), 'INVALID_IDP_RESPONSE'],
    ['nothing', () => ({}), 'INVALID_IDP_RESPONSE'],
    ['no nonce', () => ({ id_token: proof.idToken }), 'MISSING_OR_INVALID_NONCE'],
    ['another nonce', () => ({ id_token: proof.idToken, nonce: 'x' }), 'MISSING_OR_INVALID_NONCE'],
    [
      'a broken signature',
      () => ({ id_token: proof.idToken.replace(/\.[^.]+$/, `.${'A'.repeat(342)}`), nonce: proof.nonce }),
      'INVALID_IDP_RESPONSE',
    ],
    ['nonsense', () => ({ id_token: 'x.y.z', nonce: proof.nonce }), 'INVALID_IDP_RESPONSE'],
    [
      'another provider',
      () => ({ id_token: proof.idToken, providerId: 'google.com' }),
      'OPERATION_NOT_ALLOWED',
    ],
    ['no provider', () => ({ id_token: proof.idToken, providerId: '' }), 'INVALID_CREDENTIAL_OR_PROVIDER_ID'],
  ])('is refused with %s', async (_, fields, code) => {
    expect(errorOf(await present({ providerId: 'oidc.acme', ...fields() }))).toBe(code)
  })

  test('is refused after it has expired', async () => {
    later(setting.deps, 611)
    expect(
      errorOf(await present({ id_token: proof.idToken, nonce: proof.nonce, providerId: 'oidc.acme' })),
    ).toBe('INVALID_IDP_RESPONSE')
  })

  test('is refused if it was issued to another client', async () => {
    const { idToken, nonce } = proof
    setting.peer.provider.clientId = 'another client'
    const other = await testIdentity({ providers: [setting.peer.provider] })
    other.deps.clock.set(new Date())
    const answer = await other.account('signInWithIdp', {
      requestUri: 'http://localhost',
      postBody: `id_token=${idToken}&nonce=${nonce}&providerId=oidc.acme`,
    })
    expect(errorOf(answer)).toBe('INVALID_IDP_RESPONSE')
  })

  test('requires a requestUri', async () => {
    const answer = await setting.account('signInWithIdp', { postBody: 'providerId=oidc.acme' })
    expect(errorOf(answer)).toBe('MISSING_REQUEST_URI')
  })
})
