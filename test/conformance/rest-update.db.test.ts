import { expect } from 'vitest'
import {
  asOwner,
  call,
  codeFor,
  codes,
  email,
  gina,
  idp,
  password,
  signUp,
  claimsOf,
  lookup,
  methods,
  anonymous,
  at,
} from '#test/conformance/calls.ts'
import { also, runCases, withPerson, longAfter, another } from '#test/conformance/cases.ts'

runCases([
  [
    'update',
    'a name',
    withPerson(({ idToken }) => call('update', { idToken, displayName: 'Olga' })),
    { displayName: 'Olga' },
  ],
  [
    'update',
    'a photo',
    withPerson(({ idToken }) => call('update', { idToken, photoUrl: 'http://localhost/p.png' })),
    { photoUrl: 'http://localhost/p.png' },
  ],
  [
    'update',
    'a name away',
    withPerson(async ({ idToken }) => {
      await call('update', { idToken, displayName: 'Olga' })
      return call('update', { idToken, deleteAttribute: ['DISPLAY_NAME'] })
    }),
    { email },
    ['displayName', 'photoUrl'],
  ],
  [
    'update',
    'a password',
    withPerson(({ idToken }) => call('update', { idToken, password: 'another' })),
    { email, expiresIn: '3600' },
  ],
  [
    'update',
    'a short password',
    withPerson(({ idToken }) => call('update', { idToken, password: '12345' })),
    'WEAK_PASSWORD',
  ],
  [
    'update',
    'an address',
    withPerson(({ idToken }) => call('update', { idToken, email: another })),
    { email: another, emailVerified: false },
  ],
  [
    'update',
    'an address that is none',
    withPerson(({ idToken }) => call('update', { idToken, email: 'new' })),
    'INVALID_EMAIL',
  ],
  [
    'update',
    'a taken address',
    withPerson(async ({ idToken }) => {
      await signUp('sam@example.com')
      return call('update', { idToken, email: 'sam@example.com' })
    }),
    'EMAIL_EXISTS',
  ],
  ['update', 'no token', () => call('update', { displayName: 'Olga' }), 'MISSING_ID_TOKEN'],
  ['update', 'an unknown code', () => call('update', { oobCode: 'x' }), 'INVALID_OOB_CODE'],
  [
    'update',
    'a password long after signing in',
    longAfter(({ idToken }, headers) => call('update', { idToken, password: 'another' }, headers)),
    'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
  ],
  [
    'update',
    'a name and a photo, which give no new tokens',
    async () => {
      const { idToken } = await anonymous()
      return call('update', { idToken, displayName: 'Olga', photoUrl: 'photo' })
    },
    { displayName: 'Olga', photoUrl: 'photo' },
    ['idToken', 'refreshToken'],
  ],
  [
    'update',
    'a photo that is no address, which is kept',
    withPerson(async ({ idToken }) => {
      await call('update', { idToken, photoUrl: 'photo' })
      return lookup(idToken)
    }),
    { photoUrl: 'photo' },
  ],
  [
    'update',
    'a password, as its token has it',
    withPerson(({ idToken }) => claimsOf(call('update', { idToken, password: 'fresh one' }))),
    { alg: 'none', firebase: { sign_in_provider: 'password' } },
  ],
  [
    'update',
    'an address and a password for who had none',
    async () => {
      const { idToken } = await anonymous()
      await call('update', { idToken, email, password })
      return methods(email)
    },
    { registered: true, signinMethods: ['password'] },
  ],
  [
    'update',
    'an address alone for who had none, who stays anonymous',
    async () => claimsOf(call('update', { idToken: (await anonymous()).idToken, email })),
    { email, firebase: { sign_in_provider: 'anonymous' } },
  ],
  [
    'update',
    'a first address, which was no other one before',
    async () => {
      const { idToken } = await anonymous()
      await call('update', { idToken, email })
      return lookup(idToken)
    },
    { email },
    ['initialEmail'],
  ],
  [
    'update',
    'another address, by the token from before it',
    withPerson(async ({ idToken }) => {
      await call('update', { idToken, email: another })
      return lookup(idToken)
    }),
    { email: another, initialEmail: email },
  ],
  [
    'update',
    'another address, after which the old one can take it back once',
    withPerson(async ({ idToken }) => {
      await call('update', { idToken, email: another })
      const [sent, ...others] = await codes()
      also([sent!['email'], sent!['requestType'], others], [email, 'RECOVER_EMAIL', []])
      const answer = await call('update', { oobCode: sent!['oobCode'] })
      also(await codes(), [])
      return answer
    }),
    { email, emailVerified: true },
  ],
  [
    'update',
    'the way back to an address that somebody else has by now',
    withPerson(async ({ idToken }) => {
      await call('update', { idToken, email: another })
      await signUp()
      return call('update', { oobCode: (await codes())[0]!['oobCode'] })
    }),
    'EMAIL_EXISTS',
  ],
  [
    'update',
    'a taken address in capitals',
    async () => {
      await signUp()
      return call('update', { idToken: (await anonymous()).idToken, email: email.toUpperCase(), password })
    },
    'EMAIL_EXISTS',
  ],
  [
    'update',
    'an address of a disabled person',
    withPerson(async ({ idToken, localId }) => {
      await asOwner('update', { localId, disableUser: true })
      return call('update', { idToken, email: another })
    }),
    'USER_DISABLED',
  ],
  [
    'update',
    'a name of a disabled person',
    async () => {
      const { idToken, localId } = await anonymous()
      await asOwner('update', { localId, disableUser: true })
      return call('update', { idToken, displayName: 'Olga' })
    },
    'USER_DISABLED',
  ],
  [
    'update',
    'the code of a change',
    withPerson(async ({ idToken, localId }) => {
      const oobCode = await codeFor('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: another })
      const answer = await call('update', { oobCode })
      also([await codes(), answer.body['localId']], [[], localId])
      return answer
    }),
    { email: another, newEmail: another, emailVerified: true },
  ],
  [
    'update',
    'the code of a change to what somebody else has by now, which ends it',
    withPerson(async ({ idToken }) => {
      const oobCode = await codeFor('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: another })
      await signUp(another)
      const answer = await call('update', { oobCode })
      also(await codes(), [])
      return answer
    }),
    'EMAIL_EXISTS',
  ],
  [
    'update',
    'a new password, which ends the tokens from before it',
    async () => {
      const { idToken } = await signUp(email, at(0))
      const { body } = await call('update', { idToken, password: 'fresh one' }, at(2_000))
      also(await lookup(body['idToken'], at(2_000)), expect.objectContaining({ status: 200 }))
      return lookup(idToken, at(2_000))
    },
    'TOKEN_EXPIRED',
  ],
  [
    'update',
    'a moment from which tokens are valid, whichever it is',
    async () => {
      const { idToken } = await signUp(email, at(0))
      const { body } = await call('update', { idToken, validSince: '0' }, at(4_000))
      also(await lookup(body['idToken'], at(4_000)), expect.objectContaining({ status: 200 }))
      return lookup(idToken, at(4_000))
    },
    'TOKEN_EXPIRED',
  ],
  [
    'update',
    'one’s password away',
    withPerson(async ({ idToken }) => {
      const { body } = await call('update', { idToken, deleteProvider: ['password'] })
      also(body['providerUserInfo'], [])
      return methods(email)
    }),
    { signinMethods: [] },
  ],
  [
    'update',
    'one’s provider away',
    async () => {
      const { idToken } = (await idp(gina)).body
      const { body } = await call('update', { idToken, deleteProvider: ['google.com'] })
      also(body['providerUserInfo'], [])
      return methods(gina.email)
    },
    { signinMethods: [] },
  ],
])
