import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createIdTokenVerifier } from '#server/identity/tokens/verifier.ts'
import { requestPasswordReset, codeOf } from '#test/identity-mails.ts'
import { errorOf, later, password, testIdentity } from '#test/identity.ts'

const email = 'olga@example.org'
type Identity = Awaited<ReturnType<typeof testIdentity>>
const Lookup = z.object({ users: z.array(z.record(z.string(), z.unknown())) })

async function beginAnonymously(identity: Identity) {
  const { body } = await identity.account('signUp', { returnSecureToken: true })
  return { localId: body['localId'], idToken: String(body['idToken']), refreshToken: body['refreshToken'] }
}
const lookup = async ({ account }: Identity, idToken: unknown) =>
  Lookup.parse((await account('lookup', { idToken })).body).users[0]!
/** Inserts a linked identity as if the user had used the provider at that time. */
const linkDirectly = ({ db }: Identity, userId: string, at: Date, provider = 'oidc.acme') =>
  db
    .insertInto('identity.user_identities')
    .values({ provider, raw_id: `${provider} ${userId}`, user_id: userId, linked_at: at, used_at: at })
    .execute()
const linksLeft = async ({ db }: Identity) =>
  (await db.selectFrom('identity.user_identities').select('provider').orderBy('provider').execute()).map(
    ({ provider }) => provider,
  )

describe('an anonymous user, if the operator allows it', () => {
  test('has an anonymous ID token without an address, no providers and a refreshable session', async () => {
    const identity = await testIdentity({ anonymous: true })
    const { idToken, localId, refreshToken } = await beginAnonymously(identity)
    expect(decodeJwt(idToken)).toMatchObject({
      provider_id: 'anonymous',
      firebase: { identities: {}, sign_in_provider: 'anonymous' },
    })
    expect(decodeJwt(idToken)).not.toHaveProperty('email')
    expect(await lookup(identity, idToken)).toMatchObject({ localId, providerUserInfo: [] })
    expect((await identity.refresh(refreshToken)).status).toBe(200)
    await expect(identity.verifier.verify(idToken)).resolves.toMatchObject({
      provider: 'anonymous',
      email: null,
    })
  })

  test('is refused by a verifier that does not allow anonymous users, even with the same signing keys', async () => {
    const identity = await testIdentity({ anonymous: true })
    const { idToken } = await beginAnonymously(identity)
    const strict = createIdTokenVerifier(identity.deps, { ...identity.options, anonymous: false })
    await expect(strict.verify(idToken)).rejects.toMatchObject({ code: 'token-invalid' })
  })

  test.each([
    ['sign-up with the token', 'signUp'],
    ['an update', 'update'],
  ])('gets a password and keeps the uid by %s, even three days later', async (_, call) => {
    const identity = await testIdentity({ anonymous: true })
    const { idToken: first, localId, refreshToken } = await beginAnonymously(identity)
    expect(first).toBeTruthy()
    later(identity.deps, 3 * 86_400)
    const idToken = (await identity.refresh(refreshToken)).body['id_token']
    await identity.signUp('sam@example.org')
    const taken = await identity.account(call, { idToken, email: 'sam@example.org', password })
    expect(errorOf(taken)).toBe('EMAIL_EXISTS')
    const { body } = await identity.account(call, { idToken, email, password })
    expect([body['localId'], body['email']]).toEqual([localId, email])
    expect(decodeJwt(String(body['idToken']))['firebase']).toEqual({
      identities: { email: [email] },
      sign_in_provider: 'password',
    })
    expect((await identity.account('signInWithPassword', { email, password })).body['localId']).toBe(localId)
  })

  test('gets a verified address and keeps the uid by a sign-in link', async () => {
    const identity = await testIdentity({ anonymous: true })
    const { idToken, localId } = await beginAnonymously(identity)
    await identity.account('sendOobCode', { requestType: 'EMAIL_SIGNIN', email })
    const oobCode = await codeOf(identity, 'identity.sign-in-link')
    const { body } = await identity.account('signInWithEmailLink', { email, oobCode, idToken })
    expect([body['localId'], body['isNewUser']]).toEqual([localId, false])
    expect(await lookup(identity, body['idToken'])).toMatchObject({
      email,
      emailVerified: true,
      emailLinkSignin: true,
    })
  })
})

describe('proving ownership of an address', () => {
  test('by password reset unlinks providers if the address was unverified, and keeps them otherwise', async () => {
    for (const [isVerified, left] of [
      [false, []],
      [true, ['oidc.acme']],
    ] as const) {
      const identity = await testIdentity()
      const { localId } = await identity.signUp(email)
      await linkDirectly(identity, localId, identity.deps.now())
      await identity.db.updateTable('identity.users').set({ email_verified: isVerified }).execute()
      await requestPasswordReset(identity, email)
      const oobCode = await codeOf(identity, 'identity.reset-password')
      await identity.account('resetPassword', { oobCode, newPassword: 'quite another password' })
      expect(await linksLeft(identity)).toEqual(left)
    }
  })

  test('by sign-in link voids a pending change to another address', async () => {
    const identity = await testIdentity()
    const { idToken } = await identity.signUp(email)
    await identity.account('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: 'eve@example.org',
    })
    await identity.account('sendOobCode', { requestType: 'EMAIL_SIGNIN', email })
    const oobCode = await codeOf(identity, 'identity.sign-in-link')
    expect((await identity.account('signInWithEmailLink', { email, oobCode })).status).toBe(200)
    const change = await codeOf(identity, 'identity.change-email')
    expect(errorOf(await identity.account('update', { oobCode: change }))).toBe('INVALID_OOB_CODE')
  })

  test('by recovering it unlinks the providers that were linked since it was changed', async () => {
    const identity = await testIdentity()
    const { idToken, localId } = await identity.signUp(email)
    await identity.db.updateTable('identity.users').set({ email_verified: true }).execute()
    await linkDirectly(identity, localId, identity.deps.now(), 'oidc.mine')
    later(identity.deps, 60)
    const newEmail = 'eve@example.org'
    await identity.account('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
    await identity.account('update', { oobCode: await codeOf(identity, 'identity.change-email') })
    later(identity.deps, 60)
    await linkDirectly(identity, localId, identity.deps.now(), 'oidc.eve')
    await identity.account('update', { oobCode: await codeOf(identity, 'identity.recover-email') })
    expect(await linksLeft(identity)).toEqual(['oidc.mine'])
  })
})

test('Without enumeration protection, createAuthUri returns the sign-in methods of an address', async () => {
  const identity = await testIdentity({ enumerationProtection: false })
  const { localId } = await identity.signUp(email)
  await linkDirectly(identity, localId, identity.deps.now())
  const { body } = await identity.account('createAuthUri', {
    identifier: email,
    continueUri: 'http://localhost',
  })
  expect([body['registered'], body['allProviders'], body['signinMethods']]).toEqual([
    true,
    ['password', 'oidc.acme'],
    ['password', 'oidc.acme'],
  ])
})

test('Removing the password keeps this session and the address, and revokes the other sessions', async () => {
  const identity = await testIdentity()
  const { idToken, refreshToken } = await identity.signUp(email)
  const elsewhere = await identity.account('signInWithPassword', { email, password })
  const { body } = await identity.account('update', { idToken, deleteProvider: ['password'] })
  expect([body['email'], body['providerUserInfo'], body['passwordHash']]).toEqual([email, [], undefined])
  expect((await identity.refresh(refreshToken)).status).toBe(200)
  expect(errorOf(await identity.refresh(elsewhere.body['refreshToken']))).toBe('TOKEN_EXPIRED')
  expect(errorOf(await identity.account('signInWithPassword', { email, password }))).toBe(
    'INVALID_LOGIN_CREDENTIALS',
  )
})
