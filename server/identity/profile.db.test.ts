import { describe, expect, test } from 'vitest'
import { auditTrail } from '#server/identity/admin-commands.ts'
import { createUser, hashPassword, purgeExpired } from '#server/identity/commands.ts'
import { removeUser } from '#server/identity/deletion/commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { errorOf, later, password, testIdentity } from '#test/identity.ts'

const email = 'olga@example.org'
const newPassword = 'quite another password'

describe('updating a profile', () => {
  test('sets, keeps and clears name and photo without issuing tokens; refuses a javascript: photo URL', async () => {
    const { account, signUp } = await testIdentity()
    const { idToken } = await signUp(email)
    const photoUrl = 'https://example.org/olga.webp'
    const set = await account('update', { idToken, displayName: 'Olga', photoUrl, returnSecureToken: true })
    expect(set.body).toMatchObject({
      kind: 'identitytoolkit#SetAccountInfoResponse',
      email,
      displayName: 'Olga',
      photoUrl,
    })
    expect(set.body).not.toHaveProperty('idToken')
    expect((await account('update', { idToken, displayName: null })).body).toMatchObject({
      displayName: 'Olga',
      photoUrl,
    })
    const nameless = await account('update', { idToken, displayName: '' })
    expect(nameless.body).toMatchObject({ photoUrl })
    expect(nameless.body).not.toHaveProperty('displayName')
    const cleared = await account('update', { idToken, deleteAttribute: ['PHOTO_URL'] })
    expect([cleared.status, cleared.body]).toEqual([200, expect.not.objectContaining({ photoUrl })])
    expect(errorOf(await account('update', { idToken, photoUrl: 'javascript:alert(1)' }))).toBe(
      'The photo must be an http address.',
    )
  })

  test('issues new tokens for a new password, revokes all earlier sessions and sends a mail', async () => {
    const { account, signUp, refresh, db } = await testIdentity()
    const here = await signUp(email)
    const elsewhere = await account('signInWithPassword', { email, password })
    const { body } = await account('update', {
      idToken: here.idToken,
      password: newPassword,
      returnSecureToken: true,
    })
    expect(body).toMatchObject({
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: '3600',
      passwordHash: 'UkVEQUNURUQ=',
    })
    expect(errorOf(await refresh(here.refreshToken))).toBe('TOKEN_EXPIRED')
    expect(errorOf(await refresh(elsewhere.body['refreshToken']))).toBe('TOKEN_EXPIRED')
    expect(errorOf(await account('lookup', { idToken: elsewhere.body['idToken'] }))).toBe('TOKEN_EXPIRED')
    expect((await account('lookup', { idToken: body['idToken'] })).status).toBe(200)
    expect((await refresh(body['refreshToken'])).status).toBe(200)
    expect((await account('signInWithPassword', { email, password: newPassword })).status).toBe(200)
    expect(await db.selectFrom('mail').select('kind').execute()).toEqual([
      { kind: 'identity.password-changed' },
    ])
  })

  test.each([
    ['a new password', { password: newPassword }],
    ['removing the password', { deleteProvider: ['password'] }],
    ['ending the sessions elsewhere', { validSince: '0' }],
  ])('%s requires a sign-in within the last five minutes', async (_, change) => {
    const { account, signUp, deps } = await testIdentity()
    const { idToken } = await signUp(email)
    later(deps, 301)
    expect(errorOf(await account('update', { idToken, ...change }))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    const again = await account('signInWithPassword', { email, password })
    expect((await account('update', { idToken: again.body['idToken'], ...change })).status).toBe(200)
  })

  test('changes the address at once, unverified, and notifies the old one without enumeration protection', async () => {
    const { account, signUp, db } = await testIdentity({ enumerationProtection: false })
    const { idToken } = await signUp(email)
    await signUp('sam@example.org')
    expect(errorOf(await account('update', { idToken, email: 'sam@example.org' }))).toBe('EMAIL_EXISTS')
    const { body } = await account('update', { idToken, email: 'new@example.org' })
    expect(body).toMatchObject({
      email: 'new@example.org',
      emailVerified: false,
      idToken: expect.any(String),
    })
    expect(await db.selectFrom('mail').select(['kind', 'recipient']).execute()).toEqual([
      { kind: 'identity.recover-email', recipient: email },
    ])
  })
})

describe('account deletion by the user', () => {
  test('deletes user, sessions, refresh tokens and codes, and enqueues a job to erase the account', async () => {
    const { account, signUp, refresh, deps, db } = await testIdentity()
    const { idToken, refreshToken, localId } = await signUp(email)
    await account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
    deps.jobs.length = 0
    expect((await account('delete', { idToken })).body).toEqual({
      kind: 'identitytoolkit#DeleteAccountResponse',
    })
    expect(deps.jobs).toEqual([{ name: 'accounts.forget-user', payload: { uid: localId } }])
    for (const table of [
      'identity.users',
      'identity.sessions',
      'identity.refresh_tokens',
      'identity.oob_codes',
    ] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(errorOf(await account('lookup', { idToken }))).toBe('USER_NOT_FOUND')
    expect(errorOf(await account('delete', { idToken }))).toBe('USER_NOT_FOUND')
    expect(errorOf(await refresh(refreshToken))).toBe('TOKEN_EXPIRED')
  })

  test('requires a sign-in within the last five minutes', async () => {
    const { account, signUp, deps, db } = await testIdentity()
    const { idToken } = await signUp(email)
    later(deps, 301)
    expect(errorOf(await account('delete', { idToken }))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    expect(await db.selectFrom('identity.users').select('id').execute()).toHaveLength(1)
  })

  test('is rolled back if the job to erase the account cannot be enqueued', async () => {
    const identity = await testIdentity()
    const { localId } = await identity.signUp(email)
    const deaf = { ...identity.deps, enqueue: () => Promise.reject(new Error('no queue')) }
    await expect(
      inTransaction(deaf.db, (tx) => removeUser({ ...deaf, db: tx }, localId, null)),
    ).rejects.toThrow('no queue')
    expect(await identity.db.selectFrom('identity.users').select('id').execute()).toHaveLength(1)
  })
})

test('Security events are recorded in the audit trail without passwords or e-mail addresses', async () => {
  const { account, signUp, deps } = await testIdentity()
  const { localId, idToken } = await signUp(email)
  await account('signInWithPassword', { email, password: 'not the right one' })
  await account('update', { idToken, password: newPassword })
  const trail = await auditTrail(deps, { uid: localId, limit: 100 })
  expect(trail.map(({ kind }) => kind).sort()).toEqual(['credentials-changed', 'sign-in-failed', 'signed-up'])
  expect(JSON.stringify(trail)).not.toMatch(/olga|password"?:"|right one/)
})

test('Users created with a password hash, as for demo data, get distinct ids and can sign in', async () => {
  const { account, deps } = await testIdentity()
  const passwordHash = await hashPassword(password)
  const people = Array.from({ length: 12 }, (_, number) => ({
    email: `sitter${number}@example.org`,
    passwordHash,
    name: `Sitter ${number}`,
  }))
  const uids = await Promise.all(people.map((person) => createUser(deps, person)))
  expect(new Set(uids).size).toBe(12)
  const answer = await account('signInWithPassword', { email: 'sitter7@example.org', password })
  expect(answer.body).toMatchObject({ localId: uids[7], displayName: 'Sitter 7' })
})

test('The purge deletes sessions, tokens and codes by day 61, audit events by day 461 and never users', async () => {
  const { account, signUp, refresh, deps, db } = await testIdentity()
  const { refreshToken, idToken } = await signUp(email)
  await account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await refresh(refreshToken)
  const counts = async () =>
    Promise.all(
      (
        [
          'identity.sessions',
          'identity.refresh_tokens',
          'identity.oob_codes',
          'identity.audit_events',
          'identity.users',
        ] as const
      ).map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
    )
  await purgeExpired(deps)
  expect(await counts()).toEqual([1, 2, 1, 1, 1])
  later(deps, 61 * 86_400)
  await purgeExpired(deps)
  expect(await counts()).toEqual([0, 0, 0, 1, 1])
  later(deps, 400 * 86_400)
  await purgeExpired(deps)
  expect(await counts()).toEqual([0, 0, 0, 0, 1])
})
