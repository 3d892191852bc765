import { expect, test } from 'vitest'
import { jobHandlers } from '#server/slices.ts'
import { signUp, testApp } from '#test/app.ts'
import { drainQueue } from '#test/queue.ts'

const reason = 'You told us on the phone that it was misspelt.'

async function setup() {
  const { app, db, deps, config } = await testApp()
  const [ada, olga, sam] = [await signUp(app, 'Ada'), await signUp(app, 'Olga'), await signUp(app, 'Sam')]
  const setRoles = (accountId: string, roles: string[]) =>
    db.updateTable('account').set({ roles }).where('id', '=', accountId).execute()
  await setRoles(ada.accountId, ['operator'])
  const correct = async (body: object, accountId = olga.accountId) =>
    (
      await app.inject({
        method: 'POST',
        url: `/v1/admin/people/${accountId}/correct`,
        headers: ada.headers,
        payload: { reason, ...body },
      })
    ).json<{ emailWaits?: boolean; code?: string; detail?: string }>()
  const work = () => drainQueue(deps, jobHandlers(deps, config))
  const identity = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/identity/v1/${path}?key=sitwell-public-key`, payload })).json<{
      error?: { message: string }
    }>()
  const account = () =>
    db
      .selectFrom('account')
      .select(['name', 'phone_number', 'email'])
      .where('id', '=', olga.accountId)
      .executeTakeFirstOrThrow()
  const mailsTo = (recipient: string) =>
    db.selectFrom('mail').select(['kind', 'text_body']).where('recipient', '=', recipient).execute()
  const codeIn = (text: string) => /oobCode=([^&\s]+)/.exec(text)![1]!
  return { db, ada, olga, sam, setRoles, correct, work, identity, account, mailsTo, codeIn }
}

test('a corrected name and telephone number count at once, and the person is told why', async () => {
  const { db, correct, account, mailsTo } = await setup()
  expect(await correct({ name: 'Olga Marsh', phoneNumber: '+351912345678' })).toEqual({ emailWaits: false })
  expect(await account()).toMatchObject({ name: 'Olga Marsh', phone_number: '+351912345678' })
  const [mail] = await mailsTo('olga@example.org')
  for (const words of [reason, 'Olga Marsh', '+351912345678']) expect(mail!.text_body).toContain(words)
  expect(await db.selectFrom('staff_act').select(['permission', 'reason']).execute()).toEqual([
    { permission: 'people.correct', reason },
  ])
  expect(await correct({ name: 'Olga Marsh' })).toMatchObject({ code: 'person-change-refused' })
  expect(await correct({ phoneNumber: null })).toEqual({ emailWaits: false })
  expect(await account()).toMatchObject({ name: 'Olga Marsh', phone_number: null })
})

test('a new address counts once it is confirmed from its mailbox', async () => {
  const { correct, work, identity, account, mailsTo, codeIn } = await setup()
  expect(await correct({ email: 'olga.marsh@example.org' })).toEqual({ emailWaits: true })
  await work()
  expect(await account()).toMatchObject({ email: 'olga@example.org' })
  const [mail] = await mailsTo('olga.marsh@example.org')
  expect(mail!.text_body).toContain(reason)
  expect((await identity('accounts:update', { oobCode: codeIn(mail!.text_body) })).error).toBeUndefined()
  await work()
  expect(await account()).toMatchObject({ email: 'olga.marsh@example.org' })
})

test('the old address gets a link that stops the change', async () => {
  const { db, correct, work, identity, account, mailsTo, codeIn } = await setup()
  await db.updateTable('identity.users').set({ email_verified: true }).execute()
  await correct({ email: 'thief@example.org' })
  await work()
  const stop = (await mailsTo('olga@example.org')).find(({ kind }) => kind === 'identity.change-asked')
  expect(stop!.text_body).toContain(reason)
  expect((await identity('accounts:update', { oobCode: codeIn(stop!.text_body) })).error).toBeUndefined()
  const [mail] = await mailsTo('thief@example.org')
  const answer = await identity('accounts:update', { oobCode: codeIn(mail!.text_body) })
  expect(answer.error?.message).toContain('INVALID_OOB_CODE')
  await work()
  expect(await account()).toMatchObject({ email: 'olga@example.org' })
})

test('an old address that was never confirmed is told of the change, and gets no link', async () => {
  const { correct, work, identity, account, mailsTo, codeIn } = await setup()
  await correct({ email: 'olga.marsh@example.org' })
  await work()
  const [mail] = await mailsTo('olga.marsh@example.org')
  expect((await identity('accounts:update', { oobCode: codeIn(mail!.text_body) })).error).toBeUndefined()
  await work()
  expect(await account()).toMatchObject({ email: 'olga.marsh@example.org' })
  const told = await mailsTo('olga@example.org')
  expect(told.map(({ kind }) => kind)).toContain('identity.change-told')
  for (const { text_body: text } of told) expect(text).not.toContain('oobCode')
})

test('addresses of others, staff, oneself and accounts that sign in elsewhere are refused', async () => {
  const { db, ada, olga, setRoles, correct } = await setup()
  const detailOf = async (body: object, accountId?: string) => {
    const { code, detail } = await correct(body, accountId)
    expect(code).toBe('person-change-refused')
    return detail
  }
  expect(await detailOf({ email: 'SAM@example.org' })).toContain('exists already')
  expect(await detailOf({ name: 'Ida' }, ada.accountId)).toContain('your own account')
  await setRoles(olga.accountId, ['support'])
  expect(await detailOf({ name: 'Ida' })).toContain('Only an owner of the site')
  await setRoles(olga.accountId, [])
  await db.updateTable('account').set({ external_id: 'elsewhere' }).where('id', '=', olga.accountId).execute()
  expect(await detailOf({ email: 'olga.marsh@example.org' })).toContain('another service')
})
