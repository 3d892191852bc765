import { expect } from 'vitest'
import {
  asOwner,
  call,
  codeFor,
  codes,
  email,
  signUp,
  anonymous,
  protect,
  send,
  owner,
} from '#test/conformance/calls.ts'
import { also, type Case, runCases, withPerson, another, sam } from '#test/conformance/cases.ts'

runCases([
  [
    'sendOobCode',
    'a reset',
    withPerson(() => call('sendOobCode', { requestType: 'PASSWORD_RESET', email })),
    { email },
  ],
  [
    'sendOobCode',
    'a reset for nobody',
    () => call('sendOobCode', { requestType: 'PASSWORD_RESET', email }),
    'EMAIL_NOT_FOUND',
  ],
  [
    'sendOobCode',
    'a link for nobody',
    () => call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://localhost/' }),
    { email },
  ],
  [
    'sendOobCode',
    'a verification',
    withPerson(({ idToken }) => call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })),
    { email },
  ],
  [
    'sendOobCode',
    'a verification of nobody',
    () => call('sendOobCode', { requestType: 'VERIFY_EMAIL' }),
    'INVALID_ID_TOKEN',
  ],
  [
    'sendOobCode',
    'a change',
    withPerson(({ idToken }) =>
      call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: another }),
    ),
    { email },
  ],
  [
    'sendOobCode',
    'a change to nothing',
    withPerson(({ idToken }) => call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken })),
    'MISSING_NEW_EMAIL',
  ],
  ['sendOobCode', 'nothing', () => call('sendOobCode', {}), 'MISSING_REQ_TYPE'],
  [
    'sendOobCode',
    'something unknown',
    () => call('sendOobCode', { requestType: 'PARTY' }),
    'INVALID_REQ_TYPE',
  ],
  [
    'sendOobCode',
    'a way back that is none',
    () => call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'x' }),
    'INVALID_CONTINUE_URI',
  ],
  [
    'sendOobCode',
    'as owner, the link itself',
    withPerson(() => asOwner('sendOobCode', { requestType: 'PASSWORD_RESET', email, returnOobLink: true })),
    { email, oobCode: expect.any(String), oobLink: expect.stringContaining('mode=resetPassword') },
  ],
  [
    'sendOobCode',
    'as owner, a verification by address',
    withPerson(() => asOwner('sendOobCode', { requestType: 'VERIFY_EMAIL', email, returnOobLink: true })),
    { oobLink: expect.stringContaining('mode=verifyEmail') },
  ],
  [
    'sendOobCode',
    'a verification, whose code proves the address and is gone',
    withPerson(async ({ idToken, localId }) => {
      const oobCode = await codeFor('VERIFY_EMAIL', { idToken })
      const answer = await call('update', { oobCode })
      also([answer.body['localId'], await codes()], [localId, []])
      return answer
    }),
    { email, emailVerified: true },
  ],
  [
    'sendOobCode',
    'a reset, without showing its code',
    withPerson(() => call('sendOobCode', { requestType: 'PASSWORD_RESET', email, returnOobLink: true })),
    { email },
    ['oobCode', 'oobLink'],
  ],
  [
    'sendOobCode',
    'as owner, a change by address',
    withPerson(() =>
      asOwner('sendOobCode', {
        requestType: 'VERIFY_AND_CHANGE_EMAIL',
        email,
        newEmail: another,
        returnOobLink: true,
      }),
    ),
    { email, oobCode: expect.any(String), oobLink: expect.stringContaining('mode=verifyAndChangeEmail') },
  ],
  [
    'sendOobCode',
    'as owner, a verification by token',
    withPerson(({ idToken }) =>
      asOwner('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken, returnOobLink: true }),
    ),
    { email, oobCode: expect.any(String), oobLink: expect.stringContaining('mode=verifyEmail') },
  ],
  [
    'sendOobCode',
    'as owner, a change by token',
    withPerson(({ idToken }) =>
      asOwner('sendOobCode', {
        requestType: 'VERIFY_AND_CHANGE_EMAIL',
        idToken,
        email,
        newEmail: another,
        returnOobLink: true,
      }),
    ),
    { email, oobCode: expect.any(String), oobLink: expect.any(String) },
  ],
  [
    'sendOobCode',
    'a verification and a token that is none',
    () => call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: 'x' }),
    'INVALID_ID_TOKEN',
  ],
  [
    'sendOobCode',
    'a verification of an address by who is no owner',
    withPerson(() => call('sendOobCode', { requestType: 'VERIFY_EMAIL', email })),
    'INVALID_ID_TOKEN',
  ],
  [
    'sendOobCode',
    'a verification for who has no address',
    async () => call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: (await anonymous()).idToken }),
    'MISSING_EMAIL',
  ],
  [
    'sendOobCode',
    'a verification for a disabled person',
    withPerson(async ({ idToken, localId }) => {
      await asOwner('update', { localId, disableUser: true })
      return call('sendOobCode', { requestType: 'VERIFY_EMAIL', email, idToken })
    }),
    'USER_DISABLED',
  ],
  [
    'sendOobCode',
    'a verification and a way back that is none',
    withPerson(({ idToken }) =>
      call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken, continueUrl: 'noSchemeOrHost' }),
    ),
    'INVALID_CONTINUE_URI',
  ],
  ...(
    [
      [{ requestType: 'VERIFY_EMAIL' }, 'MISSING_EMAIL'],
      [{ requestType: 'VERIFY_EMAIL', email: 'nobody@example.com' }, 'USER_NOT_FOUND'],
      [{ requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: another }, 'MISSING_EMAIL'],
      [{ requestType: 'VERIFY_AND_CHANGE_EMAIL', email }, 'MISSING_NEW_EMAIL'],
      [
        { requestType: 'VERIFY_AND_CHANGE_EMAIL', email: 'nobody@example.com', newEmail: another },
        'USER_NOT_FOUND',
      ],
      [{ requestType: 'VERIFY_AND_CHANGE_EMAIL', email, newEmail: sam.email }, 'EMAIL_EXISTS'],
      [{ requestType: 'PASSWORD_RESET', email: 'nobody@example.com' }, 'EMAIL_NOT_FOUND'],
    ] as const
  ).map(([body, code]): Case => [
    'sendOobCode',
    `as owner, ${Object.values(body).join(', ')}, which sends nothing`,
    withPerson(async () => {
      await signUp(sam.email)
      const answer = await asOwner('sendOobCode', { ...body, returnOobLink: true })
      also(await codes(), [])
      return answer
    }),
    code,
  ]),
  [
    'sendOobCode',
    'as owner, a reset for nobody under the protection',
    async () => {
      await protect()
      return asOwner('sendOobCode', { requestType: 'PASSWORD_RESET', email, returnOobLink: true })
    },
    { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email },
    ['oobCode'],
  ],
  [
    'sendOobCode',
    'a change without a token',
    () => call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: another }),
    'MISSING_ID_TOKEN',
  ],
  [
    'sendOobCode',
    'a change without a token or a new address',
    () => call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', email }),
    'MISSING_NEW_EMAIL',
  ],
  [
    'sendOobCode',
    'a change to what somebody has',
    withPerson(async ({ idToken }) => {
      await signUp(another)
      return call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: another })
    }),
    'EMAIL_EXISTS',
  ],
  [
    'sendOobCode',
    'a number for its kind',
    () => asOwner('sendOobCode', { requestType: 6, email, returnOobLink: true }),
    { oobLink: expect.stringContaining('mode=signIn') },
  ],
  [
    'sendOobCode',
    'its older name',
    () =>
      send(
        'POST',
        '/www.googleapis.com/identitytoolkit/v3/relyingparty/getOobConfirmationCode',
        { requestType: 6, email, returnOobLink: true },
        owner,
      ),
    { oobLink: expect.stringContaining('mode=signIn') },
  ],
])
