import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { tintOf } from '#contract/files/codes.ts'
import { listPins, searchSitters, type SearchAnswer } from '#contract/search/search.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { bookingFixture, refusalOf } from '#test/booking-fixture.ts'
import { buildPlaces, testDeps } from '#test/build.ts'
import { dublin, lisbon, sam } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'
import { buildSearchFixture } from '#test/search-fixture.ts'

const caller =
  <E extends Endpoint>(deps: ReturnType<typeof testDeps>, endpoint: E) =>
  (query: Record<string, string>) =>
    answerOf(searchRoutes, endpoint, deps, { query })

async function crowd(count: number) {
  const db = await testDb()
  const deps = testDeps(db)
  await buildPlaces(db)
  await buildSearchFixture(db, { count, seed: 11 })
  await rebuildSearch(deps)
  return { db, find: caller(deps, searchSitters), pins: caller(deps, listPins) }
}

const stay = { service: 'boarding', start: '2026-12-11', end: '2026-12-13', pets: 'dog:22' }

test('the pins match the whole result list in order, position and prices', async () => {
  const { find, pins } = await crowd(290)
  for (const query of [
    { place: String(lisbon.id) },
    { ...stay, place: String(lisbon.id) },
    { ...stay, place: String(lisbon.id), sort: 'price', maxTotal: '15000' },
    { ...stay, bounds: '38.5,-9.4,38.9,-8.9' },
  ]) {
    const listed: SearchAnswer['items'] = []
    let page = await find({ ...query, limit: '100' })
    const { total } = page
    listed.push(...page.items)
    while (page.nextCursor) {
      page = await find({ ...query, limit: '100', cursor: page.nextCursor })
      listed.push(...page.items)
    }
    const { items, isCapped, currency } = await pins(query)
    expect(listed.length).toBe(total)
    expect(total).toBeGreaterThan(0)
    expect(items.map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
    for (const [index, { id, lat, lng, unitPrice, total: all, units }] of items.entries())
      expect(listed[index]).toMatchObject({ id, lat, lng, unitPrice, total: all, units, currency })
    expect(isCapped).toBe(false)
  }
})

test('at most 300 pins are returned, and the answer is marked as capped if there are more sitters', async () => {
  const { pins } = await crowd(700)
  const { items, isCapped } = await pins({})
  expect(items).toHaveLength(300)
  expect(isCapped).toBe(true)
  expect(JSON.stringify(items).length).toBeLessThan(150_000)
})

test('a pin has the blurred position of the sitter and not the real one', async () => {
  const { deps, db, sitterId } = await bookingFixture()
  const home = { lat: 53.3412, lng: -6.2345 }
  await db.updateTable('sitter').set(home).where('id', '=', sitterId).execute()
  await rebuildSearch(deps)
  const { items } = await caller(deps, listPins)({ place: String(dublin.id) })
  const { public_lat: lat, public_lng: lng } = await db
    .selectFrom('sitter')
    .select(['public_lat', 'public_lng'])
    .where('id', '=', sitterId)
    .executeTakeFirstOrThrow()
  expect(items).toEqual([
    {
      id: sitterId,
      name: 'Sam',
      service: 'boarding',
      unitPrice: 41_80,
      total: null,
      units: null,
      rating: { average: null, count: 0 },
      face: { photo: null, tint: tintOf(sam.accountId) },
      photoUrl: null,
      portrait: null,
      lat,
      lng,
    },
  ])
  expect({ lat, lng }).not.toEqual(home)
})

test('pagination parameters, invalid bounds and an unknown place are refused', async () => {
  const { deps } = await bookingFixture()
  const call = caller(deps, listPins)
  for (const query of [{ limit: '5' }, { cursor: 'x' }, { bounds: '5,1,4,2' }])
    expect(await refusalOf(call(query))).toMatchObject({ code: 'request-invalid' })
  expect(await refusalOf(call({ place: '999999999' }))).toMatchObject({ code: 'place-not-found' })
})
