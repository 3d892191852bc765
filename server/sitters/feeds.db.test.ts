import { expect, test } from 'vitest'
import * as feeds from '#contract/feeds.ts'
import { addHours } from '#server/kernel/day.ts'
import { readSitter } from '#server/sitters/commands.ts'
import { sitterRoutes } from '#server/sitters/routes.ts'
import { testApp } from '#test/app.ts'
import { buildSitter } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces, now, testDeps } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'
import { buildPastBooking } from '#test/past-bookings.ts'

async function setup() {
  const db = await testDb()
  const deps = testDeps(db)
  await buildPlaces(db)
  await buildAccounts(db, olga, sam, eve)
  const sitterId = await buildSitter(db, sam)
  const sitters = (query: object = {}) => answerOf(sitterRoutes, feeds.listSitterFeed, deps, { query })
  const reviews = (query: object = {}) => answerOf(sitterRoutes, feeds.listReviewFeed, deps, { query })
  const change = (id: string, status: 'paused' | 'published', at: Date) =>
    db.updateTable('sitter').set({ status, updated_at: at }).where('id', '=', id).execute()
  return { db, deps, sitterId, sitters, reviews, change }
}

test('the feed shows of a sitter exactly what the public profile shows', async () => {
  const { deps, sitterId, sitters } = await setup()
  const { items, nextCursor } = await sitters()
  const profile = await readSitter(deps, sitterId, null)

  expect(nextCursor).toBeNull()
  expect(items).toHaveLength(1)
  const { sitter, ...item } = items[0]!
  expect(item).toEqual({
    id: sitterId,
    url: `${deps.site.url}/sitters/${sitterId}`,
    changedAt: now.toISOString(),
  })
  const { services, photos, availabilityUrl, ...facts } = sitter!
  expect(profile).toMatchObject(facts)
  expect(services).toEqual(profile.services.map(({ service, unitPrice }) => ({ service, unitPrice })))
  expect(photos).toEqual([])
  expect(availabilityUrl).toBe(`${deps.site.url}/v1/sitters/${sitterId}/availability.ics`)
  expect(JSON.stringify(items)).not.toContain(sam.accountId)
})

test('a sitter who is hidden becomes an entry without details, and the reviews disappear', async () => {
  const { db, sitterId, sitters, reviews, change } = await setup()
  await buildPastBooking(db, sitterId, { ownerId: olga.accountId, overall: 5 })
  expect((await reviews()).items).toHaveLength(1)

  await change(sitterId, 'paused', addHours(now, 1))

  expect((await sitters()).items).toMatchObject([
    { id: sitterId, changedAt: addHours(now, 1).toISOString(), sitter: null },
  ])
  expect((await reviews()).items).toEqual([])
})

test('a profile that was never published is not in the feed', async () => {
  const { db, sitters, sitterId } = await setup()
  const draft = await buildSitter(db, eve, { status: 'draft' })
  await db.updateTable('sitter').set({ published_at: null }).where('id', '=', draft).execute()
  expect((await sitters()).items.map(({ id }) => id)).toEqual([sitterId])
})

test('the feeds are read in pages and from a moment on, the longest unchanged first', async () => {
  const { db, sitterId, sitters, change } = await setup()
  const [second, third] = [await buildSitter(db, olga), await buildSitter(db, eve)]
  await change(second, 'published', addHours(now, 1))
  await change(third, 'paused', addHours(now, 2))

  const first = await sitters({ limit: '2' })
  expect(first.items.map(({ id }) => id)).toEqual([sitterId, second])
  const rest = await sitters({ limit: '2', cursor: first.nextCursor })
  expect(rest.items.map(({ id }) => id)).toEqual([third])
  expect(rest.nextCursor).toBeNull()
  const later = await sitters({ updatedSince: addHours(now, 1).toISOString() })
  expect(later.items.map(({ id }) => id)).toEqual([second, third])
})

test('only reviews that the profile shows are in the feed, and a removed one has no text', async () => {
  const { db, deps, sitterId, reviews } = await setup()
  const ownerId = olga.accountId
  await buildPastBooking(db, sitterId, { ownerId, overall: 4, daysAgo: 20 })
  await buildPastBooking(db, sitterId, { ownerId, overall: 5, daysAgo: 10, isHidden: true })
  await buildPastBooking(db, sitterId, { ownerId, overall: 2, daysAgo: 9, byOwner: false })
  const { items } = await reviews()
  const shown = (await readSitter(deps, sitterId, null)).reviews

  expect(items.map(({ review }) => review.id)).toEqual(shown.map(({ id }) => id))
  expect(shown).toMatchObject([items[0]!.review])
  expect(items).toMatchObject([{ sitterId, review: { overall: 4, text: 'Review of 20 days ago.' } }])

  await db.updateTable('review').set({ removed_at: now, removed_for: 'unrelated' }).execute()
  expect((await reviews()).items).toMatchObject([
    { changedAt: now.toISOString(), review: { removedFor: 'unrelated', text: '', overall: 0 } },
  ])
})

test('an unchanged feed is answered with 304, and a changed one anew', async () => {
  const { app, db } = await testApp()
  await buildPlaces(db)
  await buildAccounts(db, sam)
  const sitterId = await buildSitter(db, sam)
  const get = (tag?: string) =>
    app.inject({ url: '/v1/feeds/sitters', headers: tag === undefined ? {} : { 'if-none-match': tag } })
  const { headers } = await get()
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  const tag = `${headers['etag']}`
  expect((await get(tag)).statusCode).toBe(304)
  expect((await get(`W/${tag}`)).statusCode).toBe(304)

  await db.updateTable('sitter').set({ headline: 'By the sea' }).where('id', '=', sitterId).execute()
  expect((await get(tag)).statusCode).toBe(200)
})
