import { importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { disableUser, enableUser, endSessionsOf, setClaims } from '#server/identity/admin-commands.ts'
import { createUser, hashPassword } from '#server/identity/commands.ts'
import { identityOptions, type IdentityOptions } from '#server/identity/options.ts'
import {
  createKeyring,
  requireReadableKeys,
  replaceKeys,
  rotateKeys,
} from '#server/identity/tokens/keyring.ts'
import { unseal } from '#server/identity/tokens/secret.ts'
import { createIdTokenVerifier, type IdTokenVerifier } from '#server/identity/tokens/verifier.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { now as start, testDeps } from '#test/build.ts'
import { createTestDb } from '#test/db.ts'
import { errorOf, later, password, testIdentity } from '#test/identity.ts'
import { privateJwkOf } from '#test/signing-key.ts'

const at = start.getTime() / 1000
const key = 'an encryption key of the tests'

let deps: ReturnType<typeof testDeps>
let options: IdentityOptions
let drop: () => Promise<void>
let verifier: IdTokenVerifier
let uid: string
let kid: string
let privateKey: Awaited<ReturnType<typeof importJWK>>
const genuine: Record<string, unknown> = {}

beforeAll(async () => {
  const created = await createTestDb()
  drop = created.drop
  deps = testDeps(created.db)
  const identity = { projectId: 'sitwell', apiKey: 'k', keyEncryptionKey: key, passwordPepper: undefined }
  options = identityOptions({ site: deps.site, identity })
  verifier = createIdTokenVerifier(deps, options)
  uid = await createUser(deps, {
    email: 'olga@example.org',
    passwordHash: await hashPassword(password),
    name: 'Olga',
  })
  await createKeyring(deps, options).jwks()
  const row = await created.db.selectFrom('identity.signing_keys').selectAll().executeTakeFirstOrThrow()
  kid = row.kid
  privateKey = await importJWK(privateJwkOf(row, key), 'RS256')
  Object.assign(genuine, {
    iss: options.issuer,
    aud: 'sitwell',
    sub: uid,
    user_id: uid,
    iat: at,
    exp: at + 3600,
    auth_time: at,
    email: 'olga@example.org',
    email_verified: true,
    firebase: { identities: { email: ['olga@example.org'] }, sign_in_provider: 'password' },
  })
})
afterAll(() => drop())

const sign = (claims: Record<string, unknown> = {}) =>
  new SignJWT({ ...genuine, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .sign(privateKey)

describe('a sign-in that was verified before', () => {
  test('is good without its token as long as its session lasts, with the address of now', async () => {
    const identity = await testIdentity()
    const { idToken } = await identity.signUp('hana@example.org')
    const again = createIdTokenVerifier(identity.deps, identity.options)
    const { provider: _, account: __, ...signIn } = await again.verify(idToken)
    later(identity.deps, 2 * 3_600)
    await expect(again.verify(idToken)).rejects.toMatchObject({ code: 'token-expired' })
    expect(await again.verifyAgain(signIn, identity.deps.db)).toEqual({ ...signIn, account: null })
    await identity.deps.db.updateTable('identity.users').set({ email_verified: true }).execute()
    expect(await again.verifyAgain(signIn, identity.deps.db)).toMatchObject({ emailVerified: true })

    later(identity.deps, 31 * 86_400)
    await expect(again.verifyAgain(signIn, identity.deps.db)).rejects.toMatchObject({ code: 'token-revoked' })
  })

  test('is refused once its session is ended or its user disabled', async () => {
    const identity = await testIdentity()
    const again = createIdTokenVerifier(identity.deps, identity.options)
    const { idToken, localId } = await identity.signUp('ines@example.org')
    const signIn = await again.verify(idToken)
    await endSessionsOf(identity.deps, localId)
    await expect(again.verifyAgain(signIn, identity.deps.db)).rejects.toMatchObject({ code: 'token-revoked' })
    const other = await identity.signUp('jana@example.org')
    const disabled = await again.verify(other.idToken)
    await disableUser(identity.deps, other.localId)
    await expect(again.verifyAgain(disabled, identity.deps.db)).rejects.toMatchObject({
      code: 'user-disabled',
    })
  })
})

test('Verifying a genuine token returns its user and claims', async () => {
  expect(await verifier.verify(await sign())).toEqual({
    account: null,
    uid,
    email: 'olga@example.org',
    emailVerified: true,
    authTime: at,
    provider: 'password',
    issuedAt: at,
    sessionId: null,
  })
})

test('Verification tolerates a clock skew of ten seconds', async () => {
  const early = verifier.verify(await sign({ iat: at + 11, auth_time: at, exp: at + 3600 }))
  await expect(early).rejects.toMatchObject({ code: 'token-invalid' })
  await expect(
    verifier.verify(await sign({ iat: at + 9, auth_time: at + 9, exp: at + 3609 })),
  ).resolves.toMatchObject({ uid })
  await expect(verifier.verify(await sign({ iat: at - 3600, exp: at - 9 }))).resolves.toMatchObject({ uid })
})

describe('a verified token', () => {
  test('is cached, so its signature is verified once, but is still refused after it has expired', async () => {
    const { signUp, verifier: own, deps: ownDeps } = await testIdentity()
    const { idToken, localId } = await signUp('olga@example.org')
    const work = vi.spyOn(crypto.subtle, 'verify')
    for (let time = 0; time < 3; time++)
      await expect(own.verify(idToken)).resolves.toMatchObject({ uid: localId })
    expect(work).toHaveBeenCalledTimes(1)
    work.mockRestore()
    await expect(own.verify(`${idToken.slice(0, -4)}AAAA`)).rejects.toMatchObject({ code: 'token-invalid' })
    later(ownDeps, 3_611)
    await expect(own.verify(idToken)).rejects.toMatchObject({ code: 'token-expired' })
  })

  test('is refused 300 s after its signing key was replaced', async () => {
    const { signUp, verifier: own, deps: ownDeps, options: ownOptions } = await testIdentity()
    const { idToken, localId } = await signUp('olga@example.org')
    await expect(own.verify(idToken)).resolves.toMatchObject({ uid: localId })
    await ensureTransaction(ownDeps, (ownDeps) => replaceKeys(ownDeps.db, ownOptions, ownDeps.now()))
    later(ownDeps, 300)
    await expect(own.verify(idToken)).rejects.toMatchObject({ code: 'token-invalid' })
  })
})

describe('the user of a genuine token', () => {
  test('is refused as soon as disabled, and needs a new sign-in after being enabled again', async () => {
    const { signUp, account, verifier: own, deps: ownDeps } = await testIdentity()
    const { idToken, localId } = await signUp('olga@example.org')
    await disableUser(ownDeps, localId)
    await expect(own.verify(idToken)).rejects.toMatchObject({ code: 'user-disabled' })
    expect(errorOf(await account('lookup', { idToken }))).toBe('USER_DISABLED')
    await enableUser(ownDeps, localId)
    await expect(own.verify(idToken)).rejects.toMatchObject({ code: 'token-revoked' })
    const again = await account('signInWithPassword', { email: 'olga@example.org', password })
    await expect(own.verify(String(again.body['idToken']))).resolves.toMatchObject({ uid: localId })
  })

  test('is refused when unknown', async () => {
    await expect(verifier.verify(await sign({ sub: 'nobody', user_id: 'nobody' }))).rejects.toMatchObject({
      code: 'token-revoked',
    })
  })

  test('is refused in the same second in which all sessions are ended, but can sign in again', async () => {
    const { signUp, account, verifier: own, deps: ownDeps } = await testIdentity()
    const { idToken, localId } = await signUp('olga@example.org')
    for (let time = 0; time < 3; time++) await endSessionsOf(ownDeps, localId)
    await expect(own.verify(idToken)).rejects.toMatchObject({ code: 'token-revoked' })
    expect(errorOf(await account('lookup', { idToken }))).toBe('TOKEN_EXPIRED')
    const again = await account('signInWithPassword', { email: 'olga@example.org', password })
    await expect(own.verify(String(again.body['idToken']))).resolves.toMatchObject({ uid: localId })
  })
})

test('Custom claims set by the operator are in the token; reserved names and long values are refused', async () => {
  const { signUp, account, deps: own } = await testIdentity()
  const { localId } = await signUp('olga@example.org')
  await setClaims(own, localId, { team: 'blue' })
  const { body } = await account('signInWithPassword', { email: 'olga@example.org', password })
  expect(
    JSON.parse(Buffer.from(String(body['idToken']).split('.')[1]!, 'base64url').toString()),
  ).toMatchObject({ team: 'blue' })
  await expect(setClaims(own, localId, { sub: 'eve' })).rejects.toMatchObject({ code: 'request-invalid' })
  await expect(setClaims(own, localId, { text: 'x'.repeat(1_000) })).rejects.toMatchObject({
    code: 'request-invalid',
  })
})

describe('signing keys', () => {
  test('cannot be decrypted without the key encryption key, without which a server does not start', async () => {
    const row = await deps.db.selectFrom('identity.signing_keys').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(/"d":/)
    expect(() => unseal(row.private_jwk_encrypted, 'another key', kid)).toThrow(/authenticate/)
    expect(() => unseal(row.private_jwk_encrypted, key, 'another row')).toThrow(/authenticate/)
    const foreign = createKeyring(deps, { ...options, keyEncryptionKey: 'another key' })
    await expect(foreign.sign({})).rejects.toThrow('SECRET_PREVIOUS')
    const lost = { keyEncryptionKey: 'another key', previousKeyEncryptionKeys: [] }
    await expect(requireReadableKeys(deps.db, lost), 'a server does not start').rejects.toThrow(
      'SECRET_PREVIOUS',
    )
    await requireReadableKeys(deps.db, { ...lost, previousKeyEncryptionKeys: [key] })
  })

  test('are created once when eight servers start concurrently', async () => {
    const own = await testIdentity()
    const rings = Array.from({ length: 8 }, () => createKeyring(own.deps, own.options))
    await Promise.all(rings.map((ring) => ring.jwks()))
    expect(await own.db.selectFrom('identity.signing_keys').select('kid').execute()).toHaveLength(1)
  })

  test('rotate after 90 days: the next one is published a day ahead, old tokens stay valid until expiry', async () => {
    const own = await testIdentity()
    const days = (count: number) => later(own.deps, count * 86_400)
    const states = async () =>
      (await own.db.selectFrom('identity.signing_keys').select('state').orderBy('not_before').execute()).map(
        ({ state }) => state,
      )
    await own.signUp('olga@example.org')
    await rotateKeys(own.deps, own.options)
    expect(await states()).toEqual(['active'])
    days(89)
    await rotateKeys(own.deps, own.options)
    await rotateKeys(own.deps, own.options)
    expect(await states()).toEqual(['active', 'next'])
    expect((await own.get('/.well-known/jwks.json')).body['keys']).toHaveLength(2)
    days(1)
    const { body } = await own.account('signInWithPassword', { email: 'olga@example.org', password })
    await rotateKeys(own.deps, own.options)
    expect(await states()).toEqual(['retired', 'active'])
    later(own.deps, 3_000)
    await expect(own.verifier.verify(String(body['idToken']))).resolves.toMatchObject({
      provider: 'password',
    })
    later(own.deps, 3_000)
    await rotateKeys(own.deps, own.options)
    expect(await states()).toEqual(['active'])
  })

  test('just created by another server are loaded before a token is refused', async () => {
    const own = await testIdentity()
    await own.signUp('olga@example.org')
    await own.db.deleteFrom('identity.signing_keys').execute()
    const elsewhere = createKeyring(own.deps, own.options)
    const { idToken } = await own.signUp('sam@example.org')
    await expect(own.verifier.verify(idToken)).rejects.toMatchObject({ code: 'token-invalid' })
    later(own.deps, 6)
    const user = await own.db.selectFrom('identity.users').select('id').executeTakeFirstOrThrow()
    const fresh = await elsewhere.sign({
      ...genuine,
      sub: user.id,
      iat: at + 6,
      exp: at + 3606,
      aud: 'sitwell',
      iss: own.options.issuer,
    })
    await expect(own.verifier.verify(fresh)).resolves.toMatchObject({ uid: user.id })
  })
})
