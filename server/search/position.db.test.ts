import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { listPositions, showPosition } from '#contract/search/position.ts'
import { searchSitters } from '#contract/search/search.ts'
import { addDays } from '#server/kernel/day.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { rebuildSearch, refreshSitter } from '#server/search/commands.ts'
import { searchJobs } from '#server/search/jobs.ts'
import { profileCompleteness } from '#server/search/ranking.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { findSitters } from '#server/search/store.ts'
import { refusalOf } from '#test/booking-fixture.ts'
import { buildPlaces, now, testDeps } from '#test/build.ts'
import { lisbon, olga } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'
import { buildSearchFixture } from '#test/search-fixture.ts'

const today = now.toISOString().slice(0, 10)
const baseQuery = { service: 'boarding', place: String(lisbon.id), radiusKm: '40' }

const send = <E extends Endpoint>(
  deps: ReturnType<typeof testDeps>,
  endpoint: E,
  viewer: Viewer | null,
  parts: { params?: object; query?: object },
) => answerOf(searchRoutes, endpoint, deps, { viewer, ...parts })

async function setup() {
  const db = await testDb()
  const deps = testDeps(db)
  await buildPlaces(db)
  await buildSearchFixture(db, { count: 90, seed: 11 })
  await rebuildSearch(deps)
  const find = (query: Record<string, string> = baseQuery) =>
    send(deps, searchSitters, null, { query: { ...query, limit: '100' } })
  const viewerOf = async (sitterId: string): Promise<Viewer> => {
    const row = await db
      .selectFrom('sitter')
      .select('account_id')
      .where('id', '=', sitterId)
      .executeTakeFirstOrThrow()
    return { ...olga, accountId: row.account_id }
  }
  const positionOf = async (sitterId: string, query: Record<string, string> = baseQuery) =>
    send(deps, showPosition, await viewerOf(sitterId), { params: { sitterId }, query })
  return { db, deps, find, viewerOf, positionOf }
}

test('the position shown to a sitter is their position in the public result list', async () => {
  const { find, positionOf } = await setup()
  for (const query of [baseQuery, { ...baseQuery, start: '2026-12-16', end: '2026-12-17' }]) {
    const { items, total } = await find(query)
    expect(items.length).toBeGreaterThan(2)
    for (const [index, { id, why }] of items.entries()) {
      if (index % 4 !== 0) continue
      expect(await positionOf(id, query)).toMatchObject({
        position: index + 1,
        of: total,
        ofIsCapped: false,
        components: why.components,
        excludedBy: [],
      })
    }
  }
})

test('each suggested change leads to exactly the predicted position', async () => {
  const { db, deps, find, positionOf } = await setup()
  const { items } = await find()
  const seen: Record<string, number> = {}
  const full = {
    bio: 'x'.repeat(200),
    neighbourhood: 'Alfama',
    languages: ['pt'],
    skills: ['puppies' as const],
    experience_years: 4,
  }
  for (const { id } of items.filter((_, index) => index % 2 === 1)) {
    const before = await positionOf(id)
    for (const { component, position, missing } of before.changes) {
      const row = await db.selectFrom('sitter').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const [sitter] = await findSitters(db, [id], { from: today, to: today })
      if (component === 'completeness') expect(missing).toEqual(profileCompleteness(sitter!).missing)
      const change = {
        freshness: { calendar_confirmed_on: today },
        completeness: full,
        response: { response_rate: 1 },
      }[component]
      const home = { ...row.home, aloneMaxHours: 2 }
      const services = await db.selectFrom('sitter_service').selectAll().where('sitter_id', '=', id).execute()
      await db.updateTable('sitter').set(change).where('id', '=', id).execute()
      if (component === 'completeness') {
        await db
          .updateTable('sitter')
          .set({ home: JSON.stringify(home) })
          .where('id', '=', id)
          .execute()
        for (const one of services)
          await db
            .updateTable('sitter_service')
            .set({ rates: JSON.stringify({ ...one.rates, extraPet: 5_00, holidayExtra: 5_00 }) })
            .where('sitter_id', '=', id)
            .where('service', '=', one.service)
            .execute()
      }
      await inTransaction(db, (tx) => refreshSitter(tx, id, deps.now()))

      expect((await positionOf(id)).position, `${component} of ${id}`).toBe(position)
      if (position < before.position!) seen[component] = (seen[component] ?? 0) + 1

      const {
        calendar_confirmed_on,
        bio,
        neighbourhood,
        languages,
        skills,
        experience_years,
        response_rate,
      } = row
      await db
        .updateTable('sitter')
        .set({
          calendar_confirmed_on,
          bio,
          neighbourhood,
          languages,
          skills,
          experience_years,
          response_rate,
          home: JSON.stringify(row.home),
        })
        .where('id', '=', id)
        .execute()
      for (const one of services)
        await db
          .updateTable('sitter_service')
          .set({ rates: JSON.stringify(one.rates) })
          .where('sitter_id', '=', id)
          .where('service', '=', one.service)
          .execute()
      await inTransaction(db, (tx) => refreshSitter(tx, id, deps.now()))
    }
  }
  expect(Object.keys(seen).sort()).toEqual(['completeness', 'freshness', 'response'])
}, 120_000)

test('a sitter who is not found is shown which filter excludes them', async () => {
  const { db, deps, find, positionOf } = await setup()
  const { items } = await find()
  const { id } = items[0]!
  const all = await find({ ...baseQuery, radiusKm: '1' })
  const far = items.find((card) => !all.items.some((near) => near.id === card.id))!

  expect(await positionOf(far.id, { ...baseQuery, radiusKm: '1' })).toMatchObject({
    position: null,
    changes: [],
    excludedBy: [{ drop: 'radiusKm', value: null }],
  })
  const { service: _service, ...anyService } = baseQuery
  const { items: takers } = await find({ ...anyService, pets: 'rabbit' })
  const other = items.find((card) => !takers.some((taker) => taker.id === card.id))!.id
  expect(await positionOf(other, { ...baseQuery, pets: 'rabbit' })).toMatchObject({
    position: null,
    excludedBy: [{ drop: 'pets', value: null }],
  })
  const impossibleQuery = { ...baseQuery, pets: 'rabbit', maxTotal: '1' }
  expect(await positionOf(other, impossibleQuery)).toMatchObject({ position: null, excludedBy: [] })

  await db.updateTable('sitter').set({ status: 'paused' }).where('id', '=', id).execute()
  await inTransaction(db, (tx) => refreshSitter(tx, id, deps.now()))
  expect(await positionOf(id)).toMatchObject({
    position: null,
    components: null,
    excludedBy: [{ drop: 'status', value: null }],
  })
})

test('the position and history of another account’s profile cannot be read', async () => {
  const { deps, find } = await setup()
  const sitterId = (await find()).items[0]!.id
  for (const endpoint of [showPosition, listPositions]) {
    const query = endpoint === showPosition ? {} : undefined
    const refusal = refusalOf(send(deps, endpoint, olga, { params: { sitterId }, ...(query && { query }) }))
    expect(await refusal).toMatchObject({ code: 'sitter-not-found' })
  }
})

test('the nightly job records positions, kept for 90 days, of sitters who have viewed their history', async () => {
  const { db, deps, find, viewerOf } = await setup()
  const record = searchJobs(deps).find(({ name }) => name === 'search.record-positions')!
  const own = { service: 'boarding', place: String(lisbon.id) }
  const { items, total } = await find(own)
  const sitterId = items[3]!.id
  const read = async (id: string) =>
    (await send(deps, listPositions, await viewerOf(id), { params: { sitterId: id } })).items
  const recordedSitters = async () => {
    const rows = await db.selectFrom('sitter_position').select('sitter_id').distinct().execute()
    return rows.map(({ sitter_id }) => sitter_id).sort()
  }
  await db
    .insertInto('sitter_position')
    .values(
      [addDays(today, -90), addDays(today, -89)].map((on_date) => ({
        sitter_id: sitterId,
        service: 1,
        on_date,
        position: 2,
        found: 9,
      })),
    )
    .execute()

  await record.run({})
  expect(await recordedSitters()).toEqual([sitterId])
  expect(await read(sitterId)).toEqual([{ on: addDays(today, -89), service: 'boarding', position: 2, of: 9 }])
  await record.run({})
  await record.run({})

  expect((await read(sitterId)).filter(({ service }) => service === 'boarding')).toEqual([
    { on: addDays(today, -89), service: 'boarding', position: 2, of: 9 },
    { on: today, service: 'boarding', position: 4, of: total },
  ])
  expect(await recordedSitters()).toEqual([sitterId])
  const ids = items.slice(0, 6).map(({ id }) => id)
  for (const id of ids) await read(id)
  await record.run({})
  expect(await recordedSitters()).toEqual([...ids].sort())
})

test('recording stops 90 days after the last view of the history and resumes with the next view', async () => {
  const { deps, find, viewerOf } = await setup()
  const record = searchJobs(deps).find(({ name }) => name === 'search.record-positions')!
  const { items: found } = await find({ service: 'boarding', place: String(lisbon.id) })
  const { id } = found[0]!
  const recordedDays = async () => {
    const { items } = await send(deps, listPositions, await viewerOf(id), { params: { sitterId: id } })
    return items.filter(({ service }) => service === 'boarding').map(({ on }) => on)
  }
  const recordOn = async (on: string) => {
    deps.clock.set(new Date(`${on}T00:40:00Z`))
    await record.run({})
  }
  expect(await recordedDays()).toEqual([])

  await recordOn(addDays(today, 89))
  await recordOn(addDays(today, 90))
  await recordOn(addDays(today, 91))
  expect(await recordedDays()).toEqual([addDays(today, 89)])
  await recordOn(addDays(today, 92))
  expect(await recordedDays()).toEqual([addDays(today, 89), addDays(today, 92)])
})
