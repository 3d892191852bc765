import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sorts } from '#contract/codes.ts'
import { keysOf } from '#contract/entries.ts'
import { searchSitters as endpoint, type SearchAnswer } from '#contract/search/search.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { distanceKm } from '#server/search/cells.ts'
import { rebuildSearch, refreshSitter } from '#server/search/commands.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { buildPlaces, now, testDeps } from '#test/build.ts'
import { lisbon } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'
import { note, rounds } from '#test/proofs/plan.ts'
import { buildSearchFixture } from '#test/search-fixture.ts'

async function crowd(count: number, seed: number) {
  const db = await testDb()
  const deps = testDeps(db)
  await buildPlaces(db)
  await buildSearchFixture(db, { count, seed })
  const find = (query: Record<string, string>) => answerOf(searchRoutes, endpoint, deps, { query })
  return { db, deps, find }
}

test('unchanged sitters are shown once and in order while others change between pages', async () => {
  const { db, deps, find } = await crowd(70, 5)
  await rebuildSearch(deps)
  const { rows } = await sql<{ id: string }>`select id from sitter order by id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const changes = {
    goes: (id: string) => sql`update sitter set status = 'paused' where id = ${id}`.execute(db),
    comes: (id: string) => sql`update sitter set status = 'published' where id = ${id}`.execute(db),
    rises: (id: string) =>
      sql`update sitter set rating_sum = 500, rating_count = 100, repeat_clients = 90 where id = ${id}`.execute(
        db,
      ),
    moves: (id: string) =>
      sql`update sitter set public_lat = public_lat + 0.02, public_lng = public_lng - 0.02 where id = ${id}`.execute(
        db,
      ),
    costs: (id: string) =>
      sql`
        update sitter_service set rates = jsonb_set(rates, '{base}', to_jsonb(((rates ->> 'base')::int * 3) % 9000 + 700))
        where sitter_id = ${id}`.execute(db),
  }
  const step = fc.record({
    kind: fc.constantFrom(...keysOf(changes)),
    who: fc.nat({ max: ids.length - 1 }),
  })
  const plan = fc.record({
    sort: fc.constantFrom(...sorts),
    steps: fc.array(fc.array(step, { maxLength: 4 }), { minLength: 3, maxLength: 8 }),
    query: fc.constantFrom<Record<string, string>>(
      { place: String(lisbon.id), radiusKm: '40' },
      {
        place: String(lisbon.id),
        radiusKm: '40',
        service: 'boarding',
        start: '2026-12-15',
        end: '2026-12-17',
      },
      { service: 'drop_in' },
      {},
    ),
  })
  let pages = 0
  await fc.assert(
    fc.asyncProperty(plan, async ({ sort, steps, query }) => {
      const allIds = async () => (await find({ ...query, sort, limit: '100' })).items.map(({ id }) => id)
      const before = await allIds()
      const touched = new Set<string>()
      const seen: string[] = []
      let cursor: string | null = null
      for (let page = 0; page === 0 || cursor; page++) {
        const answer: SearchAnswer = await find({ ...query, sort, limit: '6', ...(cursor ? { cursor } : {}) })
        seen.push(...answer.items.map(({ id }) => id))
        cursor = answer.nextCursor
        pages++
        for (const { kind, who } of steps[page] ?? []) {
          const id = ids[who]!
          touched.add(id)
          await changes[kind](id)
          await inTransaction(db, (tx) => refreshSitter(tx, id, now))
        }
      }
      const untouched = (all: readonly string[]) => all.filter((id) => !touched.has(id))
      expect(untouched(seen)).toEqual(untouched(before))
    }),
    { numRuns: rounds(6, 60), seed: 20_261_122 },
  )
  note('Pages while others change', `${pages} pages in ${rounds(6, 60)} lists, nobody skipped or repeated`)
}, 600_000)

test('searches around the date line find exactly the sitters within the radius or the bounds', async () => {
  const { db, deps, find } = await crowd(120, 9)
  await sql`update sitter set status = 'published'`.execute(db)
  await sql`update sitter_service set radius_km = null`.execute(db)
  // The same town, moved so that the 180° meridian runs through it.
  await sql`
    update sitter set public_lat = public_lat - 55.5,
      public_lng = case when public_lng + 189.14 > 180 then public_lng + 189.14 - 360 else public_lng + 189.14 end
    where public_lat < 45`.execute(db)
  await rebuildSearch(deps)
  const { rows } = await sql<{ id: string; lat: number; lng: number }>`
    select distinct sitter_id as id, lat, lng from sitter_search`.execute(db)
  expect(rows.filter(({ lng }) => lng > 179).length).toBeGreaterThan(2)
  expect(rows.filter(({ lng }) => lng < -179).length).toBeGreaterThan(2)
  const point = fc.record({
    lat: fc.double({ min: -17, max: -16.6, noNaN: true }),
    east: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
    radiusKm: fc.integer({ min: 2, max: 60 }),
    isBox: fc.boolean(),
  })
  let both = 0
  await fc.assert(
    fc.asyncProperty(point, async ({ lat, east, radiusKm, isBox }) => {
      const lng = east < 0 ? 180 + east : -180 + east
      const [west, edge] = [179.8, -179.85]
      const expected = rows.filter((one) =>
        isBox
          ? one.lat >= lat - 0.1 && one.lat <= lat + 0.1 && (one.lng >= west || one.lng <= edge)
          : distanceKm({ lat, lng }, one) <= radiusKm,
      )
      const query: Record<string, string> = isBox
        ? { bounds: `${lat - 0.1},${west},${lat + 0.1},${edge}` }
        : { lat: String(lat), lng: String(lng), radiusKm: String(radiusKm) }
      const found: string[] = []
      for (let cursor: string | null = '', page = 0; cursor !== null; page++) {
        const answer: SearchAnswer = await find({ ...query, limit: '100', ...(page > 0 ? { cursor } : {}) })
        found.push(...answer.items.map(({ id }) => id))
        cursor = answer.nextCursor
      }
      expect(found.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
      if (expected.some((one) => one.lng > 0) && expected.some((one) => one.lng < 0)) both++
    }),
    { numRuns: rounds(20, 200), seed: 20_261_122 },
  )
  expect(both).toBeGreaterThan(2)
}, 300_000)
