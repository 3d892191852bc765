import { deleteApp, FirebaseError } from 'firebase/app'
import {
  type AuthCredential,
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  getAdditionalUserInfo,
  inMemoryPersistence,
  linkWithCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
  unlink,
} from 'firebase/auth'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { IdentityOptions } from '#server/identity/options.ts'
import { apiKey, later, password, testIdentity } from '#test/identity.ts'
import { olga, type PeerPerson, startOidcPeer } from '#test/oidc-peer.ts'
import { createAuth } from '#web/identity/create-auth.ts'

const email = 'olga@example.org'
const handler = 'http://localhost:3000/__/auth/handler'
const provider = new OAuthProvider('oidc.acme')
let apps = 0

/** The published client library, and a helper that gets credentials from the provider as an app would. */
async function client(chosen: Partial<IdentityOptions> = {}) {
  const peer = await startOidcPeer({ redirectUris: [handler], claimsInIdToken: true })
  onTestFinished(peer.stop)
  const identity = await testIdentity({ providers: [peer.provider], ...chosen })
  const address = new URL(await identity.app.listen({ host: '127.0.0.1', port: 0 }))
  identity.deps.clock.set(new Date(performance.timeOrigin + performance.now()))
  const auth = createAuth(
    { mode: 'embedded', apiKey, projectId: 'sitwell', providers: [] },
    address,
    [inMemoryPersistence],
    `federated${apps++}`,
  )
  onTestFinished(() => deleteApp(auth.app))
  const credentialOf = async (person: PeerPerson): Promise<AuthCredential> => {
    peer.switches.person = person
    const rawNonce = crypto.randomUUID()
    const { body } = await identity.account('createAuthUri', {
      providerId: 'oidc.acme',
      continueUri: handler,
    })
    const url = new URL(String(body['authUri']))
    url.searchParams.set('nonce', rawNonce)
    url.searchParams.set('code_challenge', await challengeOf('v'.repeat(43)))
    const back = await peer.follow(url.href)
    const tokens = await fetch(`${peer.issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`sitwell:${encodeURIComponent(peer.provider.clientSecret)}`)}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        redirect_uri: handler,
        code_verifier: 'v'.repeat(43),
      }),
    })
    const { id_token: idToken } = z.object({ id_token: z.string() }).parse(await tokens.json())
    return provider.credential({ idToken, rawNonce })
  }
  return { ...identity, auth, credentialOf }
}

const challengeOf = async (verifier: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url')

const failureOf = (promise: Promise<unknown>): Promise<FirebaseError> =>
  promise.then(
    () => Promise.reject(new Error('It should have failed')),
    (error: unknown) => {
      if (error instanceof FirebaseError) return error
      throw error
    },
  )

test('A provider credential signs in a new user first, and the same user the second time', async () => {
  const { auth, credentialOf } = await client()
  const first = await signInWithCredential(auth, await credentialOf(olga))
  expect([first.user.email, first.user.emailVerified, first.user.displayName]).toEqual([
    email,
    true,
    'Olga Owner',
  ])
  expect(getAdditionalUserInfo(first)).toMatchObject({
    isNewUser: true,
    providerId: 'oidc.acme',
    profile: { sub: olga.sub, email },
  })
  expect(first.user.providerData.map(({ providerId, uid }) => [providerId, uid])).toEqual([
    ['oidc.acme', olga.sub],
  ])
  expect((await first.user.getIdTokenResult()).signInProvider).toBe('oidc.acme')
  const again = await signInWithCredential(auth, await credentialOf(olga))
  expect([again.user.uid, getAdditionalUserInfo(again)?.isNewUser]).toEqual([first.user.uid, false])
})

test('An address in use requires a password sign-in, after which the provider can be linked and unlinked', async () => {
  const { auth, credentialOf, deps } = await client()
  await createUserWithEmailAndPassword(auth, email, password)
  const error = await failureOf(
    signInWithCredential(auth, await credentialOf({ ...olga, emailVerified: false })),
  )
  expect(error.code).toBe('auth/account-exists-with-different-credential')
  const pending = OAuthProvider.credentialFromError(error)!

  const { user } = await signInWithEmailAndPassword(auth, email, password)
  await linkWithCredential(user, pending)
  expect(user.providerData.map(({ providerId }) => providerId).sort()).toEqual(['oidc.acme', 'password'])
  await unlink(user, 'oidc.acme')
  expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password'])
  later(deps, 2)
  expect(await user.getIdToken(true)).toBeTruthy()
  await user.reload()
  expect(auth.currentUser).toBe(user)
})

test('Reauthenticating as another person fails with user-mismatch and keeps the user signed in', async () => {
  const { auth, credentialOf } = await client()
  const { user } = await signInWithCredential(auth, await credentialOf(olga))
  await reauthenticateWithCredential(user, await credentialOf(olga))
  const stranger = { sub: 'eve', name: 'Eve', email: 'eve@example.org', emailVerified: true }
  const error = await failureOf(reauthenticateWithCredential(user, await credentialOf(stranger)))
  expect(error.code).toBe('auth/user-mismatch')
  expect(auth.currentUser).toBe(user)
  await user.reload()
})

test('A provider identity that is linked to one user cannot be linked to another', async () => {
  const { auth, credentialOf } = await client()
  await signInWithCredential(auth, await credentialOf(olga))
  const { user } = await createUserWithEmailAndPassword(auth, 'sam@example.org', password)
  const error = await failureOf(linkWithCredential(user, await credentialOf(olga)))
  expect(error.code).toBe('auth/credential-already-in-use')
})

test('An anonymous user who links a provider keeps the uid and gets the provider’s address', async () => {
  const { auth, credentialOf } = await client({ anonymous: true })
  const { user } = await signInAnonymously(auth)
  expect([user.isAnonymous, user.email]).toEqual([true, null])
  await linkWithCredential(user, await credentialOf(olga))
  expect([user.isAnonymous, user.email, auth.currentUser?.uid]).toEqual([false, email, user.uid])
})

test('Without enumeration protection, the client can fetch the sign-in methods of an address', async () => {
  const { auth, credentialOf } = await client({ enumerationProtection: false })
  await signInWithCredential(auth, await credentialOf(olga))
  expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['oidc.acme'])
})
