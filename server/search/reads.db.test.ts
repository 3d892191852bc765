import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { searchSitters } from '#contract/search/search.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { buildSitter } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces, testDeps } from '#test/build.ts'
import { dublin, sam } from '#test/cast.ts'
import { createTestDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

/** Two nights at 10.00, without holidays in them; with the owner's fee 22.00. */
const search = { service: 'boarding', start: '2027-01-12', end: '2027-01-14', maxTotal: '2200' }

/**
 * Sitters whose price the search rows decide, then those that only the exact test refuses, because of the
 * rounding of their discount, and those that only it accepts, because their price would be higher in holidays.
 */
type Town = { sure: number; tooExpensive: number; affordable: number }

/** Builds copies of a sitter. */
async function build({ sure, tooExpensive, affordable }: Town) {
  const { db, url, drop } = await createTestDb()
  onTestFinished(drop)
  await buildPlaces(db)
  await buildAccounts(db, sam)
  const template = await buildSitter(db, sam)
  const count = sure + tooExpensive + affordable
  const id = (kind: number) =>
    sql`(${kind} || '0000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid`
  await sql`insert into account select (jsonb_populate_record(account, jsonb_build_object(
      'id', ${id(1)}, 'external_id', 'copy-' || number, 'email', number || '@example.org',
      'invite_code', substr(md5(number::text), 1, 12)))).*
    from account, generate_series(1, ${count}::int) number
    where account.id = (select account_id from sitter where id = ${template})`.execute(db)
  await sql`insert into sitter select (jsonb_populate_record(sitter, jsonb_build_object(
      'id', ${id(2)}, 'account_id', ${id(1)}))).*
    from sitter, generate_series(1, ${count}::int) number where sitter.id = ${template}`.execute(db)
  await sql`insert into sitter_service select (jsonb_populate_record(one, jsonb_build_object('sitter_id', ${id(2)},
      'rates', one.rates || case
        when number <= ${tooExpensive}::int then '{"base": 1011, "longStayPct": 1, "longStayFrom": 2, "holidayExtra": null}'
        when number <= ${tooExpensive + affordable}::int then '{"base": 1000, "longStayPct": null, "holidayExtra": 5000}'
        else '{"base": 1000, "longStayPct": null, "holidayExtra": null}' end::jsonb))).*
    from sitter_service one, generate_series(1, ${count}::int) number where one.sitter_id = ${template}`.execute(
    db,
  )
  await sql`delete from sitter where id = ${template}`.execute(db)
  await rebuildSearch(testDeps(db))
  return url
}

/** Opens the town, and records the statements of its searches. */
async function openTown(town: Town) {
  const statements: { text: string; values: unknown }[] = []
  const db = openDb(await build(town), {
    bulk: true,
    onConnect(client) {
      const originalQuery = client.query.bind(client) as (...args: unknown[]) => unknown
      Object.assign(client, {
        query(...args: unknown[]) {
          statements.push({ text: String(args[0]), values: args[1] })
          return originalQuery(...args)
        },
      })
    },
  })
  onTestFinished(() => db.destroy())
  const find = (query: Record<string, string>) =>
    answerOf(searchRoutes, searchSitters, testDeps(db), { query: { place: String(dublin.id), ...query } })
  return { find, statements }
}

/** The largest number of offers that are read for a page of one sitter. */
const mostOfPage = 6

/** Searches, and counts the offers whose prices were read to count the results, by read. */
async function countIn(town: Town) {
  const { find, statements } = await openTown(town)
  const { total, totalIsCapped, facets } = await find({ ...search, limit: '1', sort: 'rating' })
  expect(facets.services.boarding).toBe(total)
  const offers = statements.flatMap(({ text, values }) => {
    const [ids] = Array.isArray(values) ? values : []
    return /wanted \(id, service\)/.test(text) && Array.isArray(ids) ? [ids.length] : []
  })
  return { total, isCapped: totalIsCapped, offers: offers.filter((read) => read > mostOfPage) }
}

test.each([
  ['tests all if these cannot reach it', { sure: 20, tooExpensive: 30, affordable: 25 }, 45, false, [55]],
  ['tests some if a few are missing', { sure: 300, tooExpensive: 0, affordable: 40 }, 300, true, [10]],
  ['tests the others if too few pass', { sure: 297, tooExpensive: 25, affordable: 3 }, 300, false, [16, 12]],
  ['tests nobody if none is missing', { sure: 301, tooExpensive: 25, affordable: 10 }, 300, true, []],
])('a count near its limit %s', async (_, town, total, isCapped, offers) => {
  expect(await countIn(town)).toEqual({ total, isCapped, offers })
})

test('a count reaches its limit in whatever order the sitters are tested', async () => {
  const { total, isCapped, offers } = await countIn({ sure: 297, tooExpensive: 60, affordable: 4 })
  expect([total, isCapped, offers[0]]).toEqual([300, true, 16])
})

test('sorted by price, a page of equal prices reads candidates once and leaves nobody out', async () => {
  const { find, statements } = await openTown({ sure: 90, tooExpensive: 3, affordable: 30 })
  const { service, start, end } = search
  const query = { service, start, end, sort: 'price', limit: '24' }
  const listed: { id: string; total: number | null }[] = []
  const reads: number[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    statements.length = 0
    const page = await find(cursor === undefined ? query : { ...query, cursor })
    listed.push(...page.items)
    reads.push(statements.filter(({ text }) => /select id, key, tie/.test(text)).length)
    cursor = page.nextCursor
  }
  expect(new Set(listed.map(({ id }) => id)).size).toBe(123)
  const totals = listed.map(({ total }) => total)
  expect(totals).toEqual([...Array<number>(120).fill(22_00), 22_02, 22_02, 22_02])
  expect(reads[0]).toBe(1)
})
