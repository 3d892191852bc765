import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { searchSitters as endpoint, SearchQuery } from '#contract/search/search.ts'
import { addHours } from '#server/kernel/day.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { invoke } from '#server/kernel/http/http.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import { searchLag } from '#server/kernel/metrics/metrics.ts'
import {
  markDays,
  orderIfNeeded,
  rebuildIfOutdated,
  rebuildSearch,
  refreshSitter,
} from '#server/search/commands.ts'
import { beginRun } from '#server/search/find-commands.ts'
import { searchJobs } from '#server/search/jobs.ts'
import { findDisorder } from '#server/search/order-store.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { findMatches } from '#server/search/match-commands.ts'
import { lockSitters } from '#server/sitters/commands.ts'
import { refusalOf } from '#test/booking-fixture.ts'
import { buildPlaces, now, testDeps } from '#test/build.ts'
import { lisbon, olga } from '#test/cast.ts'
import { createTestDb, testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'
import { buildSearchFixture } from '#test/search-fixture.ts'

async function crowd(count: number) {
  const db = await testDb()
  const deps = testDeps(db)
  await buildPlaces(db)
  await buildSearchFixture(db, { count, seed: 7 })
  await rebuildSearch(deps)
  const find = (query: Record<string, string>) => answerOf(searchRoutes, endpoint, deps, { query })
  const { rows } = await sql<{
    id: string
  }>`select id from sitter where status = 'published' order by id`.execute(db)
  return { db, deps, find, ids: rows.map(({ id }) => id) }
}

const rowsOf = (db: Db) =>
  db.selectFrom('sitter_search').selectAll().orderBy('sitter_id').orderBy('service').execute()
const disorderOf = (db: Db) => inTransaction(db, findDisorder)
const indexesOf = async (db: Db) => {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where tablename = 'sitter_search' order by indexname`.execute(
    db,
  )
  return rows.map(({ definition }) => definition)
}

/** Moves half of the rows to the end, in arbitrary order. */
const shuffleRows = (db: Db) =>
  inTransaction(db, async (tx) => {
    await sql`
      create temporary table moved on commit drop as
      select * from sitter_search where hashtext(sitter_id::text) % 2 = 0`.execute(tx)
    await sql`delete from sitter_search row using moved where moved.sitter_id = row.sitter_id`.execute(tx)
    await sql`insert into sitter_search select * from moved order by md5(sitter_id::text || service)`.execute(
      tx,
    )
  })

test('reordering rows keeps concurrent changes and does not affect concurrent searches', async () => {
  const { db, deps, find, ids } = await crowd(500)
  const indexes = await indexesOf(db)
  const query = { place: String(lisbon.id), radiusKm: '40', service: 'boarding' }
  await shuffleRows(db)
  expect(await disorderOf(db)).toBeGreaterThan(0.1)
  const before = await find(query)

  const ordering = { isDone: false }
  const searching = (async () => {
    let searches = 0
    for (; !ordering.isDone || searches === 0; searches++) {
      const { total, items } = await find(query)
      expect({ total, first: items[0]?.id }).toEqual({ total: before.total, first: before.items[0]?.id })
    }
    return searches
  })()
  const changing = (async () => {
    let changes = 0
    for (const sitterId of ids) {
      if (ordering.isDone) break
      await inTransaction(db, async (tx) => {
        await lockSitters(tx, [sitterId])
        await sql`
          insert into sitter_day_override (sitter_id, service, on_date, capacity)
          select sitter_id, service, '2027-03-01', 0 from sitter_service where sitter_id = ${sitterId}
          on conflict do nothing`.execute(tx)
        await markDays(tx, sitterId, ['2027-03-01'], now)
      })
      changes++
    }
    return changes
  })()
  await orderIfNeeded(deps)
  ordering.isDone = true

  expect(await searching).toBeGreaterThan(0)
  const changed = await changing
  expect(changed).toBeGreaterThan(0)
  expect(await disorderOf(db)).toBeLessThan(0.1)
  expect(await indexesOf(db)).toEqual(indexes)
  const rowsBefore = await rowsOf(db)
  for (const sitterId of ids.slice(0, changed))
    await inTransaction(db, (tx) => refreshSitter(tx, sitterId, now))
  const fresh = await rowsOf(db)
  expect(rowsBefore).toEqual(fresh)
}, 60_000)

test('ordered rows are not rewritten, and leftovers of an interrupted copy are cleaned up', async () => {
  const { db, deps } = await crowd(60)
  const table = async () =>
    (await sql<{ oid: number }>`select 'sitter_search'::regclass::oid::int as oid`.execute(db)).rows[0]!.oid
  const first = await table()
  await orderIfNeeded(deps)
  expect(await table()).toBe(first)
  const [measured] = await readMeasurements(db)
  expect(measured).toMatchObject({ name: 'search_disorder', value: expect.any(Number) })
  expect(measured!.value).toBeLessThan(0.1)

  await sql`create table sitter_search_next (stale int)`.execute(db)
  await sql`create table sitter_search_changed (stale int)`.execute(db)
  await shuffleRows(db)
  await orderIfNeeded(deps)
  expect(await table()).not.toBe(first)
  const { rows } = await sql`
    select 1 from pg_class where relname in ('sitter_search_next', 'sitter_search_changed')
    union all select 1 from pg_trigger where tgname = 'note_search_change'`.execute(db)
  expect(rows).toEqual([])
})

test('searches return the same results while all rows are rebuilt', async () => {
  const { deps, find } = await crowd(600)
  const query = { place: String(lisbon.id), radiusKm: '40' }
  const before = await find(query)
  const rebuilding = { isDone: false }
  const searching = (async () => {
    let searches = 0
    for (; !rebuilding.isDone || searches === 0; searches++) {
      const { total, items } = await find(query)
      expect({ total, ids: items.map(({ id }) => id) }).toEqual({
        total: before.total,
        ids: before.items.map(({ id }) => id),
      })
    }
    return searches
  })()
  const progress: number[] = []
  const done = await rebuildSearch(deps, (count) => progress.push(count))
  rebuilding.isDone = true
  expect(await searching).toBeGreaterThan(0)
  expect(progress.at(-1)).toBe(done)
  expect(progress.length).toBeGreaterThan(1)
}, 60_000)

test('a search that exceeds the statement timeout is refused as too wide', async () => {
  const { db, url, drop } = await createTestDb()
  onTestFinished(drop)
  const limitedDb = openDb(url, {
    max: 2,
    onConnect: (client) => void client.query('set statement_timeout = 400'),
  })
  onTestFinished(() => limitedDb.destroy())
  const deps = testDeps(limitedDb)
  await buildPlaces(db)
  await buildSearchFixture(db, { count: 20, seed: 7 })
  await rebuildSearch(testDeps(db))
  await sql`alter table sitter_search rename to sitter_search_real`.execute(db)
  await sql`
    create view sitter_search as select * from sitter_search_real where pg_sleep(1) is not null`.execute(db)
  const sitter = await db
    .selectFrom('sitter')
    .select(['id', 'account_id'])
    .where('status', '=', 'published')
    .limit(1)
    .executeTakeFirstOrThrow()
  const invocation = {
    params: { sitterId: sitter.id },
    query: { service: 'boarding', lat: '38.72', lng: '-9.14', start: '2026-12-11', end: '2026-12-14' },
    ip: '127.0.0.1',
  }
  const searches = searchRoutes.filter(({ endpoint: { problems } }) => problems?.includes('search-too-wide'))
  expect(searches.length).toBeGreaterThan(4)
  for (const route of searches) {
    const { access, path } = route.endpoint
    const viewer = access === 'account' ? { ...olga, accountId: sitter.account_id } : null
    expect(await refusalOf(invoke(route, deps, { ...invocation, viewer })), path).toMatchObject({
      code: 'search-too-wide',
      detail: 'Choose a place or a smaller area, or use fewer filters.',
    })
  }
})

test('the lag metric records how long a change waited to reach the search', async () => {
  const { deps, ids } = await crowd(20)
  searchLag.reset()
  const refresh = searchJobs(deps).find(({ name }) => name === 'search.refresh-sitter')!
  await refresh.run({ sitterId: ids[0]! }, new Date(now.getTime() - 400))
  await refresh.run({ sitterId: ids[1]! }, addHours(now, -1))
  // Enqueued by a machine whose clock is ahead.
  await refresh.run({ sitterId: ids[2]! }, addHours(now, 1))

  const { values } = await searchLag.get()
  const upTo = (seconds: number) => values.find(({ labels }) => labels.le === seconds)!.value
  expect({ quick: upTo(0.1), half: upTo(0.5), minute: upTo(60) }).toEqual({ quick: 1, half: 2, minute: 2 })
  expect(values.find(({ metricName }) => metricName?.endsWith('_count'))!.value).toBe(3)
})

test('rows of an outdated edition queue exactly one rebuild', async () => {
  const { db, deps } = await crowd(20)
  const queuedRebuilds = () => deps.jobs.filter(({ name }) => name === 'search.roll-window').length
  await rebuildIfOutdated(deps)
  expect(queuedRebuilds()).toBe(0)

  await db.updateTable('search_upkeep').set({ edition: 0 }).execute()
  await rebuildIfOutdated(deps)
  expect(queuedRebuilds()).toBe(1)
  await searchJobs(deps)
    .find(({ name }) => name === 'search.roll-window')!
    .run({})
  await rebuildIfOutdated(deps)
  expect(queuedRebuilds()).toBe(1)
})

test.each(['newest', 'rating', 'repeat'])(
  'a search without a place sorted by "%s" scans the index of that sort',
  async (sort) => {
    const { db: builder, url, drop } = await createTestDb()
    onTestFinished(drop)
    await buildPlaces(builder)
    await buildSearchFixture(builder, { count: 40, seed: 7 })
    await rebuildSearch(testDeps(builder))
    // With so few rows the planner would choose a sort.
    const db = openDb(url, {
      max: 1,
      onConnect: (client) => void client.query('set enable_seqscan = off; set enable_sort = off'),
    })
    onTestFinished(() => db.destroy())
    const { run } = await beginRun(testDeps(db), SearchQuery.parse({ sort, service: 'boarding' }), null)
    expect(await findMatches(run, 5)).not.toHaveLength(0)
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ scans: number }>`
    select idx_scan::int as scans from pg_stat_user_indexes
    where indexrelname = ${`sitter_search_${sort}`}`.execute(db)
    expect(rows[0]!.scans).toBeGreaterThan(0)
  },
)
