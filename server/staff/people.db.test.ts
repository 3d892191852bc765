import { expect, test } from 'vitest'
import { createReport } from '#contract/reports.ts'
import * as contract from '#contract/staff/people.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { actorsOf, bookingFixture, completedWeekend, send, weekend } from '#test/booking-fixture.ts'
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

test('people are sorted by name, address or age, and the pages of an order leave no gaps', async () => {
  const { deps, db, as, list } = await setup()
  const rows = [
    { id: olga.accountId, name: 'olga', email: 'c@example.org', created_at: new Date('2026-01-02') },
    { id: sam.accountId, name: 'Sam', email: 'A@example.org', created_at: new Date('2026-01-03') },
    { id: eve.accountId, name: 'Sam', email: 'b@example.org', created_at: new Date('2026-01-01') },
  ]
  for (const { id, ...values } of rows)
    await db.updateTable('account').set(values).where('id', '=', id).execute()
  expect(await list({ sort: 'name' })).toEqual(['olga', 'Sam', 'Sam'])
  expect(await list({ sort: '-name' })).toEqual(['Sam', 'Sam', 'olga'])
  const page = (query: object) =>
    answerOf(routes, contract.listPeople, deps, { viewer: as(['support']), query: { limit: '1', ...query } })
  const byAddress = ['A@example.org', 'b@example.org', 'c@example.org']
  const byAge = ['b@example.org', 'c@example.org', 'A@example.org']
  for (const [sort, expected] of [
    ['email', byAddress],
    ['-email', byAddress.toReversed()],
    ['createdAt', byAge],
    ['-createdAt', byAge.toReversed()],
  ] as const) {
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null && found.length < 4;) {
      const { items, nextCursor } = await page({ sort, cursor })
      found.push(...items.map(({ email }) => email))
      cursor = nextCursor
    }
    expect(found).toEqual(expected)
  }
  const { nextCursor } = await page({ sort: 'name' })
  const rest = await page({ sort: 'name', limit: '2', cursor: nextCursor })
  expect(rest.items.map(({ accountId }) => accountId)).toEqual([sam.accountId, eve.accountId])
  await expect(page({ sort: '-name', cursor: nextCursor })).rejects.toMatchObject({ code: 'cursor-invalid' })
})

test('people are exported as CSV by those who may, and the export is written down with its reason', async () => {
  const { deps, db, as } = await setup()
  await db
    .updateTable('account')
    .set({ name: '=cmd', location: 'Lisbon, Portugal', created_at: new Date('2026-01-02') })
    .where('id', '=', olga.accountId)
    .execute()
  const reason = 'The accountant needs all owners.'
  const download = (roles: string[], body: object = {}) =>
    answerOf(routes, contract.exportPeople, deps, { viewer: as(roles), body: { reason, ...body } })
  const [header, line, ...others] = (await download(['operator'], { q: olga.email })).split('\r\n')
  expect(header).toBe('\uFEFFAccount,Name,E-mail,Place,Sitter,Roles,Suspended,Since')
  expect(line).toBe(
    `${olga.accountId},'=cmd,${olga.email},"Lisbon, Portugal",false,,false,2026-01-02T00:00:00.000Z`,
  )
  expect(others).toEqual([''])
  expect(await db.selectFrom('staff_act').select(['act', 'permission', 'reason']).execute()).toEqual([
    { act: 'POST /v1/admin/people.csv', permission: 'people.export', reason },
  ])
  await expect(download(['support'])).rejects.toMatchObject({ code: 'role-missing' })
  await expect(download(['operator'], { reason: 'why' })).rejects.toMatchObject({ code: 'request-invalid' })
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

test('the page of a person has reviews on either side, and reports and money for those who may read them', async () => {
  const fixture = await setup()
  const { as, show, review, deps } = fixture
  const booking = await completedWeekend({ ...fixture, ...actorsOf(deps) })
  await review(olga, booking, { overall: 4, text: 'Rex came home happy and tired.' })
  await send(deps, createReport, sam, {
    body: { subjectKind: 'person', subjectId: olga.accountId, reason: 'other', words: 'She was late.' },
  })
  const [hers, his] = [
    await show(olga.accountId, as(['operator'])),
    await show(sam.accountId, as(['operator'])),
  ]
  const shared = {
    booking: { id: booking.id, number: booking.number },
    overall: 4,
    text: 'Rex came home happy and tired.',
    state: 'waiting',
  }
  expect(hers.reviews).toMatchObject([{ ...shared, isWritten: true, otherName: 'Sam' }])
  expect(his.reviews).toMatchObject([{ ...shared, isWritten: false, otherName: 'Olga' }])
  expect(hers.reports).toMatchObject([{ isAbout: true, otherName: 'Sam', reason: 'other', status: 'open' }])
  expect(his.reports).toMatchObject([{ isAbout: false, otherName: 'Olga' }])
  expect(hers.money).toEqual([
    { currency: 'EUR', paid: booking.quote.total, refunded: 0, earned: 0, paidOut: 0, invoiced: 0 },
  ])
  expect(his.money).toEqual([])
  deps.clock.set(new Date(deps.now().getTime() + 3 * 86_400_000))
  await runClock(deps)
  const { earned, paidOut, paid } = (await show(sam.accountId, as(['accountant', 'support']))).money![0]!
  expect([earned, paid]).toEqual([booking.quote.sitterPayout, 0])
  expect(paidOut).toBe(earned)
  expect((await show(eve.accountId, as(['operator']))).money).toEqual([])
  const support = await show(olga.accountId)
  expect([support.reports, support.money]).toEqual([null, null])
})
