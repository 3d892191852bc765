import { expect, test } from 'vitest'
import type { Role } from '#contract/staff/codes.ts'
import * as contract from '#contract/staff/roles.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { signUp, testApp } from '#test/app.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { collide } from '#test/collide.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

const reason = 'She answers our mail from now on.'

async function setup() {
  const deps = testDeps(await testDb())
  const { db } = deps
  await buildAccounts(db, olga, sam, eve)
  const setRoles = (accountId: string, roles: Role[]) =>
    db.updateTable('account').set({ roles }).where('id', '=', accountId).execute()
  await setRoles(eve.accountId, ['instance_owner'])
  const owner = (person: Viewer = eve) =>
    withFreshSignIn({ ...person, roles: ['instance_owner'] }, deps.now())
  const change = (
    accountId: string,
    { give = [], take = [] }: { give?: Role[]; take?: Role[] },
    viewer = owner(),
  ) =>
    answerOf(routes, contract.changeRoles, deps, {
      viewer,
      params: { accountId },
      body: { give, take, reason },
    })
  const rolesOf = async (accountId: string) =>
    (await db.selectFrom('account').select('roles').where('id', '=', accountId).executeTakeFirstOrThrow())
      .roles
  const mailsTo = (email: string) =>
    db.selectFrom('mail').select(['subject', 'text_body']).where('recipient', '=', email).execute()
  return { deps, db, setRoles, owner, change, rolesOf, mailsTo }
}

test('an owner gives and takes roles, the person is told why, and each change is written down', async () => {
  const { db, change, rolesOf, mailsTo } = await setup()
  expect(await change(olga.accountId, { give: ['support', 'accountant'] })).toEqual({
    roles: ['support', 'accountant'],
  })
  expect(await change(olga.accountId, { give: ['operator'], take: ['support', 'accountant'] })).toEqual({
    roles: ['operator'],
  })
  expect(await change(olga.accountId, { take: ['operator'] })).toEqual({ roles: [] })
  expect(await rolesOf(olga.accountId)).toEqual([])
  const mails = await mailsTo(olga.email)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'You no longer help to run Sitwell',
    'Your roles on Sitwell have changed',
    'Your roles on Sitwell have changed',
  ])
  for (const { text_body: text } of mails) expect(text).toContain(reason)
  const acts = await db.selectFrom('staff_act').select(['reason', 'permission', 'concerns']).execute()
  expect(acts).toHaveLength(3)
  expect(acts[0]).toEqual({ reason, permission: 'roles.change', concerns: [olga.accountId] })
})

test('the last owner of the site who can sign in stays one, also if two take the role from each other', async () => {
  const { db, deps, setRoles, owner, change, rolesOf } = await setup()
  const isRefused = { code: 'person-change-refused' }
  await expect(change(eve.accountId, { take: ['instance_owner'] })).rejects.toMatchObject(isRefused)
  expect(await rolesOf(eve.accountId)).toEqual(['instance_owner'])

  // An owner who cannot sign in does not count.
  await setRoles(olga.accountId, ['instance_owner'])
  const at = deps.now()
  const times = { valid_since: at, created_at: at, last_login_at: at, last_refresh_at: at }
  await db
    .insertInto('identity.users')
    .values({ id: olga.uid, email: olga.email, email_canonical: olga.email, disabled: true, ...times })
    .execute()
  await expect(change(eve.accountId, { take: ['instance_owner'] })).rejects.toMatchObject(isRefused)
  await db.updateTable('identity.users').set({ disabled: false }).execute()

  const outcomeOf = (changing: Promise<unknown>) =>
    changing.then(
      () => 'done',
      () => 'refused',
    )
  const outcomes = await collide(db, 'account', [
    () => outcomeOf(change(olga.accountId, { take: ['instance_owner'] })),
    () => outcomeOf(change(eve.accountId, { take: ['instance_owner'] }, owner(olga))),
  ])
  expect(outcomes.toSorted()).toEqual(['done', 'refused'])
  const left = [...(await rolesOf(olga.accountId)), ...(await rolesOf(eve.accountId))]
  expect(left).toEqual(['instance_owner'])
})

test('a change that changes nothing, a closed account and everybody but an owner are refused', async () => {
  const { db, deps, owner, change } = await setup()
  await expect(change(olga.accountId, { take: ['support'] })).rejects.toMatchObject({
    code: 'person-change-refused',
  })
  const operator = withFreshSignIn({ ...sam, roles: ['operator'] }, deps.now())
  await expect(change(olga.accountId, { give: ['support'] }, operator)).rejects.toMatchObject({
    code: 'role-missing',
  })
  // The role is read again, because it may have been taken since the request arrived.
  await expect(change(olga.accountId, { give: ['support'] }, owner(sam))).rejects.toMatchObject({
    code: 'role-missing',
  })
  const at = deps.now()
  const times = { valid_since: at, created_at: at, last_login_at: at, last_refresh_at: at }
  await db
    .insertInto('identity.users')
    .values({ id: olga.uid, email: olga.email, email_canonical: olga.email, disabled: true, ...times })
    .execute()
  await expect(change(olga.accountId, { give: ['support'] })).rejects.toMatchObject({
    code: 'person-change-refused',
  })
})

test('a role that was taken no longer opens anything, with the sign-in that the person already has', async () => {
  const { app, db } = await testApp()
  const [ada, olga] = [await signUp(app, 'Ada'), await signUp(app, 'Olga')]
  await db
    .updateTable('account')
    .set({ roles: ['instance_owner'] })
    .where('id', '=', ada.accountId)
    .execute()
  const change = (body: object) =>
    app.inject({
      method: 'POST',
      url: `/v1/admin/people/${olga.accountId}/roles`,
      headers: ada.headers,
      payload: { ...body, reason },
    })
  const status = async () => (await app.inject({ url: '/v1/admin/people', headers: olga.headers })).statusCode
  expect(await status()).toBe(403)
  expect((await change({ give: ['support'] })).statusCode).toBe(200)
  expect(await status()).toBe(200)
  expect((await change({ take: ['support'] })).statusCode).toBe(200)
  expect(await status()).toBe(403)
})
