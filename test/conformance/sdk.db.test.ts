import { deleteApp, type FirebaseError, initializeApp } from 'firebase/app'
import {
  applyActionCode,
  type Auth,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  getIdTokenResult,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  isSignInWithEmailLink,
  linkWithCredential,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conformanceApp } from '#test/conformance/app.ts'
import { createTestDb } from '#test/db.ts'
import { z } from 'zod'

const [email, password] = ['olga@example.com', 'password']
const settings = { url: 'http://localhost/back', handleCodeInApp: true }

let auth: Auth
let url: string
let close: () => Promise<void>

beforeAll(async () => {
  const created = await createTestDb()
  const app = await conformanceApp({
    db: created.db,
    origin: 'http://127.0.0.1:9099',
    projectId: 'example',
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  close = async () => {
    await app.close()
    await created.drop()
  }
})
afterAll(() => close())

beforeEach(async () => {
  await fetch(`${url}/emulator/v1/reset`, { method: 'POST' })
  const app = initializeApp(
    { apiKey: 'any key', projectId: 'example', authDomain: 'localhost' },
    `app ${Math.random()}`,
  )
  auth = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, url, { disableWarnings: true })
  return () => deleteApp(app)
})

const Sent = z.object({
  oobCodes: z.array(
    z.object({
      email: z.string(),
      newEmail: z.string().optional(),
      requestType: z.string(),
      oobCode: z.string(),
      oobLink: z.string(),
    }),
  ),
})
const sentCodes = async () => {
  const answer = await fetch(`${url}/emulator/v1/projects/example/oobCodes`)
  return Sent.parse(await answer.json()).oobCodes
}
const newestCode = async () => (await sentCodes()).at(-1)!
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: FirebaseError) => error.code,
  )
const arrive = async () => (await createUserWithEmailAndPassword(auth, email, password)).user
const google = (claims: Record<string, unknown> = {}) =>
  GoogleAuthProvider.credential(
    JSON.stringify({ sub: 'g-1', email: 'gina@example.com', email_verified: true, name: 'Gina', ...claims }),
  )

describe('e-mail and password', () => {
  test('a user can sign up, sign out and sign in again', async () => {
    const user = await arrive()
    expect([user.email, user.emailVerified, user.isAnonymous]).toEqual([email, false, false])
    expect(Date.parse(user.metadata.creationTime!)).toBeGreaterThan(0)
    await signOut(auth)
    const again = await signInWithEmailAndPassword(auth, email, password)
    expect(again.user.uid).toBe(user.uid)
    expect((await getIdTokenResult(again.user)).signInProvider).toBe('password')
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['password'])
  })

  test.each([
    ['a taken address', () => arrive().then(arrive), 'auth/email-already-in-use'],
    ['a short password', () => createUserWithEmailAndPassword(auth, email, '12345'), 'auth/weak-password'],
    ['no address', () => createUserWithEmailAndPassword(auth, '', password), 'auth/invalid-email'],
    ['an unknown address', () => signInWithEmailAndPassword(auth, email, password), 'auth/user-not-found'],
    [
      'a wrong password',
      () => arrive().then(() => signInWithEmailAndPassword(auth, email, 'wrong one')),
      'auth/wrong-password',
    ],
    [
      'an address that is none',
      () => signInWithEmailAndPassword(auth, 'olga', password),
      'auth/invalid-email',
    ],
  ])('%s returns its error code', async (_, work, code) => {
    expect(await codeOf(work())).toBe(code)
  })

  test('e-mail enumeration protection can be enabled', async () => {
    await arrive()
    const stranger = 'nobody@example.com'
    const answersFor = async (address: string) => [
      await codeOf(signInWithEmailAndPassword(auth, address, 'wrong one')),
      await codeOf(sendPasswordResetEmail(auth, address)),
      await fetchSignInMethodsForEmail(auth, address),
    ]
    expect(await answersFor(email)).toEqual(['auth/wrong-password', 'no error', ['password']])
    expect(await answersFor(stranger)).toEqual(['auth/user-not-found', 'auth/user-not-found', []])

    await fetch(`${url}/emulator/v1/projects/example/config`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
    })
    for (const address of [email, stranger])
      expect(await answersFor(address)).toEqual(['auth/invalid-credential', 'no error', []])
    expect((await sentCodes()).map(({ email: to }) => to)).not.toContain(stranger)
  })

  test('a forced token refresh returns a JWT', async () => {
    const user = await arrive()
    const [token, refreshToken] = [await user.getIdToken(), user.refreshToken]
    expect(await user.getIdToken()).toBe(token)
    expect(user.refreshToken).toBe(refreshToken)
    const forced = await user.getIdToken(true)
    expect(user.refreshToken).not.toBe(refreshToken)
    expect(forced.split('.')).toHaveLength(3)
    expect(decodeProtectedHeader(forced)).toEqual({ alg: 'none' })
    expect(decodeJwt(forced)).toMatchObject({ sub: user.uid, aud: 'example', email })
  })
})

describe('codes', () => {
  test('a password can be reset once with its code', async () => {
    await arrive()
    await sendPasswordResetEmail(auth, email)
    const { oobCode, requestType, email: to } = await newestCode()
    expect([requestType, to]).toEqual(['PASSWORD_RESET', email])
    expect((await checkActionCode(auth, oobCode)).operation).toBe('PASSWORD_RESET')
    await confirmPasswordReset(auth, oobCode, 'another one')
    expect(await codeOf(confirmPasswordReset(auth, oobCode, 'a third'))).toBe('auth/invalid-action-code')
    expect((await signInWithEmailAndPassword(auth, email, 'another one')).user.emailVerified).toBe(true)
  })

  test('an address is verified with its code', async () => {
    const user = await arrive()
    expect(user.emailVerified).toBe(false)
    await sendEmailVerification(user)
    await applyActionCode(auth, (await newestCode()).oobCode)
    await reload(user)
    expect(user.emailVerified).toBe(true)
  })

  test('an address is changed with a code', async () => {
    const user = await arrive()
    await verifyBeforeUpdateEmail(user, 'new@example.com')
    const change = await newestCode()
    expect(change).toMatchObject({ requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'new@example.com' })
    await applyActionCode(auth, change.oobCode)
    expect((await signInWithEmailAndPassword(auth, 'new@example.com', password)).user.uid).toBe(user.uid)
  })

  test('an address that was changed without a code can be recovered with one', async () => {
    const user = await arrive()
    await updateEmail(user, 'new@example.com')
    const recover = await newestCode()
    expect(recover.requestType).toBe('RECOVER_EMAIL')
    await applyActionCode(auth, recover.oobCode)
    expect((await signInWithEmailAndPassword(auth, email, password)).user.uid).toBe(user.uid)
  })

  test('an e-mail link signs in once and becomes the sign-in method of the address', async () => {
    await sendSignInLinkToEmail(auth, email, settings)
    const { oobLink, requestType } = await newestCode()
    expect([requestType, isSignInWithEmailLink(auth, oobLink)]).toEqual(['EMAIL_SIGNIN', true])
    const { user } = await signInWithEmailLink(auth, email, oobLink)
    expect([user.email, user.emailVerified]).toEqual([email, true])
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['emailLink'])
    expect(await codeOf(signInWithEmailLink(auth, email, oobLink))).toBe('auth/invalid-action-code')
  })
})

describe('without an address', () => {
  test('an anonymous user can be upgraded to one with a password', async () => {
    const { user } = await signInAnonymously(auth)
    expect([user.isAnonymous, user.email]).toEqual([true, null])
    expect((await getIdTokenResult(user)).signInProvider).toBe('anonymous')
    const linked = await linkWithCredential(user, EmailAuthProvider.credential(email, password))
    expect([linked.user.uid, linked.user.isAnonymous, linked.user.email]).toEqual([user.uid, false, email])
    expect((await signInWithEmailAndPassword(auth, email, password)).user.uid).toBe(user.uid)
  })

  test('a custom token signs in with its claims', async () => {
    const token = JSON.stringify({ uid: 'custom-1', claims: { team: 'blue' } })
    const { user } = await signInWithCustomToken(auth, token)
    expect(user.uid).toBe('custom-1')
    expect(await getIdTokenResult(user)).toMatchObject({ signInProvider: 'custom', claims: { team: 'blue' } })
    expect(await codeOf(signInWithCustomToken(auth, 'nonsense'))).toBe('auth/invalid-custom-token')
  })
})

describe('federated', () => {
  test('a credential signs up the first time and signs in after that', async () => {
    const { user } = await signInWithCredential(auth, google())
    expect([user.email, user.displayName, user.emailVerified]).toEqual(['gina@example.com', 'Gina', true])
    expect(user.providerData.map(({ providerId, uid }) => [providerId, uid])).toEqual([['google.com', 'g-1']])
    await signOut(auth)
    expect((await signInWithCredential(auth, google())).user.uid).toBe(user.uid)
    expect(await codeOf(signInWithCredential(auth, GoogleAuthProvider.credential('nonsense')))).toBe(
      'auth/invalid-credential',
    )
  })

  test('a provider with an unverified address cannot sign in to an existing account with that address', async () => {
    await arrive()
    expect(await codeOf(signInWithCredential(auth, google({ email, email_verified: false })))).toBe(
      'auth/account-exists-with-different-credential',
    )
  })

  test('a provider can be linked once and unlinked', async () => {
    const user = await arrive()
    await linkWithCredential(user, google({ email }))
    expect(user.providerData.map(({ providerId }) => providerId).sort()).toEqual(['google.com', 'password'])
    expect(await codeOf(linkWithCredential(user, google({ email })))).toBe('auth/provider-already-linked')
    await unlink(user, 'google.com')
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password'])
  })

  test('a credential of another user cannot be linked', async () => {
    await signInWithCredential(auth, google())
    const user = await arrive()
    expect(await codeOf(linkWithCredential(user, google()))).toBe('auth/credential-already-in-use')
  })

  test('reauthentication with an unknown credential fails instead of creating a user', async () => {
    const user = await arrive()
    expect(await codeOf(reauthenticateWithCredential(user, google()))).toBe('auth/user-mismatch')
    expect(auth.currentUser?.uid).toBe(user.uid)
    const proved = await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password))
    expect(proved.user.uid).toBe(user.uid)
  })
})

describe('changes', () => {
  test('of name, photo, address and password are saved', async () => {
    const user = await arrive()
    await updateProfile(user, { displayName: 'Olga', photoURL: 'http://localhost/olga.png' })
    await updateEmail(user, 'new@example.com')
    await updatePassword(user, 'another one')
    await signOut(auth)
    const again = (await signInWithEmailAndPassword(auth, 'new@example.com', 'another one')).user
    expect([again.displayName, again.photoURL, again.emailVerified]).toEqual([
      'Olga',
      'http://localhost/olga.png',
      false,
    ])
  })

  test('a deleted user is signed out and cannot sign in again', async () => {
    await deleteUser(await arrive())
    expect(auth.currentUser).toBeNull()
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('auth/user-not-found')
  })

  test('a disabled user is signed out at the next token refresh', async () => {
    const user = await arrive()
    await fetch(`${url}/identitytoolkit.googleapis.com/v1/projects/example/accounts:update`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify({ localId: user.uid, disableUser: true }),
    })
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-disabled')
    expect(auth.currentUser).toBeNull()
  })
})
