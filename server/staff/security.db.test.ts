import { expect, test } from 'vitest'
import type { Role } from '#contract/staff/codes.ts'
import { scheduleDeletion } from '#server/identity/deletion/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { signUp, testApp } from '#test/app.ts'

const reason = 'Somebody else has read your mail, as you told us on the phone.'

async function setup() {
  const { app, db, deps } = await testApp()
  const [ada, olga] = [await signUp(app, 'Ada'), await signUp(app, 'Olga')]
  const setRoles = (accountId: string, roles: Role[]) =>
    db.updateTable('account').set({ roles }).where('id', '=', accountId).execute()
  await setRoles(ada.accountId, ['support'])
  const identity = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/identity/v1/${path}?key=sitwell-public-key`, payload })).json<
      Record<string, string> & { error?: { message: string } }
    >()
  const signIn = async (password = 'a-Olga-password-1') => {
    const { idToken, error } = await identity('accounts:signInWithPassword', {
      email: 'olga@example.org',
      password,
      returnSecureToken: true,
    })
    return idToken ?? error?.message
  }
  const act = async (what: 'end-sessions' | 'reset-password', accountId = olga.accountId) =>
    (
      await app.inject({
        method: 'POST',
        url: `/v1/admin/people/${accountId}/${what}`,
        headers: ada.headers,
        payload: { reason },
      })
    ).json<{ devices?: number; code?: string; detail?: string }>()
  const read = async (token?: string) =>
    (
      await app.inject({
        url: `/v1/accounts/by-id/${olga.accountId}`,
        headers: token ? { authorization: `Bearer ${token}` } : olga.headers,
      })
    ).statusCode
  const mails = (kind: string) =>
    db.selectFrom('mail').select(['subject', 'text_body', 'recipient']).where('kind', '=', kind).execute()
  return { app, db, deps, ada, olga, setRoles, identity, signIn, act, read, mails }
}

test('signing a person out ends every session at once, keeps the password, and mails the reason', async () => {
  const { deps, db, olga, act, read, signIn, mails } = await setup()
  const other = await signIn()
  expect([await read(), await read(other)]).toEqual([200, 200])
  expect(await act('end-sessions')).toEqual({ devices: 2 })
  expect([await read(), await read(other)]).toEqual([401, 401])
  const [mail] = await mails('accounts.signed-out')
  expect(mail).toMatchObject({ recipient: 'olga@example.org', text_body: expect.stringContaining(reason) })
  deps.clock.set(new Date(deps.now().getTime() + 2_000))
  expect(await read(await signIn())).toBe(200)
  const written = await db
    .selectFrom('staff_act')
    .select(['act', 'reason', 'concerns'])
    .executeTakeFirstOrThrow()
  expect(written).toEqual({
    act: 'POST /v1/admin/people/:accountId/end-sessions',
    reason,
    concerns: [olga.accountId],
  })
})

test('after a forced reset the old password fails, and the person chooses a new one by mail', async () => {
  const { db, deps, act, read, signIn, identity, mails } = await setup()
  expect(await act('reset-password')).toEqual({ devices: 1 })
  expect(await read()).toBe(401)
  expect(await signIn()).toBe('INVALID_LOGIN_CREDENTIALS')
  const [mail] = await mails('accounts.reset-forced')
  expect(mail!.text_body).toContain(reason)
  expect(mail!.text_body).toContain('/auth/forgot-password')
  expect(await act('reset-password')).toMatchObject({
    code: 'person-change-refused',
    detail: expect.stringContaining('has no password'),
  })

  await identity('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'olga@example.org' })
  const [code] = await mails('identity.reset-password')
  const oobCode = /oobCode=([^&\s]+)/.exec(code!.text_body)![1]
  const newPassword = 'quite another password'
  expect((await identity('accounts:resetPassword', { oobCode, newPassword })).error).toBeUndefined()
  deps.clock.set(new Date(deps.now().getTime() + 2_000))
  expect(await read(await signIn(newPassword))).toBe(200)
  expect(await db.selectFrom('staff_act').select('act').execute()).toHaveLength(1)
})

test('a link to a new password that was mailed before a forced reset no longer works', async () => {
  const { act, identity, mails } = await setup()
  await identity('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'olga@example.org' })
  const [code] = await mails('identity.reset-password')
  await act('reset-password')
  const oobCode = /oobCode=([^&\s]+)/.exec(code!.text_body)![1]
  const answer = await identity('accounts:resetPassword', { oobCode, newPassword: 'quite another password' })
  expect(answer.error?.message).toContain('INVALID_OOB_CODE')
})

test('closed accounts, staff, oneself and accounts that sign in elsewhere are refused with a sentence', async () => {
  const { db, deps, ada, olga, setRoles, act } = await setup()
  const detailOf = async (accountId?: string) => {
    const { code, detail } = await act('end-sessions', accountId)
    expect(code).toBe('person-change-refused')
    return detail
  }
  expect(await detailOf(ada.accountId)).toContain('your own account')
  await setRoles(olga.accountId, ['moderator'])
  expect(await detailOf()).toContain('Only an owner of the site')
  await setRoles(ada.accountId, ['instance_owner'])
  expect(await act('end-sessions')).toEqual({ devices: 1 })
  await setRoles(olga.accountId, [])
  await ensureTransaction(deps, (tx) => scheduleDeletion(tx, { uid: olga.uid, caller: null }))
  expect(await detailOf()).toContain('about to be deleted')
  await db.updateTable('account').set({ external_id: 'elsewhere' }).where('id', '=', olga.accountId).execute()
  expect(await detailOf()).toContain('another service')
  expect(await act('end-sessions', '00000000-0000-7000-8000-000000000009')).toMatchObject({
    code: 'account-not-found',
  })
})
