import { describe, expect, test } from 'vitest'
import { defaultLimits } from '#server/identity/options.ts'
import { codeOf, mailsTo } from '#test/identity-mails.ts'
import { errorOf, later, openLimits, password, testIdentity } from '#test/identity.ts'

const email = 'olga@example.org'

async function verifyCodeOf(identity: Awaited<ReturnType<typeof testIdentity>>, idToken: string) {
  await identity.account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  return codeOf(identity, 'identity.verify-email')
}

describe('the e-mail address', () => {
  test('is verified with the code from its mail, without revoking the session', async () => {
    const identity = await testIdentity()
    const { account, signUp } = identity
    const { idToken } = await signUp(email)
    expect((await account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })).body['email']).toBe(email)
    const oobCode = await codeOf(identity, 'identity.verify-email')
    expect((await account('update', { oobCode })).body).toMatchObject({ email, emailVerified: true })
    expect((await account('lookup', { idToken })).body['users']).toEqual([
      expect.objectContaining({ emailVerified: true }),
    ])
  })

  test('changes only after confirmation at the new address, and can be recovered from the old one', async () => {
    const identity = await testIdentity()
    const { account, signUp, refresh } = identity
    const { idToken, refreshToken } = await signUp(email)
    expect(errorOf(await account('update', { idToken, email: 'eve@example.org' }))).toBe(
      'OPERATION_NOT_ALLOWED',
    )
    const change = await account('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: 'new@example.org',
    })
    expect(change.body['email']).toBe(email)
    const oobCode = await codeOf(identity, 'identity.change-email')
    expect((await account('resetPassword', { oobCode })).body).toMatchObject({
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      email,
      newEmail: 'new@example.org',
    })
    expect((await account('update', { oobCode })).body).toMatchObject({
      email: 'new@example.org',
      emailVerified: true,
    })
    expect(errorOf(await refresh(refreshToken))).toBe('TOKEN_EXPIRED')
    expect((await account('signInWithPassword', { email: 'new@example.org', password })).status).toBe(200)

    const recover = await codeOf(identity, 'identity.recover-email')
    expect((await account('resetPassword', { oobCode: recover })).body).toMatchObject({
      requestType: 'RECOVER_EMAIL',
      email,
      newEmail: 'new@example.org',
    })
    expect((await account('update', { oobCode: recover })).body).toMatchObject({ email })
    expect(errorOf(await account('signInWithPassword', { email: 'new@example.org', password }))).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
    // The person who changed the address may know the password, so access is only possible by a reset at the old one.
    expect(errorOf(await account('signInWithPassword', { email, password }))).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
    await account('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const reset = await codeOf(identity, 'identity.reset-password')
    await account('resetPassword', { oobCode: reset, newPassword: 'another good password' })
    expect((await account('signInWithPassword', { email, password: 'another good password' })).status).toBe(
      200,
    )
    expect(await mailsTo(identity)).toEqual([
      `identity.change-asked ${email}`,
      `identity.change-email new@example.org`,
      `identity.password-changed ${email}`,
      `identity.recover-email ${email}`,
      `identity.reset-password ${email}`,
    ])
  })

  test('stays if the pending change is cancelled by mail, which voids sessions, codes and the password', async () => {
    const identity = await testIdentity()
    const { account, signUp, refresh } = identity
    const { idToken, refreshToken } = await signUp(email)
    await account('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: 'thief@example.org',
    })
    const change = await codeOf(identity, 'identity.change-email')

    const stop = await codeOf(identity, 'identity.change-asked')
    expect((await account('update', { oobCode: stop })).body).toMatchObject({ email })

    expect(errorOf(await account('update', { oobCode: change }))).toBe('INVALID_OOB_CODE')
    expect(errorOf(await refresh(refreshToken))).toBe('TOKEN_EXPIRED')
    expect(errorOf(await account('signInWithPassword', { email, password }))).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
  })

  test('cannot be taken again with the recovery code of a later change once it is recovered', async () => {
    const identity = await testIdentity()
    const { account, signUp, deps } = identity
    const { idToken } = await signUp(email)
    const changeTo = async (token: unknown, newEmail: string) => {
      await account('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: token, newEmail })
      later(deps, 1)
      await account('update', { oobCode: await codeOf(identity, 'identity.change-email') })
      later(deps, 1)
      return codeOf(identity, 'identity.recover-email')
    }
    const back = await changeTo(idToken, 'thief@example.org')
    const signedIn = await account('signInWithPassword', { email: 'thief@example.org', password })
    const thiefsBack = await changeTo(signedIn.body['idToken'], 'thief2@example.org')
    expect((await account('update', { oobCode: back })).body).toMatchObject({ email })
    expect(errorOf(await account('update', { oobCode: thiefsBack }))).toBe('INVALID_OOB_CODE')
  })

  test('is recovered with the first mail’s code too, which unlinks providers linked since the request', async () => {
    const identity = await testIdentity()
    const { account, signUp, deps, db } = identity
    const { idToken, localId } = await signUp(email)
    await account('update', { oobCode: await verifyCodeOf(identity, idToken) })
    const link = (provider: string) =>
      db
        .insertInto('identity.user_identities')
        .values({
          provider,
          raw_id: 'somebody',
          user_id: localId,
          email: null,
          profile: '{}',
          linked_at: deps.now(),
          used_at: deps.now(),
        })
        .execute()
    await link('oidc.before')
    later(deps, 1)
    await account('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: 'thief@example.org',
    })
    const first = await codeOf(identity, 'identity.change-asked')
    later(deps, 1)
    await link('oidc.after')
    later(deps, 1)
    await account('update', { oobCode: await codeOf(identity, 'identity.change-email') })
    const second = await codeOf(identity, 'identity.recover-email')

    expect((await account('update', { oobCode: first })).body).toMatchObject({ email })
    const left = await db.selectFrom('identity.user_identities').select('provider').execute()
    expect(left).toEqual([{ provider: 'oidc.before' }])
    expect(errorOf(await account('update', { oobCode: second }))).toBe('INVALID_OOB_CODE')
  })

  test('loses all linked providers on recovery if it was never verified', async () => {
    const identity = await testIdentity()
    const { account, signUp, deps, db } = identity
    const { idToken, localId } = await signUp(email)
    await db
      .insertInto('identity.user_identities')
      .values({
        provider: 'oidc.thief',
        raw_id: 'somebody',
        user_id: localId,
        email: null,
        profile: '{}',
        linked_at: deps.now(),
        used_at: deps.now(),
      })
      .execute()
    later(deps, 1)
    await account('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: 'thief@example.org',
    })
    await account('update', { oobCode: await codeOf(identity, 'identity.change-email') })
    await account('update', { oobCode: await codeOf(identity, 'identity.recover-email') })
    expect(await db.selectFrom('identity.user_identities').select('provider').execute()).toEqual([])
  })

  test('gets at most five mails for eight requests to change it to different addresses', async () => {
    const { addressChangePerAccount } = defaultLimits
    const identity = await testIdentity({ limits: { ...openLimits, addressChangePerAccount } })
    const { idToken } = await identity.signUp(email)
    for (let attempt = 1; attempt <= 8; attempt++)
      await identity.account('sendOobCode', {
        requestType: 'VERIFY_AND_CHANGE_EMAIL',
        idToken,
        newEmail: `new-${attempt}@example.org`,
      })
    const notified = (await mailsTo(identity)).filter((mail) => mail.endsWith(` ${email}`))
    expect(notified).toHaveLength(addressChangePerAccount.points)
  })

  test.each([
    ['free', 'free@example.org'],
    ['taken', 'sam@example.org'],
  ])('that is %s gets five mails as the target of a change; a sixth is refused', async (_, newEmail) => {
    const limits = { ...openLimits, mailPerAddress: defaultLimits.mailPerAddress }
    const identity = await testIdentity({ limits })
    await identity.signUp('sam@example.org')
    const { idToken } = await identity.signUp(email)
    const answers: number[] = []
    for (let attempt = 1; attempt <= 6; attempt++)
      answers.push(
        (
          await identity.account('sendOobCode', {
            requestType: 'VERIFY_AND_CHANGE_EMAIL',
            idToken,
            newEmail,
          })
        ).status,
      )
    expect(answers).toEqual([200, 200, 200, 200, 200, 400])
    const notified = (await mailsTo(identity)).filter((mail) => mail.endsWith(newEmail))
    expect(notified).toHaveLength(5)
  })

  test('of another user cannot be taken, and the response does not reveal that it is in use', async () => {
    const identity = await testIdentity()
    const { account, signUp } = identity
    const { idToken } = await signUp(email)
    await signUp('sam@example.org')
    const taken = await account('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: 'sam@example.org',
    })
    expect([taken.status, taken.body['email']]).toEqual([200, email])
    expect(await mailsTo(identity)).toEqual(['identity.address-in-use sam@example.org'])
  })

  test('that was taken between request and confirmation is refused, and the code is consumed', async () => {
    const identity = await testIdentity()
    const { account, signUp } = identity
    const { idToken } = await signUp(email)
    await account('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: 'sam@example.org',
    })
    await signUp('sam@example.org')
    const oobCode = await codeOf(identity, 'identity.change-email')
    expect(errorOf(await account('update', { oobCode }))).toBe('EMAIL_EXISTS')
    expect(errorOf(await account('update', { oobCode }))).toBe('INVALID_OOB_CODE')
  })

  test('requires a sign-in within the last five minutes to change', async () => {
    const { account, signUp, deps } = await testIdentity()
    const { idToken } = await signUp(email)
    later(deps, 301)
    const result = await account('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: 'new@example.org',
    })
    expect(errorOf(result)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })
})
