import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { entriesOf } from '#contract/entries.ts'
import { countChoices, type SearchChoices } from '#contract/search/choices.ts'
import { findCloseMatches } from '#contract/search/close-matches.ts'
import { searchSitters, SearchQuery } from '#contract/search/search.ts'
import { addDays, daysBetween, daysFrom } from '#server/kernel/day.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { parseSearch } from '#server/search/query.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { buildPlaces, testDeps } from '#test/build.ts'
import { createTestDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'
import { anySearch, buildSearchFixture, buildSearchHolidays } from '#test/search-fixture.ts'

let fixture: Awaited<ReturnType<typeof createTestDb>> & { deps: ReturnType<typeof testDeps> }
beforeAll(async () => {
  const created = await createTestDb()
  const deps = testDeps(created.db)
  await buildPlaces(created.db)
  await buildSearchHolidays(created.db)
  await buildSearchFixture(created.db, { count: 90, seed: 51 })
  await rebuildSearch(deps)
  fixture = { ...created, deps }
})
afterAll(() => fixture.drop())

type Query = Record<string, string>

const call = <E extends Endpoint>(endpoint: E, query: Query) =>
  answerOf(searchRoutes, endpoint, fixture.deps, { query })
const find = (query: Query) => call(searchSitters, query)
const choicesOf = (query: Query) => call(countChoices, query)

const omit = (query: Query, ...names: string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))

const searches = fc
  .sample(anySearch, { numRuns: 90, seed: 77 })
  .filter((query) => parseSearch(SearchQuery.parse(query)).faults.length === 0)
  .map((query) => omit(query, 'sort'))

type Group = 'home' | 'has' | 'languages' | 'policy' | 'answersWithin'

/**
 * Returns each choice with the search it stands for: a choice replaces others of its group, except that traits
 * accumulate.
 */
function choicesIn(query: Query, choices: SearchChoices): { asked: Query; count: number }[] {
  const own = (query['home'] ?? '').split(',').filter(Boolean)
  const isGarden = (code: string) => code === 'fenced' || code === 'shared'
  const withHome = (code: string) =>
    [...own.filter((one) => isGarden(one) !== isGarden(code)), code].join(',')
  const withTrait = (code: string) =>
    [...new Set([...(query['has'] ?? '').split(',').filter(Boolean), code])].join(',')
  const ways: Record<Group, (code: string) => Query> = {
    home: (code) => ({ home: withHome(code) }),
    has: (code) => ({ has: withTrait(code) }),
    languages: (languages) => ({ languages }),
    policy: (policy) => ({ policy }),
    answersWithin: (answersWithin) => ({ answersWithin }),
  }
  return entriesOf(ways).flatMap(([group, way]) =>
    Object.entries(choices[group]).map(([code, count = 0]) => ({
      asked: { ...query, ...way(code) },
      count,
    })),
  )
}

test('the count of each filter choice equals the total of the search with that choice', async () => {
  let compared = 0
  for (const [index, query] of searches.slice(0, 40).entries()) {
    const choices = await choicesOf(query)
    expect(choices.total, JSON.stringify(query)).toBe((await find({ ...query, limit: '1' })).total)
    expect(choices.isCapped).toBe(false)
    const all = choicesIn(query, choices)
    for (const { asked, count } of all.filter((_, place) => (place + index) % 9 === 0)) {
      expect(count, JSON.stringify(asked)).toBe((await find({ ...asked, limit: '1' })).total)
      if (count > 0) compared++
    }
  }
  expect(compared).toBeGreaterThan(30)
}, 240_000)

test('the price histogram matches the listed prices and ignores the price limits of the query', async () => {
  let nonEmpty = 0
  for (const search of searches.slice(40)) {
    const query = omit(search, 'minTotal', 'maxTotal')
    const { prices, pricesAreTotals } = await choicesOf({ ...query, minTotal: '4000', maxTotal: '5000' })
    const { items, asked } = await find({ ...query, limit: '100' })
    if (asked.units !== null) expect(pricesAreTotals).toBe(true)
    if (items.length === 0) {
      expect(prices).toBeNull()
      continue
    }
    const { from, width, totals } = prices!
    const amounts = items.map(({ total, unitPrice }) => total ?? unitPrice)
    expect(totals.length).toBeLessThanOrEqual(20)
    expect(totals).toEqual(
      totals.map(
        (_total, place) => amounts.filter((amount) => Math.floor((amount - from) / width) === place).length,
      ),
    )
    nonEmpty++
  }
  expect(nonEmpty).toBeGreaterThan(10)
}, 120_000)

test('close matches are searches that find more sitters, and sitters free for at least half of the units', async () => {
  let [ways, partly] = [0, 0]
  const stays = searches.filter(({ start }) => start !== undefined)
  for (const query of stays) {
    const { total, items } = await find({ ...query, limit: '100' })
    const close = await call(findCloseMatches, query)
    for (const { radiusKm, shiftDays, total: promised } of close.ways) {
      const moved = {
        ...(query['start'] && { start: addDays(query['start'], shiftDays) }),
        ...(query['end'] && { end: addDays(query['end'], shiftDays) }),
      }
      const asked = { ...query, ...moved, ...(radiusKm !== null && { radiusKm: `${radiusKm}` }) }
      expect((await find(asked)).total, JSON.stringify(asked)).toBe(promised)
      expect(promised).toBeGreaterThan(total)
      ways++
    }
    for (const { card, freeUnits, units, missing } of close.partial) {
      expect(items.map(({ id }) => id)).not.toContain(card.id)
      expect(freeUnits + missing.length).toBe(units)
      expect(freeUnits * 2).toBeGreaterThanOrEqual(units)
      expect({ total: card.total, units: card.units }).toEqual({ total: null, units: null })
      const isStay = query['service'] === 'boarding' || query['service'] === 'house_sitting'
      const length = daysBetween(query['start']!, query['end']!) + (isStay ? 0 : 1)
      const days = daysFrom(query['start']!, length)
      for (const on of [days[0]!, days.at(-1)!]) {
        const dates = { start: on, end: isStay ? addDays(on, 1) : on }
        const open = omit(query, 'minTotal', 'maxTotal')
        const isFree = (await find({ ...open, ...dates, limit: '100' })).items.some(
          ({ id }) => id === card.id,
        )
        expect(isFree, JSON.stringify({ ...open, ...dates, id: card.id })).toBe(!missing.includes(on))
      }
      partly++
    }
  }
  expect(ways).toBeGreaterThan(5)
  expect(partly).toBeGreaterThan(5)
}, 240_000)
