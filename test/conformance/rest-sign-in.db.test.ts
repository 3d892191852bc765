import {
  asOwner,
  call,
  email,
  password,
  signUp,
  claimsOf,
  personOf,
  protect,
  at,
} from '#test/conformance/calls.ts'
import { runCases, withPerson } from '#test/conformance/cases.ts'

runCases([
  [
    'signInWithPassword',
    'the right password',
    withPerson(() => call('signInWithPassword', { email, password })),
    { kind: 'identitytoolkit#VerifyPasswordResponse', email, registered: true },
  ],
  [
    'signInWithPassword',
    'the address in capitals',
    withPerson(() => call('signInWithPassword', { email: 'OLGA@EXAMPLE.COM', password })),
    { email },
  ],
  [
    'signInWithPassword',
    'a wrong one',
    withPerson(() => call('signInWithPassword', { email, password: 'wrong' })),
    'INVALID_PASSWORD',
  ],
  [
    'signInWithPassword',
    'an unknown address',
    () => call('signInWithPassword', { email, password }),
    'EMAIL_NOT_FOUND',
  ],
  ['signInWithPassword', 'no address', () => call('signInWithPassword', { password }), 'MISSING_EMAIL'],
  ['signInWithPassword', 'no password', () => call('signInWithPassword', { email }), 'MISSING_PASSWORD'],
  [
    'signInWithPassword',
    'an address that is none',
    () => call('signInWithPassword', { email: 'x', password }),
    'INVALID_EMAIL',
  ],
  [
    'signInWithPassword',
    'a disabled person',
    withPerson(async ({ localId }) => {
      await asOwner('update', { localId, disableUser: true })
      return call('signInWithPassword', { email, password })
    }),
    'USER_DISABLED',
  ],
  [
    'signInWithPassword',
    'an empty address',
    () => call('signInWithPassword', { email: '', password }),
    'INVALID_EMAIL',
  ],
  [
    'signInWithPassword',
    'the right password, as its token has it',
    withPerson(() => claimsOf(call('signInWithPassword', { email, password }))),
    { alg: 'none', firebase: { sign_in_provider: 'password' } },
    ['provider_id'],
  ],
  [
    'signInWithPassword',
    'capitals in a password of small letters',
    withPerson(() => call('signInWithPassword', { email, password: password.toUpperCase() })),
    'INVALID_PASSWORD',
  ],
  [
    'signInWithPassword',
    'an unknown address under the protection',
    async () => {
      await protect()
      return call('signInWithPassword', { email, password })
    },
    'INVALID_LOGIN_CREDENTIALS',
  ],
  [
    'signInWithPassword',
    'a wrong password under the protection',
    withPerson(async () => {
      await protect()
      return call('signInWithPassword', { email, password: 'wrong' })
    }),
    'INVALID_LOGIN_CREDENTIALS',
  ],
  [
    'signInWithPassword',
    'the moment it was used at',
    async () => {
      const { localId } = await signUp(email, at(0))
      await call('signInWithPassword', { email, password }, at(4_000))
      return personOf(asOwner('lookup', { localId: [localId] }))
    },
    { lastLoginAt: '4000', createdAt: '0' },
  ],
])
