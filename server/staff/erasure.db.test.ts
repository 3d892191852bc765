import { expect, test } from 'vitest'
import type { Role } from '#contract/staff/codes.ts'
import * as contract from '#contract/staff/erasure.ts'
import { prepareExport } from '#server/exports/prepare-commands.ts'
import { findUndoable, undoDeletion } from '#server/identity/deletion/commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { signUp, testApp } from '#test/app.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

const reason = 'You asked for it in a letter of 3 November.'

async function setup() {
  const fixture = await bookingFixture()
  const { deps, db } = fixture
  const as = (roles: Role[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const operator = as(['operator'])
  const remove = (accountId: string, viewer = operator) =>
    answerOf(routes, contract.deletePerson, deps, { viewer, params: { accountId }, body: { reason } })
  const open = async (accountId: string) =>
    (await answerOf(routes, contract.showDeletionOf, deps, { viewer: operator, params: { accountId } })).open
  const mailsTo = (email: string) =>
    db.selectFrom('mail').select(['kind', 'text_body']).where('recipient', '=', email).execute()
  return { ...fixture, as, remove, open, mailsTo }
}

test('an account on which others depend is not deleted, and what is open is listed', async () => {
  const fixture = await setup()
  const booking = await fixture.request(olga, weekend(fixture))
  const open = [{ kind: 'booking', id: booking.id, number: booking.number, text: expect.any(String) }]
  expect(await fixture.open(olga.accountId)).toEqual(open)
  await expect(fixture.remove(olga.accountId)).rejects.toMatchObject({ code: 'account-in-use' })
  expect(await fixture.db.selectFrom('identity.deletions').select('user_id').execute()).toEqual([])
})

test('a deletion by staff waits as long as one by the person, says why, and the mailed link undoes it', async () => {
  const { db, deps, remove, mailsTo } = await setup()
  const at = deps.now()
  expect(await remove(olga.accountId)).toEqual({
    deletesAt: new Date(at.getTime() + 14 * 86_400_000).toISOString(),
  })
  await expect(remove(olga.accountId)).rejects.toMatchObject({ code: 'person-change-refused' })
  const mail = (await mailsTo(olga.email)).find(({ kind }) => kind === 'identity.deletion-asked')
  expect(mail!.text_body).toContain(reason)
  const code = /\/deletion\/(\S+)/.exec(mail!.text_body)![1]!
  const undoable = await findUndoable(deps, code)
  expect(await undoDeletion(deps, undoable!.uid, null)).toBe(true)
  expect(await db.selectFrom('staff_act').select(['reason', 'permission']).execute()).toEqual([
    { reason, permission: 'people.erase' },
  ])
})

test('only those who run the site delete accounts, of staff only its owner, and nobody their own', async () => {
  const { db, as, remove } = await setup()
  await expect(remove(olga.accountId, as(['support']))).rejects.toMatchObject({ code: 'role-missing' })
  await expect(remove(eve.accountId)).rejects.toMatchObject({ code: 'person-change-refused' })
  await db
    .updateTable('account')
    .set({ roles: ['support'] })
    .where('id', '=', sam.accountId)
    .execute()
  await expect(remove(sam.accountId)).rejects.toMatchObject({ code: 'person-change-refused' })
})

test('a copy of data that staff have prepared is announced with the reason, and only the person gets it', async () => {
  const { app, db, deps } = await testApp()
  const [ada, tess] = [await signUp(app, 'Ada'), await signUp(app, 'Tess')]
  await db
    .updateTable('account')
    .set({ roles: ['operator'] })
    .where('id', '=', ada.accountId)
    .execute()
  const prepare = () =>
    app.inject({
      method: 'POST',
      url: `/v1/admin/people/${tess.accountId}/exports`,
      headers: ada.headers,
      payload: { reason },
    })
  const first = await prepare()
  expect([first.statusCode, first.json()]).toEqual([201, { askedAt: deps.now().toISOString() }])
  expect((await prepare()).json()).toMatchObject({ code: 'person-change-refused' })
  const { exportId } = deps.jobs.findLast((job) => job.name === 'exports.prepare')!.payload
  await prepareExport(deps, exportId)
  const [mail] = await db
    .selectFrom('mail')
    .select(['recipient', 'text_body'])
    .where('kind', '=', 'data-export-ready')
    .execute()
  expect(mail!.recipient).toBe('tess@example.org')
  expect(mail!.text_body).toContain(reason)
  expect(mail!.text_body).not.toContain('that you asked for')

  const addressFor = ({ headers }: typeof ada) =>
    app.inject({
      method: 'POST',
      url: `/v1/accounts/${tess.accountId}/exports/${exportId}/address`,
      headers,
      payload: {},
    })
  expect((await addressFor(ada)).statusCode).toBe(404)
  expect((await addressFor(tess)).statusCode).toBe(200)
})

test('staff keep an account that is about to be erased, and the person is told why', async () => {
  const { deps, db, as, remove, mailsTo } = await setup()
  const words = 'You called and have changed your mind.'
  const keep = (viewer = as(['operator'])) =>
    answerOf(routes, contract.keepPerson, deps, {
      viewer,
      params: { accountId: olga.accountId },
      body: { reason: words },
    })
  await expect(keep()).rejects.toMatchObject({ code: 'person-change-refused' })
  await remove(olga.accountId)
  await expect(keep(as(['support']))).rejects.toMatchObject({ code: 'role-missing' })
  await keep()
  expect(await db.selectFrom('identity.deletions').select('user_id').execute()).toEqual([])
  const told = (await mailsTo(olga.email)).find(({ kind }) => kind === 'identity.deletion-undone')
  expect(told!.text_body).toContain(words)
  await remove(olga.accountId)
  deps.clock.set(new Date(deps.now().getTime() + 15 * 86_400_000))
  await expect(keep()).rejects.toMatchObject({ code: 'person-change-refused' })
})
