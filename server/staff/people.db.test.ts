import { expect, test } from 'vitest'
import * as contract from '#contract/staff/people.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

async function setup() {
  const fixture = await bookingFixture()
  const { deps, db } = fixture
  for (const { uid, email } of [olga, sam, eve])
    await db
      .insertInto('identity.users')
      .values({
        id: uid,
        email,
        email_canonical: email,
        email_verified: uid === olga.uid,
        valid_since: deps.now(),
        created_at: deps.now(),
        last_login_at: deps.now(),
        last_refresh_at: deps.now(),
      })
      .execute()
  const as = (roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const support = as(['support'])
  const list = async (query: object = {}) =>
    (await answerOf(routes, contract.listPeople, deps, { viewer: support, query })).items.map(
      ({ name }) => name,
    )
  const show = (accountId: string, viewer = support) =>
    answerOf(routes, contract.showPerson, deps, { viewer, params: { accountId } })
  const setRoles = (accountId: string, roles: string[]) =>
    db.updateTable('account').set({ roles }).where('id', '=', accountId).execute()
  return { ...fixture, as, list, show, setRoles }
}

test('people are found by name, address, number, ids, booking and kind, page by page', async () => {
  const fixture = await setup()
  const { deps, db, as, list, setRoles, request } = fixture
  const booking = await request(olga, weekend(fixture))
  await db
    .updateTable('account')
    .set({ phone_number: '+351912345678' })
    .where('id', '=', sam.accountId)
    .execute()
  expect((await list()).toSorted()).toEqual(['Eve', 'Olga', 'Sam'])
  expect(await list({ q: 'oLg' })).toEqual(['Olga'])
  expect(await list({ q: 'EVE@example' })).toEqual(['Eve'])
  expect(await list({ q: '+351 912 345 678' })).toEqual(['Sam'])
  expect(await list({ q: olga.uid })).toEqual(['Olga'])
  expect(await list({ q: sam.accountId.toUpperCase() })).toEqual(['Sam'])
  expect((await list({ q: `#${booking.number}` })).toSorted()).toEqual(['Olga', 'Sam'])
  expect(await list({ q: '%' })).toEqual([])
  expect(await list({ kind: 'sitters' })).toEqual(['Sam'])
  expect(await list({ kind: 'staff' })).toEqual([])
  await setRoles(eve.accountId, ['support'])
  expect(await list({ kind: 'staff' })).toEqual(['Eve'])
  const viewer = as(['support'])
  const first = await answerOf(routes, contract.listPeople, deps, { viewer, query: { limit: '2' } })
  const rest = await answerOf(routes, contract.listPeople, deps, {
    viewer,
    query: { limit: '2', cursor: first.nextCursor },
  })
  expect([...first.items, ...rest.items].map(({ name }) => name).toSorted()).toEqual(['Eve', 'Olga', 'Sam'])
})

test('a person is shown with bookings of both sides, mails and events, without secrets', async () => {
  const fixture = await setup()
  const { db, deps, show, request } = fixture
  const booking = await request(olga, weekend(fixture))
  await db.deleteFrom('mail').execute()
  const mail = {
    recipient: olga.email.toUpperCase(),
    html_body: '',
    created_at: deps.now(),
    text_body: 'Dear Olga, open https://x.example/secret',
  }
  await db
    .insertInto('mail')
    .values([
      { ...mail, id: '00000000-0000-7000-8000-000000000001', subject: 'Accepted', kind: 'bookings.accepted' },
      {
        ...mail,
        id: '00000000-0000-7000-8000-000000000002',
        subject: 'Reset',
        kind: 'identity.reset-password',
      },
    ])
    .execute()
  const shown = await show(olga.accountId)
  expect(shown).toMatchObject({
    name: 'Olga',
    emailVerified: true,
    suspended: false,
    sitter: null,
    bookings: [{ number: booking.number, role: 'owner', otherName: 'Sam', status: 'requested' }],
    counts: { reportsBy: 0, reportsAbout: 0, reviewsWritten: 0 },
  })
  expect(shown.mails.map(({ subject, body }) => [subject, body])).toEqual([
    ['Reset', null],
    ['Accepted', 'Dear Olga, open (link)'],
  ])
  expect(await show(sam.accountId)).toMatchObject({
    sitter: { status: 'published', rating: null },
    bookings: [{ role: 'sitter', otherName: 'Olga' }],
  })
  await expect(show('00000000-0000-7000-8000-000000000009')).rejects.toMatchObject({
    code: 'account-not-found',
  })
})

test('somebody who is locked out is suspended, and somebody about to be deleted is not', async () => {
  const { db, deps, list, show } = await setup()
  const lockOut = (uid: string) =>
    db.updateTable('identity.users').set({ disabled: true }).where('id', '=', uid).execute()
  await lockOut(olga.uid)
  await lockOut(sam.uid)
  const due = new Date(deps.now().getTime() + 86_400_000)
  await db
    .insertInto('identity.deletions')
    .values({
      user_id: sam.uid,
      account_id: sam.accountId,
      code_hash: 'x',
      asked_at: deps.now(),
      due_at: due,
      was_disabled: false,
    })
    .execute()
  expect(await list({ kind: 'suspended' })).toEqual(['Olga'])
  expect(await show(olga.accountId)).toMatchObject({ suspended: true, deletionDueAt: null })
  expect(await show(sam.accountId)).toMatchObject({ suspended: false, deletionDueAt: due.toISOString() })
})

test('only those who run the site or answer its people read about them', async () => {
  const { as, show } = await setup()
  for (const role of ['instance_owner', 'operator'])
    expect(await show(olga.accountId, as([role]))).toMatchObject({ name: 'Olga' })
  for (const role of ['moderator', 'accountant'])
    await expect(show(olga.accountId, as([role]))).rejects.toMatchObject({ code: 'role-missing' })
})
