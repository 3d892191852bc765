import { expect } from 'vitest'
import {
  type Body,
  asOwner,
  call,
  email,
  gina,
  idp,
  personOf,
  lookup,
  methods,
  send,
  owner,
} from '#test/conformance/calls.ts'
import { also, runCases, withPerson, longAfter } from '#test/conformance/cases.ts'

const owned = (name: string, body: Body) =>
  send('POST', `/identitytoolkit.googleapis.com/v1/projects/example/accounts:${name}`, body, owner)

runCases([
  [
    'lookup',
    'one’s own token',
    withPerson(({ idToken }) => call('lookup', { idToken })),
    { kind: 'identitytoolkit#GetAccountInfoResponse' },
  ],
  ['lookup', 'no token', () => call('lookup', {}), 'MISSING_ID_TOKEN'],
  ['lookup', 'a token that is none', () => call('lookup', { idToken: 'x' }), 'INVALID_ID_TOKEN'],
  [
    'lookup',
    'a token of a deleted person',
    withPerson(async ({ idToken, localId }) => {
      await asOwner('delete', { localId })
      return call('lookup', { idToken })
    }),
    'USER_NOT_FOUND',
  ],
  [
    'lookup',
    'a token from before all were ended',
    withPerson(async ({ idToken, localId }) => {
      await asOwner('update', { localId, validSince: String(Math.floor(Date.now() / 1000) + 100) })
      return call('lookup', { idToken })
    }),
    'TOKEN_EXPIRED',
  ],
  [
    'lookup',
    'as owner, an address',
    withPerson(() => asOwner('lookup', { email: [email] })),
    { users: [expect.objectContaining({ email })] },
  ],
  [
    'lookup',
    'as owner, an id',
    withPerson(({ localId }) => asOwner('lookup', { localId: [localId] })),
    { users: [expect.objectContaining({ email })] },
  ],
  [
    'lookup',
    'as owner, nobody',
    () => asOwner('lookup', { localId: ['none'] }),
    { kind: 'identitytoolkit#GetAccountInfoResponse' },
  ],
  [
    'delete',
    'oneself',
    withPerson(({ idToken }) => call('delete', { idToken })),
    { kind: 'identitytoolkit#DeleteAccountResponse' },
  ],
  ['delete', 'without a token', () => call('delete', {}), 'MISSING_ID_TOKEN'],
  [
    'delete',
    'oneself twice',
    withPerson(async ({ idToken }) => {
      await call('delete', { idToken })
      return call('delete', { idToken })
    }),
    'USER_NOT_FOUND',
  ],
  [
    'delete',
    'oneself long after signing in',
    longAfter(({ idToken }, headers) => call('delete', { idToken }, headers)),
    'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
  ],
  ['delete', 'as owner, nobody', () => asOwner('delete', { localId: 'none' }), 'USER_NOT_FOUND'],
  [
    'lookup',
    'as owner, an address in capitals',
    withPerson(() => personOf(asOwner('lookup', { email: [email.toUpperCase()] }))),
    { email },
  ],
  [
    'lookup',
    'as owner, one id twice',
    withPerson(async ({ localId }) => {
      const answer = await asOwner('lookup', { localId: [localId, localId] })
      also(answer.body['users'], expect.objectContaining({ length: 1 }))
      return answer
    }),
    {},
  ],
  ['lookup', 'as owner, an unknown address', () => asOwner('lookup', { email: [email] }), {}, ['users']],
  [
    'query',
    'nothing, which counts and lists people in the order of their ids',
    async () => {
      for (const localId of ['b', 'a', 'C']) await asOwner('signUp', { localId })
      return owned('query', {})
    },
    {
      recordsCount: '3',
      userInfo: ['C', 'a', 'b'].map((localId) => expect.objectContaining({ localId })),
    },
  ],
  [
    'query',
    'the wish to count only',
    withPerson(() => owned('query', { returnUserInfo: false })),
    { recordsCount: '1' },
    ['userInfo'],
  ],
  ['delete', 'an id alone', withPerson(({ localId }) => call('delete', { localId })), 'MISSING_ID_TOKEN'],
  [
    'delete',
    'oneself, after which the provider brings somebody new',
    async () => {
      const { idToken, localId } = (await idp(gina)).body
      await call('delete', { idToken })
      also((await methods(gina.email)).body['signinMethods'], [])
      const again = await idp(gina)
      also(again.body['localId'] === localId, false)
      return again
    },
    { isNewUser: true },
  ],
  [
    'delete',
    'as owner, a token and no id',
    withPerson(({ idToken }) => asOwner('delete', { idToken })),
    'MISSING_LOCAL_ID',
  ],
  [
    'delete',
    'as owner, whose tokens are nobody’s then',
    withPerson(async ({ idToken, localId }) => {
      await asOwner('delete', { localId })
      return lookup(idToken)
    }),
    'USER_NOT_FOUND',
  ],
])
