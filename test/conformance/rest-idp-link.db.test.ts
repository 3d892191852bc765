import { expect } from 'vitest'
import {
  email,
  gina,
  idp,
  signUp,
  claimsOf,
  lookup,
  methods,
  anonymous,
  allowRepeatedAddresses,
} from '#test/conformance/calls.ts'
import { also, runCases, withPerson } from '#test/conformance/cases.ts'

runCases([
  [
    'signInWithIdp',
    'a link to oneself',
    withPerson(({ idToken }) => idp({ ...gina, email }, { idToken })),
    { email, providerId: 'google.com' },
  ],
  [
    'signInWithIdp',
    'a link to what somebody else has',
    withPerson(async ({ idToken }) => {
      await idp(gina)
      return idp(gina, { idToken })
    }),
    { errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED' },
  ],
  [
    'signInWithIdp',
    'a link with the address of somebody else',
    withPerson(async ({ idToken }) => {
      await signUp('gina@example.com')
      return idp(gina, { idToken })
    }),
    { errorMessage: 'EMAIL_EXISTS' },
  ],
  [
    'signInWithIdp',
    'a link to oneself, as the token has it',
    withPerson(async ({ idToken }) => {
      const answer = claimsOf(idp({ sub: 'g-1', name: 'Olga' }, { idToken }))
      await answer
      also((await methods(email)).body['signinMethods'], ['password', 'google.com'])
      return answer
    }),
    {
      firebase: { sign_in_provider: 'google.com', identities: { 'google.com': ['g-1'], email: [email] } },
    },
  ],
  [
    'signInWithIdp',
    'a link of who has no address, who gets the provider’s',
    async () => {
      const { idToken } = await anonymous()
      return lookup((await idp({ ...gina, email_verified: false }, { idToken })).body['idToken'])
    },
    { email: gina.email, emailVerified: false },
  ],
  [
    'signInWithIdp',
    'a link to what one has already',
    async () => {
      const { idToken } = (await idp(gina)).body
      return idp(gina, { idToken })
    },
    { errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED', oauthIdToken: expect.any(String) },
    ['localId', 'refreshToken'],
  ],
  [
    'signInWithIdp',
    'a link to what somebody else has, without wanting the credential',
    withPerson(async ({ idToken }) => {
      await idp({ ...gina, email_verified: false })
      const answer = await idp(gina, { idToken, returnIdpCredential: false })
      also((await methods(email)).body['signinMethods'], ['password'])
      also((await methods(gina.email)).body['signinMethods'], ['google.com'])
      return answer
    }),
    'FEDERATED_USER_ID_ALREADY_LINKED',
  ],
  [
    'signInWithIdp',
    'a link of a nobody to an address that somebody has',
    withPerson(async () => {
      const { idToken } = await anonymous()
      return idp({ ...gina, email }, { idToken, returnIdpCredential: false })
    }),
    'EMAIL_EXISTS',
  ],
  [
    'signInWithIdp',
    'a link to one’s own address, which proves it',
    withPerson(async ({ idToken }) => lookup((await idp({ ...gina, email }, { idToken })).body['idToken'])),
    { email, emailVerified: true },
  ],
  [
    'signInWithIdp',
    'a link to an address that may repeat',
    withPerson(async () => {
      await allowRepeatedAddresses()
      const { idToken } = await anonymous()
      return idp({ ...gina, email }, { idToken, returnIdpCredential: false })
    }),
    { localId: expect.any(String), email },
  ],
])
