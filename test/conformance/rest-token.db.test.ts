import { decodeJwt, UnsecuredJWT } from 'jose'
import { expect } from 'vitest'
import {
  type Body,
  asOwner,
  call,
  email,
  owner,
  signUp,
  token,
  claimsOf,
  throughLink,
  at,
  send,
} from '#test/conformance/calls.ts'
import { type Case, runCases, withPerson } from '#test/conformance/cases.ts'

const team = { team: 'blue', of: { size: 3 } }
const customToken = (claims: Body) =>
  new UnsecuredJWT(claims)
    .setAudience('https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit')
    .encode()
const cookie = (body: Body, headers: Record<string, string> = {}) =>
  send('POST', '/identitytoolkit.googleapis.com/v1/projects/example:createSessionCookie', body, {
    ...owner,
    ...headers,
  })

runCases([
  [
    'token',
    'a refresh token',
    withPerson(({ refreshToken }) => token({ grant_type: 'refresh_token', refresh_token: refreshToken })),
    { expires_in: '3600', token_type: 'Bearer', project_id: '12345' },
  ],
  ['token', 'no kind of grant', () => token({ refresh_token: 'x' }), 'MISSING_GRANT_TYPE'],
  ['token', 'another kind of grant', () => token({ grant_type: 'password' }), 'INVALID_GRANT_TYPE'],
  ['token', 'no token', () => token({ grant_type: 'refresh_token' }), 'MISSING_REFRESH_TOKEN'],
  [
    'token',
    'an unknown token',
    () => token({ grant_type: 'refresh_token', refresh_token: 'x' }),
    'INVALID_REFRESH_TOKEN',
  ],
  [
    'token',
    'a disabled person’s token',
    withPerson(async ({ localId, refreshToken }) => {
      await asOwner('update', { localId, disableUser: true })
      return token({ grant_type: 'refresh_token', refresh_token: refreshToken })
    }),
    'USER_DISABLED',
  ],
  [
    'signInWithCustomToken',
    'an object',
    () => call('signInWithCustomToken', { token: '{"uid":"u1"}' }),
    { isNewUser: true },
  ],
  [
    'signInWithCustomToken',
    'a token for another service',
    () => call('signInWithCustomToken', { token: new UnsecuredJWT({ uid: 'u1', aud: 'x' }).encode() }),
    'INVALID_CUSTOM_TOKEN',
  ],
  ['signInWithCustomToken', 'nothing', () => call('signInWithCustomToken', {}), 'MISSING_CUSTOM_TOKEN'],
  [
    'token',
    'names of both kinds',
    withPerson(({ refreshToken }) => token({ grantType: 'refresh_token', refresh_token: refreshToken })),
    { user_id: expect.any(String), refresh_token: expect.any(String) },
  ],
  [
    'token',
    'the moment of the sign-in, not of the refresh',
    async () => {
      const { refreshToken } = await signUp(email, at(444))
      return claimsOf(token({ grant_type: 'refresh_token', refresh_token: refreshToken }, at(2_444)))
    },
    { alg: 'none', auth_time: 0, iat: 2 },
  ],
  [
    'token',
    'a deleted person’s token',
    withPerson(async ({ idToken, refreshToken }) => {
      await call('delete', { idToken })
      return token({ grant_type: 'refresh_token', refresh_token: refreshToken })
    }),
    'INVALID_REFRESH_TOKEN',
  ],
  [
    'createSessionCookie',
    'a token and a duration',
    async () => {
      const { idToken } = await signUp(email, at(0))
      const answer = await cookie({ idToken, validDuration: '7777' }, at(0))
      return { ...answer, body: decodeJwt(String(answer.body['sessionCookie'])) }
    },
    { email, iat: 0, exp: 7_777, iss: 'https://session.firebase.google.com/example' },
  ],
  [
    'createSessionCookie',
    'a token alone, for two weeks',
    async () => {
      const { idToken } = await signUp(email, at(0))
      const answer = await cookie({ idToken }, at(0))
      return { ...answer, body: decodeJwt(String(answer.body['sessionCookie'])) }
    },
    { exp: 1_209_600 },
  ],
  ['createSessionCookie', 'no token', () => cookie({}), 'MISSING_ID_TOKEN'],
  ['createSessionCookie', 'a token that is none', () => cookie({ idToken: 'x' }), 'INVALID_ID_TOKEN'],
  ...['1', '999999999999'].map((validDuration): Case => [
    'createSessionCookie',
    `${validDuration} seconds`,
    withPerson(({ idToken }) => cookie({ idToken, validDuration })),
    'INVALID_DURATION',
  ]),
  [
    'signInWithCustomToken',
    'an unsigned token, as the ID token has it',
    () => claimsOf(call('signInWithCustomToken', { token: customToken({ uid: 'u1', claims: team }) })),
    { alg: 'none', sub: 'u1', firebase: { sign_in_provider: 'custom' }, ...team },
    ['provider_id'],
  ],
  [
    'signInWithCustomToken',
    'claims that come before the person’s own',
    async () => {
      const { localId } = (await throughLink(email)).body
      await asOwner('update', { localId, customAttributes: '{"team":"red","foo":"bar"}' })
      return claimsOf(
        call('signInWithCustomToken', { token: JSON.stringify({ uid: localId, claims: team }) }),
      )
    },
    { ...team, foo: 'bar', firebase: { identities: { email: [email] } } },
  ],
  [
    'signInWithCustomToken',
    'claims that stay after a refresh',
    async () => {
      const { body } = await call('signInWithCustomToken', {
        token: JSON.stringify({ uid: 'u1', claims: team }),
      })
      return claimsOf(token({ grantType: 'refresh_token', refreshToken: String(body['refreshToken']) }))
    },
    team,
  ],
  ...['{not+json}', 'three.parts.ofnothing'].map((given): Case => [
    'signInWithCustomToken',
    given,
    () => call('signInWithCustomToken', { token: given }),
    'INVALID_CUSTOM_TOKEN',
  ]),
  ...[customToken({}), '{"who":"nobody"}'].map((given, index): Case => [
    'signInWithCustomToken',
    `nobody in it, way ${index + 1}`,
    () => call('signInWithCustomToken', { token: given }),
    'MISSING_IDENTIFIER',
  ]),
  [
    'signInWithCustomToken',
    'a claim that is the service’s own',
    () => call('signInWithCustomToken', { token: '{"uid":"u1","claims":{"firebase":"x"}}' }),
    'FORBIDDEN_CLAIM : firebase',
  ],
  [
    'signInWithCustomToken',
    'a disabled person',
    withPerson(async ({ localId }) => {
      await asOwner('update', { localId, disableUser: true })
      return call('signInWithCustomToken', { token: JSON.stringify({ uid: localId }) })
    }),
    'USER_DISABLED',
  ],
])
