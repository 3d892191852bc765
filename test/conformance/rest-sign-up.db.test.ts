import { expect } from 'vitest'
import {
  asOwner,
  call,
  email,
  idp,
  password,
  claimsOf,
  lookup,
  methods,
  anonymous,
} from '#test/conformance/calls.ts'
import { runCases, withPerson, another } from '#test/conformance/cases.ts'

runCases([
  [
    'signUp',
    'an address and a password',
    () => call('signUp', { email, password }),
    { email, expiresIn: '3600' },
  ],
  [
    'signUp',
    'a display name',
    () => call('signUp', { email, password, displayName: 'Olga' }),
    { displayName: 'Olga' },
  ],
  [
    'signUp',
    'nothing, which is an anonymous person',
    () => call('signUp', {}),
    { kind: 'identitytoolkit#SignupNewUserResponse' },
  ],
  ['signUp', 'no password', () => call('signUp', { email }), 'MISSING_PASSWORD'],
  ['signUp', 'no address', () => call('signUp', { password }), 'MISSING_EMAIL'],
  ['signUp', 'an address that is none', () => call('signUp', { email: 'olga', password }), 'INVALID_EMAIL'],
  ['signUp', 'five characters', () => call('signUp', { email, password: '12345' }), 'WEAK_PASSWORD'],
  ['signUp', 'a taken address', withPerson(() => call('signUp', { email, password })), 'EMAIL_EXISTS'],
  [
    'signUp',
    'a taken address in capitals',
    withPerson(() => call('signUp', { email: email.toUpperCase(), password })),
    'EMAIL_EXISTS',
  ],
  [
    'signUp',
    'a token that is none',
    () => call('signUp', { idToken: 'x', email, password }),
    'INVALID_ID_TOKEN',
  ],
  [
    'signUp',
    'an anonymous person’s token',
    async () => call('signUp', { idToken: (await anonymous()).idToken, email, password }),
    { email },
  ],
  ['signUp', 'two empty texts', () => call('signUp', { email: '', password: '' }), 'INVALID_EMAIL'],
  [
    'signUp',
    'nothing, whose token nobody has signed',
    () => claimsOf(call('signUp', { returnSecureToken: true })),
    {
      alg: 'none',
      user_id: expect.any(String),
      provider_id: 'anonymous',
      firebase: { sign_in_provider: 'anonymous' },
    },
  ],
  [
    'signUp',
    'a password, as its token has it',
    () => claimsOf(call('signUp', { email, password })),
    { alg: 'none', firebase: { sign_in_provider: 'password', identities: { email: [email] } } },
    ['provider_id'],
  ],
  [
    'signUp',
    'a name and a photo but no address, which are not kept',
    async () => {
      const { body } = await call('signUp', { displayName: 'Olga', photoUrl: 'http://localhost/o.png' })
      return lookup(body['idToken'])
    },
    { localId: expect.any(String) },
    ['displayName', 'photoUrl', 'email'],
  ],
  [
    'signUp',
    'a name and a photo, of which the name is kept',
    async () => {
      const person = { email, password, displayName: 'Olga', photoUrl: 'http://localhost/o.png' }
      return lookup((await call('signUp', person)).body['idToken'])
    },
    { displayName: 'Olga' },
    ['photoUrl'],
  ],
  [
    'signUp',
    'an address that came from a provider',
    async () => {
      await idp({ sub: 'g-1', email })
      return call('signUp', { email, password })
    },
    'EMAIL_EXISTS',
  ],
  [
    'signUp',
    'capitals, which become small letters',
    () => call('signUp', { email: 'OlGa@Example.COM', password }),
    { email },
  ],
  [
    'signUp',
    'a token and no address',
    async () => call('signUp', { idToken: (await anonymous()).idToken }),
    'MISSING_EMAIL',
  ],
  [
    'signUp',
    'a token and no password',
    async () => call('signUp', { idToken: (await anonymous()).idToken, email }),
    'MISSING_PASSWORD',
  ],
  [
    'signUp',
    'the token of a disabled person',
    async () => {
      const { idToken, localId } = await anonymous()
      await asOwner('update', { localId, disableUser: true })
      return call('signUp', { idToken, email, password })
    },
    'USER_DISABLED',
  ],
  [
    'signUp',
    'another address and password for who has them',
    withPerson(({ idToken }) => claimsOf(call('signUp', { idToken, email: another, password: 'fresh one' }))),
    { email: another, firebase: { identities: { email: [another] } } },
  ],
  [
    'signUp',
    'another address, after which the old one is nobody’s',
    withPerson(async ({ idToken }) => {
      await call('signUp', { idToken, email: another, password: 'fresh one' })
      return methods(email)
    }),
    { registered: false, signinMethods: [] },
  ],
  [
    'signUp',
    'an id of one’s own',
    () => call('signUp', { localId: 'mine' }),
    'UNEXPECTED_PARAMETER : User ID',
  ],
  [
    'signUp',
    'an id and a token, as owner',
    withPerson(({ idToken, localId }) => asOwner('signUp', { idToken, localId })),
    'UNEXPECTED_PARAMETER : User ID',
  ],
  [
    'signUp',
    'an id, as owner',
    () => asOwner('signUp', { localId: 'chosen' }),
    { localId: 'chosen' },
    ['idToken', 'refreshToken'],
  ],
  [
    'signUp',
    'an id that somebody has, as owner',
    withPerson(({ localId }) => asOwner('signUp', { localId })),
    'DUPLICATE_LOCAL_ID',
  ],
  [
    'signUp',
    'a project that only an owner may name',
    () => call('signUp', { targetProjectId: 'other' }),
    'INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.',
  ],
  [
    'signUp',
    'a project, as owner',
    () => asOwner('signUp', { targetProjectId: 'other' }),
    { localId: expect.any(String) },
  ],
])
