import { deleteApp, type FirebaseError, initializeApp } from 'firebase/app'
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  FacebookAuthProvider,
  getAdditionalUserInfo,
  getIdTokenResult,
  GithubAuthProvider,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  linkWithCredential,
  reload,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  type User,
} from 'firebase/auth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { app, openEntry, reset } from '#test/conformance/calls.ts'

const [email, newEmail, password] = ['olga@example.com', 'new@example.com', 'password']

let auth: Auth
let close: () => Promise<void>
let url: string

beforeAll(async () => {
  close = await openEntry()
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => close())
beforeEach(async () => {
  await reset()
  const client = initializeApp({ apiKey: 'any', projectId: 'example' }, `client ${Math.random()}`)
  auth = initializeAuth(client, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, url, { disableWarnings: true })
  return () => deleteApp(client)
})

const claims = (sub: string, rest: object = {}) =>
  JSON.stringify({ sub, email, email_verified: true, ...rest })
const custom = async (token: object = { uid: 'custom-1' }) =>
  (await signInWithCustomToken(auth, JSON.stringify(token))).user
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: FirebaseError) => error.code,
  )
const providers = ({ providerData }: User) => providerData.map(({ providerId }) => providerId).toSorted()

test.each([
  ['an anonymous person', async () => (await signInAnonymously(auth)).user],
  ['who came by a custom token', () => custom()],
])('an account can add an address and a password and sign in with them: %s', async (_, arrive) => {
  const user = await arrive()
  await updateEmail(user, email)
  await updatePassword(user, password)
  await signOut(auth)
  expect((await signInWithEmailAndPassword(auth, email, password)).user.uid).toBe(user.uid)
})

test('a custom-token user can link a password unless the address is taken', async () => {
  await createUserWithEmailAndPassword(auth, newEmail, password)
  const user = await custom()
  expect(await codeOf(linkWithCredential(user, EmailAuthProvider.credential(newEmail, password)))).toBe(
    'auth/email-already-in-use',
  )
  await linkWithCredential(user, EmailAuthProvider.credential(email, password))
  expect((await signInWithEmailAndPassword(auth, email, password)).user.uid).toBe(user.uid)
})

test('a custom token takes over an anonymous user, and its claims survive a token refresh', async () => {
  const { user: anonymous } = await signInAnonymously(auth)
  const user = await custom({ uid: anonymous.uid, claims: { team: 'blue' } })
  expect([user.uid, user.isAnonymous]).toEqual([anonymous.uid, false])
  expect((await getIdTokenResult(user, true)).claims['team']).toBe('blue')
})

test('after deletion the same custom token creates a new user', async () => {
  const user = await custom()
  await updateProfile(user, { displayName: 'Olga' })
  await deleteUser(user)
  expect(await codeOf(reload(user))).toBe('auth/user-token-expired')
  expect((await custom()).displayName).toBeNull()
})

test('a name and a photo URL that is not a URL are kept after signing in again', async () => {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await updateProfile(user, { displayName: 'Olga', photoURL: 'photo' })
  expect([user.displayName, user.photoURL]).toEqual(['Olga', 'photo'])
  await signOut(auth)
  const again = (await signInWithEmailAndPassword(auth, email, password)).user
  expect([again.displayName, again.photoURL]).toEqual(['Olga', 'photo'])
})

test('a provider user who sets a password and then changes the address keeps both sign-in methods', async () => {
  const result = await signInWithCredential(auth, GoogleAuthProvider.credential(claims('g-1')))
  expect(getAdditionalUserInfo(result)).toMatchObject({ isNewUser: true, providerId: 'google.com' })
  await updatePassword(result.user, password)
  expect(providers(result.user)).toEqual(['google.com', 'password'])
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  await updateEmail(user, newEmail)
  await signOut(auth)
  const again = (await signInWithEmailAndPassword(auth, newEmail, password)).user
  expect([again.uid, providers(again)]).toEqual([user.uid, ['google.com', 'password']])
})

test('a changed address is not overwritten when signing in with the provider again', async () => {
  const credential = FacebookAuthProvider.credential(claims('f-1'))
  const { user } = await signInWithCredential(auth, credential)
  await updateEmail(user, newEmail)
  expect([user.email, user.emailVerified]).toEqual([newEmail, false])
  await signOut(auth)
  await updateProfile((await signInWithCredential(auth, credential)).user, { displayName: 'Olga' })
  expect([auth.currentUser!.email, auth.currentUser!.displayName]).toEqual([newEmail, 'Olga'])
})

test('a second provider can be linked and unlinked', async () => {
  const facebook = FacebookAuthProvider.credential(claims('f-1', { email_verified: false }))
  const { user } = await signInWithCredential(auth, facebook)
  await linkWithCredential(user, GoogleAuthProvider.credential(claims('g-1', { email: newEmail })))
  expect([user.email, user.emailVerified, providers(user)]).toEqual([
    email,
    false,
    ['facebook.com', 'google.com'],
  ])
  await unlink(user, 'google.com')
  expect([user.email, user.emailVerified, providers(user)]).toEqual([email, false, ['facebook.com']])
})

test('a provider replaces the password of an unverified address and is linked to a verified one', async () => {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  const google = await signInWithCredential(auth, GoogleAuthProvider.credential(claims('g-1')))
  expect([google.user.uid, google.user.emailVerified, providers(google.user)]).toEqual([
    user.uid,
    true,
    ['google.com'],
  ])
  expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('auth/wrong-password')
  const github = await signInWithCredential(auth, GithubAuthProvider.credential(claims('h-1')))
  expect([github.user.uid, providers(github.user)]).toEqual([user.uid, ['github.com', 'google.com']])
})
