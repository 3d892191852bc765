import { expect } from 'vitest'
import {
  asOwner,
  call,
  codeFor,
  codes,
  email,
  signUp,
  claimsOf,
  lookup,
  methods,
  anonymous,
  linkFor,
  throughLink,
  at,
} from '#test/conformance/calls.ts'
import { also, type Case, runCases, withPerson, another, sam } from '#test/conformance/cases.ts'

runCases([
  [
    'resetPassword',
    'a look at a code',
    withPerson(async () => call('resetPassword', { oobCode: await codeFor('PASSWORD_RESET', { email }) })),
    { requestType: 'PASSWORD_RESET', email },
  ],
  [
    'resetPassword',
    'a new password',
    withPerson(async () =>
      call('resetPassword', { oobCode: await codeFor('PASSWORD_RESET', { email }), newPassword: 'another' }),
    ),
    { email },
  ],
  [
    'resetPassword',
    'a short password',
    withPerson(async () =>
      call('resetPassword', { oobCode: await codeFor('PASSWORD_RESET', { email }), newPassword: '12345' }),
    ),
    'WEAK_PASSWORD',
  ],
  ['resetPassword', 'no code', () => call('resetPassword', {}), 'MISSING_OOB_CODE'],
  [
    'signInWithEmailLink',
    'a code',
    async () => call('signInWithEmailLink', { email, oobCode: await codeFor('EMAIL_SIGNIN', { email }) }),
    { email, isNewUser: true },
  ],
  [
    'signInWithEmailLink',
    'a code of another',
    async () =>
      call('signInWithEmailLink', {
        email: 'eve@example.com',
        oobCode: await codeFor('EMAIL_SIGNIN', { email }),
      }),
    'INVALID_EMAIL',
  ],
  [
    'resetPassword',
    'a new password, which ends the tokens from before it',
    async () => {
      const { idToken } = await signUp(email, at(0))
      await call('sendOobCode', { requestType: 'PASSWORD_RESET', email }, at(2_000))
      const oobCode = (await codes())[0]!['oobCode']
      const done = await call('resetPassword', { oobCode, newPassword: 'fresh one' }, at(2_000))
      also(done.body, expect.objectContaining({ requestType: 'PASSWORD_RESET', email }))
      return lookup(idToken, at(2_000))
    },
    'TOKEN_EXPIRED',
  ],
  ...(
    [
      ['PASSWORD_RESET', { email }],
      ['VERIFY_EMAIL', { email }],
      ['EMAIL_SIGNIN', {}],
      ['VERIFY_AND_CHANGE_EMAIL', { email, newEmail: another }],
    ] as const
  ).map(([requestType, told]): Case => [
    'resetPassword',
    `a look at a code of ${requestType}, which stays`,
    withPerson(async ({ idToken }) => {
      const oobCode = await codeFor(requestType, { email, newEmail: another, idToken })
      const answer = await call('resetPassword', { oobCode })
      also(await codes(), expect.objectContaining({ length: 1 }))
      return answer
    }),
    { requestType, ...told },
    requestType === 'EMAIL_SIGNIN' ? ['email'] : [],
  ]),
  [
    'signInWithEmailLink',
    'a code, as its token has it',
    () => claimsOf(throughLink(email)),
    { alg: 'none', firebase: { sign_in_provider: 'password' } },
    ['provider_id'],
  ],
  [
    'signInWithEmailLink',
    'a code for an unproved address, which keeps its password and its tokens',
    withPerson(async ({ idToken, localId }) => {
      also((await throughLink(email)).body['localId'], localId)
      also((await methods(email)).body['signinMethods'], ['password', 'emailLink'])
      return lookup(idToken)
    }),
    { emailLinkSignin: true },
  ],
  [
    'signInWithEmailLink',
    'an unknown code',
    () => call('signInWithEmailLink', { email, oobCode: 'x' }),
    'INVALID_OOB_CODE',
  ],
  [
    'signInWithEmailLink',
    'a code of a disabled person',
    withPerson(async ({ localId }) => {
      const oobCode = await linkFor(email)
      await asOwner('update', { localId, disableUser: true })
      return call('signInWithEmailLink', { email, oobCode })
    }),
    'USER_DISABLED',
  ],
  [
    'signInWithEmailLink',
    'a code of another, in words',
    async () => call('signInWithEmailLink', { email: sam.email, oobCode: await linkFor(email) }),
    'INVALID_EMAIL : The email provided does not match the sign-in email address.',
  ],
  [
    'signInWithEmailLink',
    'a token of somebody with another address, which it replaces',
    withPerson(async ({ idToken, localId }) => {
      const answer = await throughLink(another, { idToken })
      also(answer.body['localId'], localId)
      also((await methods(another)).body['signinMethods'], ['password', 'emailLink'])
      also((await methods(email)).body['signinMethods'], [])
      return answer
    }),
    { email: another },
  ],
  [
    'signInWithEmailLink',
    'a token, for an address that somebody has',
    withPerson(async () => throughLink(email, { idToken: (await anonymous()).idToken })),
    'EMAIL_EXISTS',
  ],
  [
    'signInWithEmailLink',
    'a disabled person’s token',
    withPerson(async ({ idToken, localId }) => {
      await asOwner('update', { localId, disableUser: true })
      return throughLink(email, { idToken })
    }),
    'USER_DISABLED',
  ],
])
