import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { deleteApp, FirebaseError } from 'firebase/app'
import {
  applyActionCode,
  type Auth,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  inMemoryPersistence,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { disableUser, endSessionsOf } from '#server/identity/admin-commands.ts'
import { apiKey, later, password, testIdentity } from '#test/identity.ts'
import { createAuth } from '#web/identity/create-auth.ts'
import { z } from 'zod'

/** URLs of all requests, recorded below `fetch` because the library binds `fetch` when it is first loaded. */
const requestedUrls: string[] = []
const RequestEvent = z.object({
  request: z.object({ origin: z.union([z.string(), z.instanceof(URL)]), path: z.string() }),
})
const recordRequest = (message: unknown) => {
  const { request } = RequestEvent.parse(message)
  requestedUrls.push(new URL(request.path, request.origin).href)
}
subscribe('undici:request:create', recordRequest)
afterAll(() => void unsubscribe('undici:request:create', recordRequest))

const email = 'olga@example.org'
const newPassword = 'quite another password'
let apps = 0

/** The published client library against a listening server; the URLs that it requests are recorded. */
async function client(chosen: Parameters<typeof testIdentity>[0] = {}) {
  const identity = await testIdentity(chosen)
  const address = new URL(await identity.app.listen({ host: '127.0.0.1', port: 0 }))
  requestedUrls.length = 0
  // The library uses the machine's clock to decide when a token expires, so the service must use the same time.
  identity.deps.clock.set(new Date(performance.timeOrigin + performance.now()))
  const open = (): Auth => {
    const auth = createAuth(
      { mode: 'embedded', apiKey, projectId: 'sitwell', providers: [] },
      address,
      [inMemoryPersistence],
      `app${apps++}`,
    )
    onTestFinished(() => deleteApp(auth.app))
    return auth
  }
  const codeOf = async (kind: string) => {
    const mail = await identity.db
      .selectFrom('mail')
      .select('text_body')
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const link = /http:\S+\/auth\/action\S+/.exec(mail.text_body)![0]
    return { link, code: new URL(link).searchParams.get('oobCode')! }
  }
  return { ...identity, auth: open(), open, codeOf, origin: address.origin }
}

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof FirebaseError ? error.code : undefined
}

test('Sign-up, reload, token refresh, password change and deletion send requests only to the site', async () => {
  const { auth, origin, deps, account } = await client()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  expect([user.email, user.emailVerified, auth.currentUser]).toEqual([email, false, user])
  await updateProfile(user, { displayName: 'Olga' })
  await user.reload()
  expect(user.displayName).toBe('Olga')
  expect(user.providerData).toEqual([expect.objectContaining({ providerId: 'password', email })])

  const before = await user.getIdTokenResult()
  later(deps, 2)
  const after = await user.getIdTokenResult(true)
  expect(after.token).not.toBe(before.token)
  expect(after.claims).toMatchObject({ name: 'Olga', sub: user.uid, auth_time: before.claims.auth_time })
  expect(after.signInProvider).toBe('password')
  await Promise.all(Array.from({ length: 5 }, () => user.getIdToken(true)))

  await updatePassword(user, newPassword)
  expect((await user.getIdTokenResult()).claims.sub).toBe(user.uid)
  await user.reload()
  await deleteUser(user)
  expect(auth.currentUser).toBeNull()
  expect(await failure(signInWithEmailAndPassword(auth, email, newPassword))).toBe('auth/invalid-credential')
  expect((await account('signInWithPassword', { email, password: newPassword })).status).toBe(400)
  expect(requestedUrls.length).toBeGreaterThan(8)
  for (const url of requestedUrls) expect(url.startsWith(`${origin}/identity/`)).toBe(true)
})

test('A forgotten password can be reset once with the code in a mail', async () => {
  const { auth, codeOf } = await client()
  await createUserWithEmailAndPassword(auth, email, password)
  await signOut(auth)
  await sendPasswordResetEmail(auth, email)
  await sendPasswordResetEmail(auth, 'nobody@example.org')
  const { code } = await codeOf('identity.reset-password')
  expect(await verifyPasswordResetCode(auth, code)).toBe(email)
  await confirmPasswordReset(auth, code, newPassword)
  expect(await failure(confirmPasswordReset(auth, code, newPassword))).toBe('auth/invalid-action-code')
  expect((await signInWithEmailAndPassword(auth, email, newPassword)).user.emailVerified).toBe(true)
})

test('An e-mail address can be verified, changed, and recovered after the change', async () => {
  const { auth, codeOf } = await client()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await sendEmailVerification(user)
  await applyActionCode(auth, (await codeOf('identity.verify-email')).code)
  await user.reload()
  expect(user.emailVerified).toBe(true)

  await verifyBeforeUpdateEmail(user, 'new@example.org')
  const { code } = await codeOf('identity.change-email')
  expect((await checkActionCode(auth, code)).data).toMatchObject({
    email: 'new@example.org',
    previousEmail: email,
  })
  await applyActionCode(auth, code)
  expect(await failure(user.reload())).toBe('auth/user-token-expired')
  expect(auth.currentUser).toBeNull()

  const recover = (await codeOf('identity.recover-email')).code
  expect((await checkActionCode(auth, recover)).data).toMatchObject({
    email,
    previousEmail: 'new@example.org',
  })
  await applyActionCode(auth, recover)
  expect(await failure(signInWithEmailAndPassword(auth, email, password))).toBe('auth/invalid-credential')
  await sendPasswordResetEmail(auth, email)
  await confirmPasswordReset(auth, (await codeOf('identity.reset-password')).code, newPassword)
  expect((await signInWithEmailAndPassword(auth, email, newPassword)).user.email).toBe(email)
})

test('A sign-in link in a mail signs in and verifies the address', async () => {
  const { auth, codeOf } = await client()
  await sendSignInLinkToEmail(auth, email, { url: 'http://localhost:3000/account', handleCodeInApp: true })
  const { link } = await codeOf('identity.sign-in-link')
  const { user } = await signInWithEmailLink(auth, email, link)
  expect([user.email, user.emailVerified]).toEqual([email, true])
})

test('A password reset, an operator or disabling the account ends existing sessions', async () => {
  const { auth, open, deps, codeOf } = await client()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  const other = open()
  const elsewhere = (await signInWithEmailAndPassword(other, email, password)).user
  await sendPasswordResetEmail(auth, email)
  await confirmPasswordReset(auth, (await codeOf('identity.reset-password')).code, newPassword)
  expect(await failure(elsewhere.getIdToken(true))).toBe('auth/user-token-expired')
  expect(other.currentUser).toBeNull()

  const again = (await signInWithEmailAndPassword(auth, email, newPassword)).user
  await endSessionsOf(deps, user.uid)
  expect(await failure(again.reload())).toBe('auth/user-token-expired')
  const third = (await signInWithEmailAndPassword(auth, email, newPassword)).user
  await disableUser(deps, user.uid)
  expect(await failure(third.reload())).toBe('auth/user-disabled')
  expect(auth.currentUser).toBeNull()
})

test('A password change that requires a recent sign-in works after reauthentication', async () => {
  const { auth, deps } = await client()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  later(deps, 400)
  expect(await failure(updatePassword(user, newPassword))).toBe('auth/requires-recent-login')
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password))
  await updatePassword(user, newPassword)
  expect(auth.currentUser).toBe(user)
})

test('Every refusal has the error code of the client library', async () => {
  const { auth } = await client()
  await createUserWithEmailAndPassword(auth, email, password)
  const attempts = {
    'auth/invalid-email': () => createUserWithEmailAndPassword(auth, 'olga', password),
    'auth/email-already-in-use': () => createUserWithEmailAndPassword(auth, email, password),
    'auth/weak-password': () => createUserWithEmailAndPassword(auth, 'a@example.org', 'short'),
    'auth/password-does-not-meet-requirements': () =>
      createUserWithEmailAndPassword(auth, 'a@example.org', 'password1'),
    'auth/invalid-credential': () => signInWithEmailAndPassword(auth, email, newPassword),
    'auth/admin-restricted-operation': () => signInAnonymously(auth),
    'auth/invalid-action-code': () => applyActionCode(auth, 'A'.repeat(43)),
    'auth/unauthorized-continue-uri': () =>
      sendPasswordResetEmail(auth, email, { url: 'https://evil.example.net/' }),
  }
  for (const [code, attempt] of Object.entries(attempts))
    expect([code, await failure(attempt())]).toEqual([code, code])
})

test('The password policy of the service is available to the client', async () => {
  const { auth } = await client()
  expect(await validatePassword(auth, 'short')).toMatchObject({
    isValid: false,
    meetsMinPasswordLength: false,
  })
  expect(await validatePassword(auth, password)).toMatchObject({
    isValid: true,
    passwordPolicy: { enforcementState: 'ENFORCE' },
  })
  expect(await fetchSignInMethodsForEmail(auth, email)).toEqual([])
})

test('A database outage while the page is open does not sign the user out', async () => {
  const { auth, db } = await client()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await db.destroy()
  expect(await failure(user.reload())).toBe('auth/network-request-failed')
  expect(await failure(user.getIdToken(true))).toBe('auth/network-request-failed')
  expect(auth.currentUser).toBe(user)
})

test('Too many sign-in attempts return auth/too-many-requests', async () => {
  const { auth, options } = await client()
  options.limits = { ...options.limits, signInPerNet: { points: 1, seconds: 900 } }
  await failure(signInWithEmailAndPassword(auth, email, password))
  expect(await failure(signInWithEmailAndPassword(auth, email, password))).toBe('auth/too-many-requests')
})
