import { describe, expect, test } from 'vitest'
import { requestPasswordReset, codeOf, newestLink } from '#test/identity-mails.ts'
import { errorOf, password, testIdentity } from '#test/identity.ts'

const email = 'olga@example.org'
const newPassword = 'quite another password'
type Identity = Awaited<ReturnType<typeof testIdentity>>
const reset = (identity: Identity, to = email) => requestPasswordReset(identity, to)

describe('the sign-in link', () => {
  const requestLink = (identity: Identity) =>
    identity.account('sendOobCode', {
      requestType: 'EMAIL_SIGNIN',
      email,
      continueUrl: 'http://localhost:3000/account',
    })

  test('creates a user with a verified address, works once and only for the address it was sent to', async () => {
    const identity = await testIdentity()
    await requestLink(identity)
    const link = await newestLink(identity, 'identity.sign-in-link')
    expect([link.get('mode'), link.get('continueUrl')]).toEqual(['signIn', 'http://localhost:3000/account'])
    const oobCode = link.get('oobCode')
    expect((await identity.account('resetPassword', { oobCode })).body).toEqual({
      kind: 'identitytoolkit#ResetPasswordResponse',
      requestType: 'EMAIL_SIGNIN',
    })
    const foreign = await identity.account('signInWithEmailLink', { email: 'eve@example.org', oobCode })
    expect(foreign.body['error']).toMatchObject({
      message: 'INVALID_EMAIL : The email provided does not match the sign-in email address.',
    })
    const { body } = await identity.account('signInWithEmailLink', { email, oobCode })
    expect(body).toMatchObject({
      kind: 'identitytoolkit#EmailLinkSigninResponse',
      email,
      isNewUser: true,
      expiresIn: '3600',
    })
    expect(errorOf(await identity.account('signInWithEmailLink', { email, oobCode }))).toBe(
      'INVALID_OOB_CODE',
    )
    expect((await identity.account('lookup', { idToken: body['idToken'] })).body['users']).toEqual([
      expect.objectContaining({ emailVerified: true, emailLinkSignin: true }),
    ])
  })

  test('removes the password and sessions of an unverified account, which can then set a new password', async () => {
    const identity = await testIdentity()
    const { idToken } = await identity.signUp(email)
    await requestLink(identity)
    const { body } = await identity.account('signInWithEmailLink', {
      email,
      oobCode: await codeOf(identity, 'identity.sign-in-link'),
    })
    expect(body['isNewUser']).toBe(false)
    expect(errorOf(await identity.account('signInWithPassword', { email, password }))).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
    expect(errorOf(await identity.account('lookup', { idToken }))).toBe('TOKEN_EXPIRED')

    const withPassword = await identity.account('signUp', {
      idToken: body['idToken'],
      email,
      password: newPassword,
    })
    expect(withPassword.status).toBe(200)
    expect((await identity.account('signInWithPassword', { email, password: newPassword })).status).toBe(200)
  })

  test('works once and creates one user when used 16 times concurrently', async () => {
    const identity = await testIdentity()
    await requestLink(identity)
    const oobCode = await codeOf(identity, 'identity.sign-in-link')
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => identity.account('signInWithEmailLink', { email, oobCode })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await identity.db.selectFrom('identity.users').select('id').execute()).toHaveLength(1)
  })
})

test('A code is refused for any request type other than its own', async () => {
  const identity = await testIdentity()
  const { account, signUp } = identity
  const { idToken } = await signUp(email)
  await reset(identity)
  await account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const [forReset, forVerifying] = [
    await codeOf(identity, 'identity.reset-password'),
    await codeOf(identity, 'identity.verify-email'),
  ]
  expect(errorOf(await account('update', { oobCode: forReset }))).toBe('INVALID_OOB_CODE')
  expect(errorOf(await account('resetPassword', { oobCode: forVerifying, newPassword }))).toBe(
    'INVALID_OOB_CODE',
  )
  expect(errorOf(await account('signInWithEmailLink', { email, oobCode: forReset }))).toBe('INVALID_OOB_CODE')
  expect(errorOf(await account('resetPassword', { oobCode: 'A'.repeat(43) }))).toBe('INVALID_OOB_CODE')
  expect(errorOf(await account('resetPassword', {}))).toBe('MISSING_OOB_CODE')
})
