import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isStay, type Service, services, species } from '#contract/codes.ts'
import { type SearchAnswer, SearchQuery } from '#contract/search/search.ts'
import { Accepts } from '#contract/sitters/sitters.ts'
import { addDays } from '#server/kernel/day.ts'
import { Problem } from '#server/kernel/problem.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { searchSitters } from '#server/search/find-commands.ts'
import { type RequestedPet, parseSearch, petsText } from '#server/search/query.ts'
import type { PetRefusal } from '#server/sitters/acceptance.ts'
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
  await buildSearchFixture(created.db, { count: 60, seed: 20_261_124 })
  await rebuildSearch(deps)
  fixture = { ...created, deps }
})
afterAll(() => fixture.drop())

const startOn = '2026-12-15'
const datesFor = (service: Service, isDated: boolean): Partial<Record<'start' | 'end' | 'days', string>> => {
  if (!isDated) return {}
  return isStay(service) ? { start: startOn, end: addDays(startOn, 3) } : { days: startOn }
}
const everywhere = '30,-20,60,10'

async function find(
  service: Service,
  pets: readonly RequestedPet[],
  isDated: boolean,
): Promise<SearchAnswer> {
  const query = { service, bounds: everywhere, limit: 100, ...datesFor(service, isDated) }
  return searchSitters(fixture.deps, SearchQuery.parse({ ...query, pets: petsText(pets) }), null)
}

/** Returns the problem code and the rule with which a quote for the same pets is refused; null if it is not. */
async function refusalBy(sitterId: string, service: Service, pets: readonly RequestedPet[]) {
  const when = isStay(service) ? { startOn, endOn: addDays(startOn, 3) } : { visits: [{ on: startOn }] }
  try {
    await actorsOf(fixture.deps).quote(null, { sitterId, service, ...when, pets: [...pets] })
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, rule } = error.toBody() as { code: string; rule?: string }
    return { code, rule }
  }
}
const petReasons = ['pet-refused', 'pets-too-many']

/** Returns the reason of a refusal that concerns the pets; null if there is none. */
const petReasonOf = (refusal: Awaited<ReturnType<typeof refusalBy>>): string | null =>
  refusal && petReasons.includes(refusal.code) ? (refusal.rule ?? refusal.code) : null

const anyPet: fc.Arbitrary<RequestedPet> = fc.record({
  species: fc.constantFrom('dog', 'dog', 'dog', 'cat', ...species),
  weightKg: fc.option(fc.constantFrom(0.5, 6.99, 7, 11.25, 12, 18, 18.01, 20, 40, 45.5)),
  birthOn: fc.option(fc.constantFrom('2020-05-09', '2025-12-14', '2025-12-15', '2025-12-16', '2026-09-01')),
  neutered: fc.option(fc.boolean()),
  medication: fc.boolean(),
})
const anyParty = fc.array(anyPet, { minLength: 1, maxLength: 3 })

test('a search lists no sitter whose quote refuses the pets, and without dates misses none who accepts', async () => {
  const seen = { listed: 0, refused: new Map<string, number>() }
  const parties = fc.sample(fc.tuple(fc.constantFrom(...services), anyParty, fc.boolean()), {
    numRuns: 110,
    seed: 1124,
  })
  const offered = await fixture.db
    .selectFrom('sitter_service')
    .innerJoin('sitter', 'sitter.id', 'sitter_service.sitter_id')
    .select(['sitter.id', 'service'])
    .where('active', '=', true)
    .where('status', '=', 'published')
    .execute()
  for (const [service, pets, isDated] of parties) {
    const listed = new Set((await find(service, pets, isDated)).items.map(({ id }) => id))
    for (const { id } of offered.filter((one) => one.service === service)) {
      const refusal = await refusalBy(id, service, pets)
      const reason = petReasonOf(refusal)
      const label = `${service} ${petsText(pets)} of ${id}`
      if (listed.has(id)) {
        expect(reason, label).toBeNull()
        if (isDated) expect(refusal, label).toBeNull()
        seen.listed++
      } else if (reason !== null) seen.refused.set(reason, (seen.refused.get(reason) ?? 0) + 1)
      else if (!isDated && pets.every(({ birthOn }) => birthOn === null)) expect(listed, label).toContain(id)
    }
  }
  expect(seen.listed).toBeGreaterThan(80)
  expect([...seen.refused.keys()].toSorted()).toEqual([...Object.keys(limits), 'pets-too-many'].toSorted())
}, 300_000)

const rex: RequestedPet = {
  species: 'dog',
  weightKg: 22,
  birthOn: '2020-05-01',
  neutered: true,
  medication: false,
}

/** Typed so that a new reason to refuse a pet does not compile until a search can express it. */
const limits: Record<PetRefusal['rule'], { told: Partial<RequestedPet>; accepts: Partial<Accepts> }> = {
  species: { told: { species: 'cat' }, accepts: { species: ['dog'] } },
  weight: { told: { weightKg: 30.5 }, accepts: { maxWeightKg: 30 } },
  puppy: { told: { birthOn: '2026-06-01' }, accepts: { puppies: false } },
  unneutered: { told: { neutered: false }, accepts: { unneutered: false } },
  medication: { told: { medication: true }, accepts: { medication: false } },
}

test.each(Object.entries(limits))('search and quote apply the rule %s', async (rule, { told, accepts }) => {
  const own = Accepts.parse({ species: ['dog', 'cat'], medication: true, ...accepts })
  await fixture.db
    .updateTable('sitter_service')
    .set({ accepts: JSON.stringify(own), max_pets: 2 })
    .where('service', '=', 'dog_walking')
    .execute()
  await rebuildSearch(fixture.deps)
  const [sitter] = (await find('dog_walking', [rex], false)).items
  expect(sitter).toBeDefined()
  const pet = { ...rex, ...told }
  expect(parseSearch(SearchQuery.parse({ pets: petsText([pet]) })).criteria.pets).toEqual([pet])
  expect((await find('dog_walking', [pet], false)).items).toEqual([])
  expect((await refusalBy(sitter!.id, 'dog_walking', [pet]))?.rule).toBe(rule)
})
