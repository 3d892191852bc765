import { describe, expect, test } from 'vitest'
import { endSessionsOf } from '#server/identity/admin-commands.ts'
import { defaultLimits } from '#server/identity/options.ts'
import { endOwnSessions } from '#server/identity/sessions/device-commands.ts'
import { notifyOfFailures } from '#server/identity/sessions/notice-commands.ts'
import { mailsTo } from '#test/identity-mails.ts'
import { later, openLimits, password, testIdentity } from '#test/identity.ts'

const email = 'olga@example.org'
const newPassword = 'another good password'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'

/** Headers that only browsers send; the second time with the cookie of the first. */
const browser = (cookie?: string) => ({
  'user-agent': firefox,
  'sec-fetch-site': 'same-origin',
  ...(cookie ? { cookie } : {}),
})
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  /^idd=[^;]+/.exec(String(headers['set-cookie']))![0]

type Identity = Awaited<ReturnType<typeof testIdentity>>
const textOf = async ({ db }: Identity, kind: string) =>
  (
    await db
      .selectFrom('mail')
      .select('text_body')
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).text_body
const signIn = ({ account }: Identity, headers: Record<string, string>) =>
  account('signInWithPassword', { email, password }, headers)

describe('the new-browser notice', () => {
  test('is sent once for each new browser except the first one after the sign-up', async () => {
    const identity = await testIdentity()
    await identity.signUp(email)
    const first = await signIn(identity, browser())
    expect(await mailsTo(identity)).toEqual([])
    await signIn(identity, browser(cookieOf(first)))
    expect(await mailsTo(identity)).toEqual([])

    const second = await signIn(identity, browser())
    expect(await mailsTo(identity)).toEqual([`identity.new-browser ${email}`])
    const text = await textOf(identity, 'identity.new-browser')
    expect(text).toContain('Tuesday, 1 December 2026 at 09:00 UTC')
    expect(text).toContain('Firefox on Windows')
    expect(text).toContain('/auth/forgot-password')
    await signIn(identity, browser(cookieOf(second)))
    expect(await mailsTo(identity)).toHaveLength(1)
  })

  test('is not sent for the browser in which the user signed up', async () => {
    const identity = await testIdentity()
    const { answer } = await identity.signUp(email, browser())
    await signIn(identity, browser(cookieOf(answer)))
    expect(await mailsTo(identity)).toEqual([])
  })

  test('is sent if only another user has signed in with that browser', async () => {
    const identity = await testIdentity()
    await identity.signUp(email, browser())
    const { answer } = await identity.signUp('eve@example.org', browser())
    await signIn(identity, browser(cookieOf(answer)))
    expect(await mailsTo(identity)).toEqual([`identity.new-browser ${email}`])
  })

  test('is also sent for an unknown program if the user signed up in a browser', async () => {
    const identity = await testIdentity()
    await identity.signUp(email, browser())
    await signIn(identity, { 'user-agent': 'curl/8.0' })
    expect(await mailsTo(identity)).toEqual([`identity.new-browser ${email}`])
    expect(await textOf(identity, 'identity.new-browser')).toContain('Unknown browser')
  })

  test('is sent at most five times for eight new browsers in a row', async () => {
    const { noticePerAccount } = defaultLimits
    const identity = await testIdentity({ limits: { ...openLimits, noticePerAccount } })
    await identity.signUp(email, browser())
    for (let attempt = 1; attempt <= 8; attempt++) await signIn(identity, browser())
    expect(await mailsTo(identity)).toHaveLength(noticePerAccount.points)
  })

  test('is sent again for a browser whose session was ended from another one', async () => {
    const identity = await testIdentity()
    const { db, deps, verifier } = identity
    const { idToken } = await identity.signUp(email, browser())
    const other = await signIn(identity, browser())
    const claims = await verifier.verify(idToken)
    const viewer = { ...claims, accountId: null, roles: [] }
    await endOwnSessions(deps, viewer, { all: 'others' }, '203.0.113.7')
    await db.deleteFrom('mail').execute()
    await signIn(identity, browser(cookieOf(other)))
    expect(await mailsTo(identity)).toEqual([`identity.new-browser ${email}`])
  })

  test.each([
    ['a browser', browser()],
    ['a program', { 'user-agent': 'curl/8.0' }],
  ])('is sent for %s after all sessions were ended, as no browser is known then', async (_, headers) => {
    const identity = await testIdentity()
    const { localId } = await identity.signUp(email, browser())
    later(identity.deps, 60)
    await endSessionsOf(identity.deps, localId)
    await identity.db.deleteFrom('mail').execute()
    later(identity.deps, 60)
    await signIn(identity, headers)
    expect(await mailsTo(identity)).toEqual([`identity.new-browser ${email}`])
  })
})

describe('failed sign-ins', () => {
  const limits = {
    ...openLimits,
    failuresUntold: defaultLimits.failuresUntold,
    failureMailPerAccount: defaultLimits.failureMailPerAccount,
  }
  const fail = async ({ account }: Identity, times: number, address = email) => {
    for (let attempt = 1; attempt <= times; attempt++)
      await account('signInWithPassword', { email: address, password: newPassword }, browser())
  }
  const queuedNotices = ({ deps }: Identity) =>
    deps.jobs.flatMap((job) => (job.name === 'identity.tell-of-failures' ? [job.payload] : []))

  test('enqueue a single notice, at the tenth failure, which is sent by mail with the browser', async () => {
    const identity = await testIdentity({ limits })
    const { localId } = await identity.signUp(email)
    await fail(identity, 9)
    expect(queuedNotices(identity)).toEqual([])
    await fail(identity, 20)
    const [one, ...more] = queuedNotices(identity)
    expect([one!.uid, more]).toEqual([localId, []])
    await notifyOfFailures(identity.deps, one!)
    expect(await mailsTo(identity)).toEqual([`identity.failed-sign-ins ${email}`])
    expect(await textOf(identity, 'identity.failed-sign-ins')).toContain('Firefox on Windows')
  })

  test('enqueue the same job for an address without an account, but send no mail', async () => {
    const identity = await testIdentity({ limits })
    await fail(identity, 10, 'nobody@example.org')
    expect(queuedNotices(identity)).toHaveLength(1)
    await notifyOfFailures(identity.deps, queuedNotices(identity)[0]!)
    expect(await mailsTo(identity)).toEqual([])
  })
})

test('Removing a provider or the password sends one notice; the provider notice names the browser', async () => {
  const identity = await testIdentity()
  const { db, deps, account } = identity
  const { idToken, localId } = await identity.signUp(email)
  await db
    .insertInto('identity.user_identities')
    .values({
      provider: 'oidc.acme',
      raw_id: 'olga',
      user_id: localId,
      email: null,
      profile: '{}',
      linked_at: deps.now(),
      used_at: deps.now(),
    })
    .execute()
  await account('update', { idToken, deleteProvider: ['oidc.acme', 'google.com'] }, browser())
  expect(await mailsTo(identity)).toEqual([`identity.provider-removed ${email}`])
  expect(await textOf(identity, 'identity.provider-removed')).toContain('Firefox on Windows')
  await account('update', { idToken, deleteProvider: ['password'] })
  expect(await mailsTo(identity)).toEqual([
    `identity.password-removed ${email}`,
    `identity.provider-removed ${email}`,
  ])
  await account('update', { idToken, deleteProvider: ['password'] })
  expect(await mailsTo(identity)).toHaveLength(2)
})

test('Adding a password sends a notice', async () => {
  const identity = await testIdentity()
  const { idToken } = await identity.signUp(email)
  await identity.account('update', { idToken, deleteProvider: ['password'] })
  await identity.account('signUp', { idToken, email, password: newPassword })
  expect(await mailsTo(identity)).toContain(`identity.password-added ${email}`)
})

test.each([
  ['everywhere', true, 'Every device was signed out'],
  ['elsewhere', 'others', 'Every device except the one below'],
] as const)('Signing out %s sends a notice with the browser and network', async (_, all, words) => {
  const identity = await testIdentity()
  const { idToken } = await identity.signUp(email, browser())
  const viewer = { ...(await identity.verifier.verify(idToken)), accountId: null, roles: [] }
  await endOwnSessions(identity.deps, viewer, { all }, '203.0.113.7')
  expect(await mailsTo(identity)).toEqual([`identity.sessions-ended ${email}`])
  const text = await textOf(identity, 'identity.sessions-ended')
  expect(text).toContain(words)
  expect(text).toContain('Firefox on Windows')
  expect(text).toContain('203.0.113.0/24')
})

test('The notice of sessions ended by the operator names the operator', async () => {
  const identity = await testIdentity()
  const { localId } = await identity.signUp(email)
  await endSessionsOf(identity.deps, localId)
  expect(await textOf(identity, 'identity.sessions-ended')).toContain('The operator of this site')
})
