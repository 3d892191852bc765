import { UnsecuredJWT } from 'jose'
import { expect } from 'vitest'
import {
  asOwner,
  call,
  email,
  gina,
  idp,
  password,
  claimsOf,
  lookup,
  methods,
  throughLink,
  allowRepeatedAddresses,
} from '#test/conformance/calls.ts'
import { also, runCases, withPerson, another } from '#test/conformance/cases.ts'
import { z } from 'zod'

const RawUserInfo = z.record(z.string(), z.unknown())

const ada = {
  sub: 'g-2',
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  picture: 'http://localhost/ada.png',
}

runCases([
  [
    'signInWithIdp',
    'an object',
    () => idp(gina),
    { email: 'gina@example.com', isNewUser: true, providerId: 'google.com', emailVerified: true },
  ],
  [
    'signInWithIdp',
    'an unsigned token',
    () => idp(new UnsecuredJWT(gina).encode()),
    { email: 'gina@example.com', oauthIdToken: expect.any(String) },
  ],
  [
    'signInWithIdp',
    'an access token that is an object',
    () =>
      call('signInWithIdp', {
        requestUri: 'http://localhost',
        postBody: `providerId=github.com&access_token=${JSON.stringify(gina)}`,
      }),
    { providerId: 'github.com', displayName: 'Gina' },
  ],
  [
    'signInWithIdp',
    'an answer in the query of the address',
    () =>
      idp(
        {},
        {
          requestUri: `http://localhost/?providerId=google.com&id_token=${encodeURIComponent(JSON.stringify(gina))}`,
          sessionId: 'x',
        },
      ),
    { email: 'gina@example.com' },
  ],
  ['signInWithIdp', 'nonsense', () => idp('nonsense'), 'INVALID_IDP_RESPONSE'],
  ['signInWithIdp', 'nobody', () => idp({ email: 'gina@example.com' }), 'INVALID_IDP_RESPONSE'],
  [
    'signInWithIdp',
    'no provider',
    () => call('signInWithIdp', { requestUri: 'http://localhost', postBody: 'id_token={}' }),
    'INVALID_CREDENTIAL_OR_PROVIDER_ID',
  ],
  [
    'signInWithIdp',
    'no address of the request',
    () => call('signInWithIdp', { postBody: 'providerId=google.com&id_token={}' }),
    'MISSING_REQUEST_URI',
  ],
  [
    'signInWithIdp',
    'a stranger who may not be made',
    () => idp(gina, { autoCreate: false }),
    'EMAIL_NOT_FOUND',
  ],
  [
    'signInWithIdp',
    'an unverified address that somebody has',
    withPerson(() => idp({ ...gina, email, email_verified: false })),
    { needConfirmation: true, verifiedProvider: ['password'] },
  ],
  [
    'signInWithIdp',
    'an unsigned token, in Google’s words',
    async () => {
      const idToken = new UnsecuredJWT({ ...gina, name: undefined, iss: 'accounts.google.com' }).encode()
      const answer = await idp(idToken)
      also(
        answer.body,
        expect.objectContaining({
          oauthIdToken: idToken,
          federatedId: 'https://accounts.google.com/g-1',
          refreshToken: expect.any(String),
        }),
      )
      return { ...answer, body: RawUserInfo.parse(JSON.parse(String(answer.body['rawUserInfo']))) }
    },
    {
      id: 'g-1',
      email: gina.email,
      verified_email: true,
      locale: 'en',
      granted_scopes:
        'openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email',
    },
    ['name', 'picture'],
  ],
  [
    'signInWithIdp',
    'a person without a name',
    () => idp({ ...gina, name: undefined }),
    { isNewUser: true },
    ['displayName', 'photoUrl'],
  ],
  [
    'signInWithIdp',
    'a person, as the token has them',
    () => claimsOf(idp(gina)),
    {
      alg: 'none',
      firebase: {
        sign_in_provider: 'google.com',
        identities: { 'google.com': ['g-1'], email: [gina.email] },
      },
    },
    ['provider_id'],
  ],
  [
    'signInWithIdp',
    'all names and no address',
    async () => {
      const answer = await idp(ada)
      also(
        JSON.parse(String(answer.body['rawUserInfo'])),
        expect.objectContaining({
          id: 'g-2',
          name: 'Ada Lovelace',
          given_name: 'Ada',
          family_name: 'Lovelace',
          picture: ada.picture,
          granted_scopes: 'openid https://www.googleapis.com/auth/userinfo.profile',
        }),
      )
      return answer
    },
    {
      displayName: 'Ada Lovelace',
      fullName: 'Ada Lovelace',
      firstName: 'Ada',
      lastName: 'Lovelace',
      photoUrl: ada.picture,
    },
    ['email'],
  ],
  [
    'signInWithIdp',
    'the answer in the address alone',
    () =>
      call('signInWithIdp', {
        requestUri: `http://localhost?providerId=google.com&id_token=${encodeURIComponent(JSON.stringify(gina))}`,
        returnIdpCredential: true,
      }),
    { providerId: 'google.com' },
  ],
  [
    'signInWithIdp',
    'a profile, which the person gets',
    async () => lookup((await idp({ ...ada, screen_name: 'countess' })).body['idToken']),
    { displayName: 'Ada Lovelace', photoUrl: ada.picture, screenName: 'countess' },
  ],
  [
    'signInWithIdp',
    'somebody known, somebody else, and the same id elsewhere',
    async () => {
      const ids = []
      for (const [claims, provider] of [
        [{ sub: '1' }, 'google.com'],
        [{ sub: '1' }, 'google.com'],
        [{ sub: '2' }, 'google.com'],
        [{ sub: '1' }, 'apple.com'],
      ] as const)
        ids.push((await idp(claims, {}, provider)).body['localId'])
      also([ids[0] === ids[1], new Set(ids).size], [true, 3])
      return idp({ sub: '1' })
    },
    { localId: expect.any(String) },
    ['isNewUser'],
  ],
  [
    'signInWithIdp',
    'a disabled person',
    async () => {
      const { localId, idToken } = (await idp(gina)).body
      await asOwner('update', { localId, disableUser: true })
      return idp(gina, { idToken })
    },
    'USER_DISABLED',
  ],
  [
    'signInWithIdp',
    'another address of somebody known, who keeps their own',
    async () => {
      await idp(gina)
      const { idToken } = (await idp({ ...gina, email: another })).body
      also((await methods(another)).body['signinMethods'], ['google.com'])
      return lookup(idToken)
    },
    { email: gina.email },
  ],
  [
    'signInWithIdp',
    'a proved address that somebody has not proved, whose password and profile end',
    async () => {
      const { localId } = (await call('signUp', { email, password, displayName: 'Eve' })).body
      const answer = await idp({ ...gina, name: undefined, email, picture: ada.picture })
      also(answer.body['localId'], localId)
      also((await methods(email)).body['signinMethods'], ['google.com'])
      return lookup(answer.body['idToken'])
    },
    { emailVerified: true, photoUrl: ada.picture },
    ['displayName'],
  ],
  [
    'signInWithIdp',
    'a proved address that somebody has proved, whose profile alone ends',
    async () => {
      const { localId } = (await call('signUp', { email, password, displayName: 'Olga' })).body
      await throughLink(email)
      const answer = await idp({ ...gina, name: undefined, email, picture: ada.picture })
      also(answer.body['localId'], localId)
      also((await methods(email)).body['signinMethods'], ['password', 'emailLink', 'google.com'])
      return lookup(answer.body['idToken'])
    },
    { emailVerified: true, photoUrl: ada.picture },
    ['displayName'],
  ],
  [
    'signInWithIdp',
    'an unproved address that somebody has at another provider',
    async () => {
      const claims = { sub: 'f-1', email, email_verified: false, name: 'Olga' }
      const { localId, idToken } = (await idp(claims, {}, 'facebook.com')).body
      const answer = await idp({ ...gina, email, email_verified: false })
      also(answer.body['localId'], localId)
      also((await methods(email)).body['signinMethods'], ['facebook.com'])
      also(
        (await lookup(idToken)).body,
        expect.objectContaining({ displayName: 'Olga', emailVerified: false }),
      )
      return answer
    },
    { needConfirmation: true, verifiedProvider: ['facebook.com'] },
    ['idToken'],
  ],
  [
    'signInWithIdp',
    'an address of the request that is none',
    () => call('signInWithIdp', { requestUri: 'nothing', postBody: 'id_token={}' }),
    'INVALID_REQUEST_URI',
  ],
  [
    'signInWithIdp',
    'no provider, in words',
    async () => {
      const answer = await call('signInWithIdp', { requestUri: 'http://localhost', postBody: 'id_token={}' })
      also(
        answer.body['error'],
        expect.objectContaining({
          message: expect.stringContaining('ID : Invalid IdP response/credential:'),
        }),
      )
      return answer
    },
    'INVALID_CREDENTIAL_OR_PROVIDER_ID',
  ],
  ['signInWithIdp', 'a number for who comes', () => idp({ sub: 12_345 }), 'INVALID_IDP_RESPONSE'],
  [
    'signInWithIdp',
    'an access token, which is made up where there is none',
    () => idp(gina),
    { oauthAccessToken: expect.any(String), oauthIdToken: expect.any(String) },
  ],
  [
    'signInWithIdp',
    'an address that may repeat, which nobody gets',
    withPerson(async ({ localId }) => {
      await allowRepeatedAddresses()
      const [google, facebook] = [
        await idp({ ...gina, email }),
        await idp({ ...gina, email }, {}, 'facebook.com'),
      ]
      also(new Set([localId, google.body['localId'], facebook.body['localId']]).size, 3)
      return lookup(google.body['idToken'])
    }),
    { providerUserInfo: [expect.objectContaining({ providerId: 'google.com', email })] },
    ['email'],
  ],
])
