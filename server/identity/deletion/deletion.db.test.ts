import { expect, test } from 'vitest'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { jobHandlers } from '#server/slices.ts'
import { signUp, testApp, type TestPerson } from '#test/app.ts'
import { buildPlaces } from '#test/build.ts'
import { lisbon } from '#test/cast.ts'
import { collide } from '#test/collide.ts'
import { drainQueue } from '#test/queue.ts'

const dayMs = 86_400_000

async function setup() {
  const tested = await testApp()
  const { app, db, deps, config } = tested
  await buildPlaces(db)
  const sam = await signUp(app, 'Sam')
  const call = (
    person: TestPerson | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) => app.inject({ method, url, headers: { ...person?.headers }, ...(payload ? { payload } : {}) })
  const identity = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/identity/v1/${path}?key=sitwell-public-key`, payload })).json<{
      idToken: string
      refreshToken: string
      error?: { message: string }
    }>()
  const signIn = (password = 'a-Sam-password-1') =>
    identity('accounts:signInWithPassword', { email: 'sam@example.org', password, returnSecureToken: true })
  const work = () => drainQueue(deps, jobHandlers(deps, config))
  const mails = (kind: string) =>
    db.selectFrom('mail').selectAll().where('kind', '=', kind).orderBy('recipient').execute()
  const linkOf = async () =>
    /http\S+\/deletion\/(\S+)/.exec((await mails('identity.deletion-asked'))[0]!.text_body)![1]!
  const listing = await call(sam, 'POST', '/v1/sitters', {
    headline: 'A quiet home',
    placeId: lisbon.id,
    status: 'published',
    services: [{ service: 'boarding', rates: { base: 20_00 } }],
  })
  const { id: sitterId } = listing.json<Sitter>()
  await work()
  const isShown = async () => (await call(null, 'GET', `/v1/sitters/by-id/${sitterId}`)).statusCode === 200
  const inSearch = async () => (await db.selectFrom('sitter_search').select('sitter_id').execute()).length > 0
  const leave = (person = sam) => call(person, 'DELETE', `/v1/accounts/${person.accountId}`)
  const later = (milliseconds: number) => deps.clock.set(new Date(deps.now().getTime() + milliseconds))
  return {
    ...tested,
    sam,
    sitterId,
    call,
    identity,
    signIn,
    work,
    mails,
    linkOf,
    isShown,
    inSearch,
    leave,
    later,
  }
}

test('requesting deletion signs the user out everywhere, hides the profile and mails a link to undo it', async () => {
  const { db, deps, sam, call, identity, signIn, work, mails, isShown, inSearch, leave } = await setup()
  const { refreshToken } = await signIn()
  expect([await isShown(), await inSearch()]).toEqual([true, true])

  const left = await leave()
  expect([left.statusCode, left.json()]).toEqual([200, { deletesAt: '2026-12-15T09:00:00.000Z' }])
  await work()

  const sentence =
    'This account is going to be deleted on Tuesday 15 December 2026. Until then you can restore it with the link in the e-mail that we sent you.'
  const refused = await call(sam, 'GET', `/v1/accounts/by-id/${sam.accountId}`)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    401,
    { code: 'user-disabled', detail: sentence },
  ])
  expect((await signIn()).error?.message).toBe(`USER_DISABLED : ${sentence}`)
  // Without the password nothing is revealed about the deletion.
  expect((await signIn('not the password at all')).error?.message).toBe('INVALID_LOGIN_CREDENTIALS')
  expect(
    (await identity('token', { grant_type: 'refresh_token', refresh_token: refreshToken })).error,
  ).toBeTruthy()
  expect([await isShown(), await inSearch()]).toEqual([false, false])
  const [mail, ...others] = await mails('identity.deletion-asked')
  expect([mail!.recipient, others]).toEqual(['sam@example.org', []])
  expect(mail!.subject).toContain('Tuesday 15 December 2026')
  expect(await db.selectFrom('identity.deletions').select('due_at').execute()).toEqual([
    { due_at: new Date(deps.now().getTime() + 14 * dayMs) },
  ])
  // A password reset by mail does not work either.
  await identity('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'sam@example.org' })
  expect(await mails('identity.reset-password')).toEqual([])
})

test('opening the undo link changes nothing; submitting it restores the account but not its sessions', async () => {
  const { sam, app, call, signIn, work, mails, linkOf, isShown, inSearch, leave } = await setup()
  await leave()
  await work()
  const url = `/deletion/${await linkOf()}`
  const page = await call(null, 'GET', url)
  expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
    200,
    'private, no-store',
    'no-referrer',
  ])
  expect(page.body).toContain('Tuesday 15 December 2026')
  await work()
  // Scanners of mail servers open links, so opening alone changes nothing.
  expect([await isShown(), (await signIn()).error?.message]).toEqual([
    false,
    expect.stringContaining('USER_DISABLED') as unknown,
  ])
  const pressed = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })
  expect([pressed.statusCode, pressed.body]).toEqual([200, expect.stringContaining('Your account stays')])
  await work()
  expect([await isShown(), await inSearch()]).toEqual([true, true])
  expect((await signIn()).idToken).toBeTruthy()
  // Earlier sessions stay ended.
  expect((await call(sam, 'GET', `/v1/accounts/by-id/${sam.accountId}`)).statusCode).toBe(401)
  expect(await mails('identity.deletion-undone')).toHaveLength(1)
  expect((await call(null, 'GET', url)).statusCode).toBe(404)
  expect((await call(null, 'POST', '/deletion/nobody-knows-this')).statusCode).toBe(404)
})

test('the undo link is also sent to a former address that can still recover the account', async () => {
  const { db, deps, sam, leave, mails } = await setup()
  const code = {
    user_id: sam.uid,
    type: 'RECOVER_EMAIL',
    created_at: deps.now(),
    new_email: 'sam@example.org',
  }
  const inDays = (days: number) => new Date(deps.now().getTime() + days * dayMs)
  await db
    .insertInto('identity.oob_codes')
    .values([
      { ...code, code_hash: 'a', email: 'before@example.org', expires_at: inDays(3) },
      { ...code, code_hash: 'b', email: 'long-ago@example.org', expires_at: inDays(-3) },
    ])
    .execute()
  await leave()
  expect((await mails('identity.deletion-asked')).map(({ recipient }) => recipient)).toEqual([
    'before@example.org',
    'sam@example.org',
  ])
})

test('the account is erased after 14 days, and the same person can sign up again', async () => {
  const { app, db, deps, sam, leave, later, work, linkOf, call } = await setup()
  await leave()
  await work()
  const url = `/deletion/${await linkOf()}`
  const dueJob = () => deps.jobs.push({ name: 'identity.erase-due', payload: {} })
  later(14 * dayMs - 1_000)
  dueJob()
  await work()
  expect(await db.selectFrom('identity.users').select('id').execute()).toEqual([{ id: sam.uid }])
  later(1_000)
  // The link is void once the time is over, even before the job has run.
  expect((await call(null, 'POST', url)).statusCode).toBe(404)
  dueJob()
  await work()
  expect(await db.selectFrom('identity.users').select('id').execute()).toEqual([])
  expect(await db.selectFrom('identity.deletions').select('user_id').execute()).toEqual([])
  expect(
    await db
      .selectFrom('account')
      .select(['name', 'email'])
      .where('id', '=', sam.accountId)
      .executeTakeFirst(),
  ).toEqual({ name: 'Former member', email: '' })
  const again = await signUp(app, 'Sam')
  expect(again.accountId).not.toBe(sam.accountId)
})

test('deletion requires a sign-in within the last ten minutes and is refused for another user’s account', async () => {
  const { app, sam, call, leave, later, signIn } = await setup()
  const olga = await signUp(app, 'Olga')
  expect((await call(olga, 'DELETE', `/v1/accounts/${sam.accountId}`)).json()).toMatchObject({
    code: 'account-not-found',
  })
  expect((await call(olga, 'GET', `/v1/accounts/${sam.accountId}/deletion`)).statusCode).toBe(404)
  later(601_000)
  expect((await leave()).json()).toMatchObject({ code: 'sign-in-too-old', status: 403 })
  expect((await signIn()).error).toBeUndefined()
})

test('deletion by the client library is delayed for a user with an account and immediate without one', async () => {
  const { db, sam, identity, signIn, mails } = await setup()
  const { idToken } = await signIn()
  expect(await identity('accounts:delete', { idToken })).toEqual({
    kind: 'identitytoolkit#DeleteAccountResponse',
  })
  expect(await mails('identity.deletion-asked')).toHaveLength(1)
  expect((await signIn()).error?.message).toContain('USER_DISABLED')
  const nobody = await identity('accounts:signUp', {
    email: 'new@example.org',
    password: 'a-New-password-1',
    returnSecureToken: true,
  })
  await identity('accounts:delete', { idToken: nobody.idToken })
  expect(await db.selectFrom('identity.users').select('id').execute()).toEqual([{ id: sam.uid }])
})

test('the only owner of the site cannot leave, and of two who leave at the same moment one stays', async () => {
  const { app, db, sam, leave } = await setup()
  const olga = await signUp(app, 'Olga')
  const makeOwner = ({ accountId }: TestPerson) =>
    db
      .updateTable('account')
      .set({ roles: ['instance_owner'] })
      .where('id', '=', accountId)
      .execute()
  await makeOwner(sam)
  const refused = await leave(sam)
  expect(refused.json()).toMatchObject({ code: 'account-in-use' })
  expect(refused.json<{ detail: string }>().detail).toContain('only owner of the site')
  await makeOwner(olga)
  const answers = await collide(db, 'account', [() => leave(sam), () => leave(olga)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
})
