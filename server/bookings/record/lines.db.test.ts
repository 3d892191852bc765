import { expect, test } from 'vitest'
import { listBookingLines } from '#contract/bookings/lines.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { bookingFixture, buildPet, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { type BookingFixture, inquire } from '#test/offer-fixture.ts'

const linesOf = async (
  { deps }: BookingFixture,
  viewer: Viewer,
  { q, accountId = viewer.accountId }: { q?: string; accountId?: string } = {},
) => (await send(deps, listBookingLines, viewer, { params: { accountId }, query: { q } })).items

/** A request of Eve with the pet Ågot for earlier days than Olga's, and a question of Olga. */
async function threeBookings() {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 30_00 }, capacity: 3 } } })
  const eves = await fixture.request(eve, {
    ...weekend(fixture),
    petIds: [await buildPet(fixture.db, eve, { name: 'Ågot O’Hara' })],
  })
  const olgas = await fixture.request(olga, {
    ...weekend(fixture),
    startOn: '2026-12-12',
    endOn: '2026-12-14',
  })
  await fixture.db
    .updateTable('account')
    .set({ name: 'Eve Brontë' })
    .where('id', '=', eve.accountId)
    .execute()
  return { fixture, eves, olgas }
}

test('each side sees its own bookings in short, latest days first', async () => {
  const { fixture, eves, olgas } = await threeBookings()
  expect((await linesOf(fixture, sam)).map(({ id, role }) => ({ id, role }))).toEqual([
    { id: olgas.id, role: 'sitter' },
    { id: eves.id, role: 'sitter' },
  ])
  expect(await linesOf(fixture, eve)).toEqual([
    {
      id: eves.id,
      number: eves.number,
      role: 'owner',
      service: 'boarding',
      status: 'requested',
      startOn: eves.startOn,
      endOn: eves.endOn,
      datesOpen: false,
      other: { accountId: sam.accountId, name: eves.sitter.name },
      petNames: ['Ågot O’Hara'],
    },
  ])
})

test.each([
  ['bronte', 1],
  ['EVE br', 1],
  ['agot', 1],
  ['eve agot', 1],
  ['ohara', 1],
  ['ronte', 0],
  ['eve rex', 0],
  ['%', 2],
])('a search for “%s” ignores accents and case and needs every word: %i found', async (q, found) => {
  const { fixture } = await threeBookings()
  expect(await linesOf(fixture, sam, { q })).toHaveLength(found)
})

test('a booking is found by its number', async () => {
  const { fixture, eves } = await threeBookings()
  expect((await linesOf(fixture, sam, { q: eves.number })).map(({ id }) => id)).toEqual([eves.id])
})

test('a question without dates says so', async () => {
  const fixture = await bookingFixture()
  const question = await inquire(fixture)
  expect(await linesOf(fixture, sam)).toMatchObject([{ id: question.id, datesOpen: true }])
})

test('nobody sees the bookings of another account', async () => {
  const { fixture } = await threeBookings()
  expect(await refusalOf(linesOf(fixture, eve, { accountId: sam.accountId }))).toMatchObject({
    code: 'account-not-found',
  })
})

test('a sitter does not see a booking whose request is not sent yet', async () => {
  const { fixture, olgas } = await threeBookings()
  await fixture.db.updateTable('booking').set({ sent_at: null }).where('id', '=', olgas.id).execute()
  expect((await linesOf(fixture, sam)).map(({ id }) => id)).not.toContain(olgas.id)
  expect((await linesOf(fixture, olga)).map(({ id }) => id)).toEqual([olgas.id])
})
