import { expect, test } from 'vitest'
import { services } from '#contract/codes.ts'
import { searchSitters } from '#contract/search/search.ts'
import { writeCursor } from '#server/kernel/db/cursor.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { deleteOldDemand, keepWritingDemand, writeDemand } from '#server/search/demand-commands.ts'
import { searchJobs } from '#server/search/jobs.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { bookingFixture } from '#test/booking-fixture.ts'
import { dublin, lisbon, sam } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

/** Sam sits in Dublin, nobody in Lisbon. It is Tuesday. */
async function setup() {
  const fixture = await bookingFixture()
  const { db, deps } = fixture
  await rebuildSearch(deps)
  deps.clock.set(new Date('2026-12-01T12:00:00Z'))
  const search = (place: number | undefined, query: object = {}) =>
    answerOf(searchRoutes, searchSitters, deps, {
      query: { ...(place !== undefined && { place: `${place}` }), ...query },
    })
  const written = () =>
    db
      .selectFrom('place_search')
      .select(['place_id', 'week', 'searches', 'without_result'])
      .orderBy('week')
      .orderBy('place_id')
      .execute()
  return { db, deps, search, written }
}

const dublinRow = { place_id: dublin.id, week: '2026-11-30', searches: 1, without_result: 0 }
const lisbonRow = { place_id: lisbon.id, week: '2026-11-30', searches: 2, without_result: 2 }

test('searches in a place are counted by week, with those that found nobody', async () => {
  const { deps, search, written } = await setup()
  expect((await search(dublin.id)).total).toBe(1)
  expect((await search(lisbon.id)).total).toBe(0)
  await search(lisbon.id, { service: 'boarding' })
  await search(undefined, { service: 'boarding' })
  expect(await written()).toEqual([])

  await writeDemand(deps)
  expect(await written()).toEqual([lisbonRow, dublinRow])
  await writeDemand(deps)
  expect(await written()).toEqual([lisbonRow, dublinRow])

  await search(lisbon.id)
  deps.clock.set(new Date('2026-12-06T23:59:59Z'))
  await search(dublin.id, { service: 'house_sitting' })
  deps.clock.set(new Date('2026-12-07T00:00:00Z'))
  await search(dublin.id)
  await writeDemand(deps)
  expect(await written()).toEqual([
    { ...lisbonRow, searches: 3, without_result: 3 },
    { ...dublinRow, searches: 2, without_result: 1 },
    { ...dublinRow, week: '2026-12-07' },
  ])
})

test('further pages and refused searches are not counted', async () => {
  const { deps, search, written } = await setup()
  const end = { sort: 'recommended', key: 0, tie: 0, id: sam.accountId, on: '2026-12-01' }
  const counted = { total: 1, capped: false, facets: services.map(() => 1) }
  const further = await search(dublin.id, { cursor: writeCursor({ ...end, ...counted }) })
  expect(further).toMatchObject({ items: [], total: 1 })
  await expect(search(1)).rejects.toMatchObject({ code: 'place-not-found' })
  await expect(search(lisbon.id, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'cursor-invalid' })
  await writeDemand(deps)
  expect(await written()).toEqual([])
})

test('what could not be written is written the next time, and what is left at the stop', async () => {
  const { db, deps, search, written } = await setup()
  await search(lisbon.id)
  await db.schema.alterTable('place_search').renameTo('gone').execute()
  await writeDemand(deps)
  await search(lisbon.id)
  await db.schema.alterTable('gone').renameTo('place_search').execute()
  await keepWritingDemand(deps).stop()
  expect(await written()).toEqual([lisbonRow])
})

test('processes that write at once lose no numbers', async () => {
  const { db, deps, search, written } = await setup()
  const writes: Promise<void>[] = []
  for (let round = 0; round < 20; round++) {
    await search(round % 2 ? lisbon.id : dublin.id)
    await search(round % 2 ? dublin.id : lisbon.id)
    writes.push(writeDemand({ ...deps, db }))
  }
  await Promise.all(writes)
  expect(await written()).toEqual([
    { ...lisbonRow, searches: 20, without_result: 20 },
    { ...dublinRow, searches: 20 },
  ])
})

test('numbers are deleted after two years, at night', async () => {
  const { db, deps, written } = await setup()
  const weeks = ['2024-11-25', '2024-12-02', '2026-11-30']
  await db
    .insertInto('place_search')
    .values(weeks.map((week) => ({ ...lisbonRow, week })))
    .execute()
  await deleteOldDemand(deps)
  expect((await written()).map(({ week }) => week)).toEqual(weeks.slice(1))
  deps.clock.set(new Date('2026-12-08T00:10:00Z'))
  await searchJobs(deps)
    .find(({ name }) => name === 'search.roll-window')!
    .run({})
  expect((await written()).map(({ week }) => week)).toEqual(weeks.slice(2))
})
