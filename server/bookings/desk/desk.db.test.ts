import { expect, test } from 'vitest'
import * as contract from '#contract/bookings/admin.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { buildPet, bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'

const operator: Viewer = { ...sam, roles: ['operator'] }

/** Olga has a weekend in December that is confirmed, and asks for one in January; Eve asks for the January one too. */
async function openDesk() {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 38_00 }, capacity: 3 } } })
  const miso = await buildPet(fixture.db, eve, { name: 'Miso' })
  const january = { ...weekend(fixture), startOn: '2027-01-15', endOn: '2027-01-17' }
  const first = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  fixture.deps.clock.set(new Date('2026-12-02T09:00:00Z'))
  const second = await fixture.request(olga, january)
  fixture.deps.clock.set(new Date('2026-12-03T09:00:00Z'))
  const third = await fixture.request(eve, { ...january, petIds: [miso] })
  const search = (query: object, viewer = operator) =>
    send(fixture.deps, contract.listAdminBookings, viewer, { query })
  const numbers = async (query: object) => (await search(query)).items.map(({ number }) => number)
  const csv = (query: object) => send(fixture.deps, contract.exportAdminBookings, operator, { query })
  return { db: fixture.db, first, second, third, search, numbers, csv }
}

test('an operator can find bookings by number, id, a person’s name or email address, status and dates', async () => {
  const { first, second, third, numbers, search } = await openDesk()
  const all = [third, second, first].map(({ number }) => number)
  expect(await numbers({})).toEqual(all)
  expect(await numbers({ q: first.number })).toEqual([first.number])
  expect(await numbers({ q: `#${first.number}` })).toEqual([first.number])
  expect(await numbers({ q: second.id.toUpperCase() })).toEqual([second.number])
  expect(await numbers({ q: 'oLg' })).toEqual([second.number, first.number])
  expect(await numbers({ q: 'eve@example.org' })).toEqual([third.number])
  expect(await numbers({ q: 'Sam' })).toEqual(all)
  expect(await numbers({ q: '%' })).toEqual([])
  expect(await numbers({ q: '00000000-0000-7000-8000-000000000000' })).toEqual([])
  expect(await numbers({ status: 'confirmed' })).toEqual([first.number])
  expect(await numbers({ from: '2026-12-13', to: '2026-12-31' })).toEqual([first.number])
  expect(await numbers({ from: '2026-12-14', to: '2027-01-14' })).toEqual([])
  expect(await numbers({ q: 'olga', from: '2027-01-17' })).toEqual([second.number])
  expect((await search({ q: 'eve' })).items).toMatchObject([
    { id: third.id, ownerName: 'Eve', sitterName: 'Sam', status: 'requested', total: 83_60, currency: 'EUR' },
  ])
})

test('pagination leaves no gaps, and an invalid cursor, a reversed date range or a missing role is refused', async () => {
  const { first, second, third, search } = await openDesk()
  const page = await search({ limit: '2' })
  expect(page.items.map(({ id }) => id)).toEqual([third.id, second.id])
  const next = await search({ limit: '2', cursor: page.nextCursor })
  expect(next.items.map(({ id }) => id)).toEqual([first.id])
  expect(next.nextCursor).toBeNull()
  expect(await refusalOf(search({ cursor: 'nonsense' }))).toMatchObject({ code: 'cursor-invalid' })
  expect(await refusalOf(search({ from: '2027-01-02', to: '2027-01-01' }))).toMatchObject({
    code: 'request-invalid',
    errors: [{ path: 'to', message: 'The last day comes before the first' }],
  })
  expect(await refusalOf(search({}, olga))).toMatchObject({ code: 'role-missing' })
})

test('bookings are sorted by owner, first day, total or age, also across pages, and exported in this order', async () => {
  const { db, first, second, third, search, numbers, csv } = await openDesk()
  await db.updateTable('booking').set({ total: 99_00 }).where('id', '=', second.id).execute()
  expect((await numbers({ sort: '-total' }))[0]).toBe(second.number)
  expect((await numbers({ sort: 'total' }))[2]).toBe(second.number)
  expect((await numbers({ sort: 'owner' }))[0]).toBe(third.number)
  expect((await numbers({ sort: '-owner' }))[2]).toBe(third.number)
  expect((await numbers({ sort: 'startOn' }))[0]).toBe(first.number)
  expect(await numbers({ sort: '-startOn' })).toEqual([third, second, first].map(({ number }) => number))
  expect(await numbers({ sort: 'createdAt' })).toEqual([first, second, third].map(({ number }) => number))
  for (const sort of [
    'owner',
    '-owner',
    'startOn',
    '-startOn',
    'total',
    '-total',
    'createdAt',
    '-createdAt',
  ]) {
    const { items, nextCursor } = await search({ sort, limit: '1' })
    const rest = await search({ sort, limit: '2', cursor: nextCursor })
    expect([...items, ...rest.items].map(({ number }) => number)).toEqual(await numbers({ sort }))
    const lines = (await csv({ sort })).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(await numbers({ sort }))
  }
  const [header, line] = (await csv({ q: third.number })).split('\r\n')
  expect(header).toBe('\uFEFFBooking,Service,Status,Owner,Sitter,First day,Last day,Total,Currency,Created')
  expect(line).toBe(
    `${third.number},Boarding,requested,Eve,Sam,2027-01-15,2027-01-17,83.6,EUR,2026-12-03T09:00:00.000Z`,
  )
})
