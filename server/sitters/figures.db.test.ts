import { expect, test } from 'vitest'
import * as contract from '#contract/sitters/sitters.ts'
import { addHours } from '#server/kernel/day.ts'
import { queueTrustTests, refreshFigures } from '#server/sitters/figures-commands.ts'
import { sitterRoutes } from '#server/sitters/routes.ts'
import { bookingFixture, refusalOf } from '#test/booking-fixture.ts'
import { buildAccounts, now } from '#test/build.ts'
import { answerOf } from '#test/invoke.ts'
import { buildPastBooking } from '#test/past-bookings.ts'

const person = (index: number) => ({
  accountId: `0b000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  uid: `owner-${index}`,
  name: `Owner Number${index}`,
  email: `owner-${index}@example.org`,
  emailVerified: true,
  authTime: 0,
  roles: [],
})

async function setup() {
  const fixture = await bookingFixture()
  const { db, deps, sitterId } = fixture
  const owners = Array.from({ length: 6 }, (_, index) => person(index))
  await buildAccounts(db, ...owners)
  const show = () => answerOf(sitterRoutes, contract.showSitter, deps, { params: { sitterId }, query: {} })
  const reviews = (query: object) =>
    answerOf(sitterRoutes, contract.listSitterReviews, deps, { params: { sitterId }, query })
  const sitter = async () => {
    await refreshFigures(deps, sitterId)
    return show()
  }
  return { ...fixture, owners, show, reviews, sitter }
}

test('ratings and clients count only completed bookings and published reviews', async () => {
  const { db, sitterId, owners, sitter, deps } = await setup()
  const [a, b, c, d] = owners.map(({ accountId }) => accountId)
  await buildPastBooking(db, sitterId, { ownerId: a!, overall: 5 })
  await buildPastBooking(db, sitterId, { ownerId: a!, overall: 4, status: 'closed' })
  await buildPastBooking(db, sitterId, { ownerId: b!, overall: 5, isHidden: true })
  await buildPastBooking(db, sitterId, { ownerId: c!, overall: 1, byOwner: false })
  await buildPastBooking(db, sitterId, { ownerId: d!, status: 'expired', answeredAfterHours: null })

  // Two public reviews are too few for an average.
  expect(await sitter()).toMatchObject({
    rating: { average: null, count: 2 },
    clients: 3,
    repeatClients: 1,
    responseRate: expect.closeTo(0.8, 5),
    responseMinutes: 60,
    badges: [],
  })
  expect(deps.jobs.at(-1)).toEqual({ name: 'search.refresh-sitter', payload: { sitterId } })

  await buildPastBooking(db, sitterId, { ownerId: b!, overall: 5 })
  expect(await sitter()).toMatchObject({ rating: { average: 4.7, count: 3 }, repeatClients: 2 })
})

test('one late cancellation costs an earned trusted badge at the second failed monthly test', async () => {
  const { db, deps, sitterId, owners, sitter } = await setup()
  for (const { accountId } of owners) await buildPastBooking(db, sitterId, { ownerId: accountId, overall: 5 })
  for (const { accountId } of owners.slice(0, 2))
    await buildPastBooking(db, sitterId, { ownerId: accountId, overall: 5 })
  expect((await sitter()).badges).toContain('trusted')

  await buildPastBooking(db, sitterId, {
    ownerId: owners[0]!.accountId,
    status: 'cancelled',
    cancelledBySitter: true,
  })
  expect((await sitter()).badges).toContain('trusted')
  deps.clock.set(addHours(now, 24 * 30))
  expect((await sitter()).badges).toContain('trusted')
  expect((await sitter()).badges).toContain('trusted')
  deps.clock.set(addHours(now, 24 * 60))
  expect((await sitter()).badges).not.toContain('trusted')
})

test('a sitter who could earn the trusted badge is queued for a test once a month has passed', async () => {
  const { db, deps, sitterId } = await setup()
  await db.updateTable('sitter').set({ clients: 5, trust_tested_on: '2026-11-01' }).execute()
  await queueTrustTests(deps)
  expect(deps.jobs).toEqual([{ name: 'sitters.refresh-figures', payload: { sitterId } }])

  await db.updateTable('sitter').set({ trust_tested_on: '2026-11-20' }).execute()
  await queueTrustTests(deps)
  expect(deps.jobs).toHaveLength(1)
})

test('reviews are listed newest first, can be filtered by species and show only the owner’s short name', async () => {
  const { db, sitterId, owners, show, reviews } = await setup()
  const ids = owners.map(({ accountId }) => accountId)
  for (const [index, ownerId] of ids.entries())
    await buildPastBooking(db, sitterId, {
      ownerId,
      overall: 4,
      daysAgo: index + 2,
      species: index === 3 ? 'cat' : 'dog',
    })
  await buildPastBooking(db, sitterId, { ownerId: ids[0]!, overall: 1, isHidden: true })
  await db.updateTable('account').set({ erased_at: now, name: 'x' }).where('id', '=', ids[1]!).execute()

  const first = await reviews({ limit: '4' })
  const rest = await reviews({ limit: '4', cursor: first.nextCursor })

  expect([...first.items, ...rest.items].map(({ text }) => text)).toEqual(
    [2, 3, 4, 5, 6, 7].map((days) => `Review of ${days} days ago.`),
  )
  expect(rest.nextCursor).toBeNull()
  expect(first.items[0]).toMatchObject({
    by: 'Owner N.',
    on: '2026-11-30',
    service: 'boarding',
    species: ['dog'],
    ratings: { care: 4 },
    reply: null,
  })
  expect(first.items[1]!.by).toBe('Former member')
  expect((await reviews({ species: 'cat' })).items).toHaveLength(1)
  expect(await refusalOf(reviews({ cursor: 'x' }))).toMatchObject({ code: 'cursor-invalid' })
  expect((await show()).reviews).toHaveLength(6)
})
