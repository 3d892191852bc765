import { expect, test } from 'vitest'
import * as contract from '#contract/bookings/case-desk.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { buildPet, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { caseFixture, words } from '#test/case-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectOrders, idOf } from '#test/orders.ts'

const support: Viewer = { ...sam, roles: ['support'] }

/** Four open cases about a booking of Olga and one of Eve. */
async function setup() {
  const fixture = await caseFixture()
  const { deps, db, booking, desk } = fixture
  const disputed = await fixture.disputed()
  const miso = await buildPet(db, eve, { name: 'Miso' })
  const january = { ...weekend(fixture), startOn: '2027-01-15', endOn: '2027-01-17', petIds: [miso] }
  const other = await fixture.request(eve, january)
  const { id } = disputed.cases[0]!
  const row = await db.selectFrom('booking_case').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await db.deleteFrom('booking_case').execute()
  const cases = [
    [booking, 'care', '2026-12-01', '2026-12-09'],
    [booking, 'damage', '2026-12-01', '2026-12-08'],
    [other, 'care', '2026-12-02', '2026-12-08'],
    [other, 'keys', '2026-12-03', '2026-12-07'],
  ] as const
  for (const [index, [{ id: bookingId }, kind, opened, decide]] of cases.entries())
    await db
      .insertInto('booking_case')
      .values({
        ...row,
        id: idOf(index),
        booking_id: bookingId,
        kind,
        opened_at: new Date(opened),
        decide_by: new Date(decide),
      })
      .execute()
  const csv = (query: object, viewer = support) => send(deps, contract.exportCases, viewer, { query })
  const nameOf = (one: contract.CaseSummary) => one.case.id
  const found = async (query: object) => (await desk.list(query)).items.map(nameOf)
  const sorted = { list: desk.list, csv, nameOf, column: 0 }
  return { ...fixture, other, csv, found, sorted }
}

const ids = (...numbers: number[]) => numbers.map(idOf)
const orders = { owner: ids(2, 3, 0, 1), openedAt: ids(0, 1, 2, 3), decideBy: ids(3, 1, 2, 0) }

test('cases are sorted by owner, age, deadline or decision, page by page, and exported in this order', async () => {
  const { db, desk, found, sorted } = await setup()
  await expectOrders(sorted, {}, orders)
  expect(await found({})).toEqual(orders.decideBy)
  expect(await refusalOf(desk.list({ sort: 'resolvedAt' }))).toMatchObject({
    code: 'request-invalid',
    errors: [{ path: 'sort', message: 'Open cases have no decision to sort by' }],
  })
  const resolved = { status: 'resolved', refund: 0, statement: 'Both agree.' } as const
  await db
    .updateTable('booking_case')
    .set({ ...resolved, resolved_at: new Date('2026-12-04') })
    .execute()
  await db
    .updateTable('booking_case')
    .set({ resolved_at: new Date('2026-12-05') })
    .where('id', '=', idOf(0))
    .execute()
  await expectOrders(sorted, { status: 'resolved' }, { ...orders, resolvedAt: ids(1, 2, 3, 0) })
  expect(await found({ status: 'resolved' })).toEqual(ids(0, 3, 2, 1))
  expect(await found({})).toEqual([])
})

test('cases are found by booking, person and kind', async () => {
  const { booking, other, found } = await setup()
  expect(await found({ q: `#${other.number}` })).toEqual(ids(3, 2))
  expect(await found({ q: booking.id })).toEqual(ids(1, 0))
  expect(await found({ q: 'oLga' })).toEqual(ids(1, 0))
  expect(await found({ q: eve.email })).toEqual(ids(3, 2))
  expect(await found({ q: '%' })).toEqual([])
  expect(await found({ kind: 'care' })).toEqual(ids(2, 0))
  expect(await found({ kind: 'care', q: 'Olga' })).toEqual(ids(0))
})

test('the export of cases has none of the words of both sides, and needs a role that reads cases', async () => {
  const { db, booking, csv } = await setup()
  await db.updateTable('booking_case').set({ answer: 'I was at the market.' }).execute()
  const file = await csv({})
  expect(file.split('\r\n')[4]).toBe(
    `${idOf(0)},care,awaiting_party,${booking.number},Boarding,Olga,Sam,2026-12-11,2026-12-13,owner,2026-12-01T00:00:00.000Z,2026-12-15T11:00:00.000Z,2026-12-09T00:00:00.000Z,40,,EUR,,,`,
  )
  for (const text of [words, 'market', '@']) expect(file).not.toContain(text)
  for (const viewer of [olga, { ...eve, roles: ['moderator'] }, { ...eve, roles: ['accountant'] }])
    expect(await refusalOf(csv({}, viewer))).toMatchObject({ code: 'role-missing' })
})
