import { afterAll, beforeAll, expect, test } from 'vitest'
import { isStay, services } from '#contract/codes.ts'
import { SearchQuery } from '#contract/search/search.ts'
import { briefSitters } from '#server/favourites/commands.ts'
import { addDays } from '#server/kernel/day.ts'
import { Problem } from '#server/kernel/problem.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { listPins, searchSitters } from '#server/search/find-commands.ts'
import { readSitter } from '#server/sitters/commands.ts'
import { actorsOf } from '#test/booking-fixture.ts'
import { buildPlaces, testDeps } from '#test/build.ts'
import { createTestDb } from '#test/db.ts'
import { buildSearchFixture, buildSearchHolidays } from '#test/search-fixture.ts'

let fixture: Awaited<ReturnType<typeof createTestDb>> & { deps: ReturnType<typeof testDeps> }
beforeAll(async () => {
  const created = await createTestDb()
  const deps = testDeps(created.db)
  await buildPlaces(created.db)
  await buildSearchHolidays(created.db)
  await buildSearchFixture(created.db, { count: 120, seed: 20_261_125 })
  await rebuildSearch(deps)
  fixture = { ...created, deps }
})
afterAll(() => fixture.drop())

/** Not a holiday, within the booking horizon, and clear of most blocked days. */
const on = '2027-01-20'

test('prices shown without dates equal the quote for one unit by an owner new to the sitter', async () => {
  const { deps } = fixture
  const { quote } = actorsOf(deps)
  let compared = 0
  for (const service of services) {
    const query = { service, pets: 'dog', bounds: '30,-20,60,10', limit: 100 }
    const { items } = await searchSitters(deps, SearchQuery.parse(query), null)
    const pins = await listPins(deps, SearchQuery.parse(query), null)
    const briefs = await briefSitters(
      deps,
      items.map(({ id }) => id),
    )
    for (const { id, unitPrice, total } of items) {
      expect(total).toBeNull()
      const profile = await readSitter(deps, id, null)
      const priceIn = (offered: readonly { service: string; unitPrice: number }[] | undefined) =>
        offered?.find((one) => one.service === service)?.unitPrice
      const shown = [
        pins.items.find((pin) => pin.id === id)?.unitPrice,
        priceIn(profile.services),
        priceIn(briefs.find((brief) => brief.id === id)?.services),
      ]
      expect(shown).toEqual([unitPrice, unitPrice, unitPrice])
      const when = isStay(service) ? { startOn: on, endOn: addDays(on, 1) } : { visits: [{ on }] }
      const priced = await quote(null, { sitterId: id, service, ...when, pets: [{ species: 'dog' }] }).catch(
        (error: unknown) => {
          if (error instanceof Problem && error.toBody().code === 'capacity-full') return null
          throw error
        },
      )
      if (!priced) continue
      expect(priced.total).toBe(unitPrice)
      expect(priced.ownerFee).toBeGreaterThan(0)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(20)
}, 120_000)
