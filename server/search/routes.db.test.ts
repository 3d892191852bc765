import { expect, test } from 'vitest'
import { rankingComponents, sorts } from '#contract/codes.ts'
import { searchSitters, type SearchAnswer, showRanking } from '#contract/search/search.ts'
import { changeCalendar } from '#server/calendar/days-commands.ts'
import { settableClock } from '#server/kernel/clock.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { searchJobs } from '#server/search/jobs.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { sitterJobs } from '#server/sitters/jobs.ts'
import { buildPet, bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { buildPlaces, testDeps } from '#test/build.ts'
import { dublin, lisbon, olga, sam } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'
import { buildSearchFixture } from '#test/search-fixture.ts'

const finder =
  (deps: ReturnType<typeof testDeps>) =>
  (query: Record<string, string> = {}, viewer: Viewer | null = null) =>
    answerOf(searchRoutes, searchSitters, deps, { query, viewer })

async function setup() {
  const fixture = await bookingFixture()
  await rebuildSearch(fixture.deps)
  return { ...fixture, find: finder(fixture.deps) }
}

async function crowd(count: number) {
  const db = await testDb()
  const deps = testDeps(db)
  await buildPlaces(db)
  await buildSearchFixture(db, { count, seed: 7 })
  await rebuildSearch(deps)
  return { db, deps, find: finder(deps) }
}

const stay = { service: 'boarding', place: String(dublin.id), start: '2026-12-11', end: '2026-12-13' }

test('a card has public data, the price for the given dates and ranking components, but no account id', async () => {
  const { find, sitterId, db } = await setup()
  await buildPet(db, sam, { name: 'Mog', species: 'cat' })

  const { items, asked, total, rankingVersion } = await find({
    ...stay,
    pets: 'dog:22:2021-04,dog:6:2026-07',
  })

  // Two nights for the first dog and two for the second, a puppy, and 10 % for the owner: 130.00 + 13.00.
  expect(items).toMatchObject([
    {
      id: sitterId,
      name: 'Sam',
      placeName: 'Dublin',
      country: 'IE',
      distanceKm: 0,
      service: 'boarding',
      services: ['boarding', 'dog_walking'],
      currency: 'EUR',
      unitPrice: 41_80,
      total: 143_00,
      units: 2,
      policy: 'moderate',
      portrait: { name: 'Mog', species: 'cat', ageYears: 5, weightKg: 12 },
    },
  ])
  expect(Object.keys(items[0]!.why.components)).toHaveLength(7)
  expect(items[0]!.why.components.distance).toBeCloseTo(1, 3)
  expect(JSON.stringify(items)).not.toContain(sam.accountId)
  expect({ asked, total, rankingVersion }).toEqual({
    asked: {
      place: { id: dublin.id, name: 'Dublin', lat: dublin.lat, lng: dublin.lng },
      radiusKm: 15,
      units: 2,
    },
    total: 1,
    rankingVersion: 1,
  })
})

test('a search without parameters finds sitters everywhere, with the price of one unit', async () => {
  const { find } = await setup()
  expect(await find()).toMatchObject({
    total: 1,
    items: [{ distanceKm: null, total: null, units: null, unitPrice: 41_80, service: 'boarding' }],
    facets: { services: { boarding: 1, dog_walking: 1, drop_in: 0, day_care: 0, house_sitting: 0 } },
    hint: null,
    removals: [],
  })
})

test('blocking a day removes the sitter from the search at once, and unblocking adds them again', async () => {
  const { deps, sitterId, find } = await setup()
  const block = (capacity: number | null) =>
    changeCalendar(deps, sam, sitterId, { days: [{ on: '2026-12-12', capacity }] })
  expect(await find(stay)).toMatchObject({ total: 1 })

  await block(0)
  expect(await find(stay)).toMatchObject({ total: 0, hint: { drop: 'start', value: null, total: 1 } })
  expect(await find({ ...stay, start: '2026-12-13', end: '2026-12-15' })).toMatchObject({ total: 1 })

  await block(null)
  expect(await find(stay)).toMatchObject({ total: 1 })
})

test('confirmed bookings use up the capacity in the search at once', async () => {
  const { find, request, act, ...draft } = await setup()
  for (let guest = 0; guest < 3; guest++) {
    expect(await find(stay)).toMatchObject({ total: 1 })
    const booking = await request(olga, { ...weekend(draft), startOn: '2026-12-11', endOn: '2026-12-13' })
    await act(sam, booking, 'accept')
  }
  expect(await find(stay)).toMatchObject({ total: 0 })
})

test('an owner with a completed booking sees totals with the lower repeat fee', async () => {
  const { db, find, request, ...draft } = await setup()
  const { id } = await request(olga, weekend(draft))
  await db.updateTable('booking').set({ status: 'completed' }).where('id', '=', id).execute()

  const pets = { pets: 'dog:12' }
  expect((await find({ ...stay, ...pets })).items[0]!.total).toBe(83_60)
  expect((await find({ ...stay, ...pets }, olga)).items[0]!.total).toBe(79_80)
})

test.each([
  [{ lat: '38.7' }, 'lat', 'Give both lat and lng'],
  [{ bounds: '1,2,3' }, 'bounds', 'Write the area as south,west,north,east, four numbers'],
  [{ bounds: '40,0,30,1' }, 'bounds', 'The south of the area must not lie north of its north'],
  [{ start: '2026-12-11' }, 'end', 'Give both the first and the last day'],
  [
    { service: 'boarding', start: '2026-12-11', end: '2026-12-11' },
    'end',
    'The last day must come after the first',
  ],
  [{ days: '2026-12-11,soon' }, 'days', 'Write each day as YYYY-MM-DD; soon is none'],
  [
    { service: 'boarding', days: '2026-12-11' },
    'days',
    'A stay has a first and a last day: give start and end',
  ],
  [
    { pets: 'dragon' },
    'pets',
    'Begin each pet with its kind: dog, cat, rabbit, bird, reptile, fish, horse, other',
  ],
  [{ pets: 'dog:heavy' }, 'pets', 'Write the weight in kilograms, with at most two decimals; heavy is none'],
  [{ pets: 'dog:5:2021' }, 'pets', 'Write the birthday as YYYY-MM or YYYY-MM-DD; 2021 is none'],
  [{ pets: Array(21).fill('cat').join(',') }, 'pets', 'Ask for at most 20 pets'],
  [
    { pets: 'dog:22::spayed' },
    'pets',
    'After the birthday say neutered, unneutered, medication, like dog:22:2021-04:unneutered; there is no spayed',
  ],
  [{ pets: 'dog:22::neutered:unneutered' }, 'pets', 'A pet is either neutered or unneutered'],
  [
    { pets: 'dog:22.125' },
    'pets',
    'Write the weight in kilograms, with at most two decimals; 22.125 is none',
  ],
  [{ home: 'castle' }, 'home', 'Choose from house, flat, farm, other, shared, fenced; there is no castle'],
  [{ has: 'wings' }, 'has', expect.stringMatching(/^Choose from smoke_free, .*; there is no wings$/)],
  [
    { languages: 'en,klingon' },
    'languages',
    expect.stringMatching(/^Choose from en, .*; there is no klingon$/),
  ],
  [
    { policy: 'lenient' },
    'policy',
    'Choose from flexible, moderate, strict, per_unit_24h; there is no lenient',
  ],
  [{ answersWithin: '7' }, 'answersWithin', 'Choose from 1, 4, 24 hours; there is no 7'],
  [{ answersWithin: 'soon' }, 'answersWithin', undefined],
  [{ minTotal: '500', maxTotal: '400' }, 'maxTotal', 'The highest price must not be below the lowest'],
  [{ sort: 'best' }, 'sort', undefined],
  [{ limit: '1000' }, 'limit', undefined],
  [{ colour: 'red' }, 'colour', 'This is not a known field'],
])('the search %j is refused with an error at %s', async (query, path, message) => {
  const { find } = await setup()
  const refusal = await refusalOf(find(query))
  expect(refusal).toMatchObject({ code: 'request-invalid', errors: [message ? { path, message } : { path }] })
})

test.each([
  [{ place: '7' }, 'place-not-found'],
  [{ start: '2026-11-01', end: '2026-11-05' }, 'dates-refused'],
  [{ start: '2028-02-01', end: '2028-02-05' }, 'dates-refused'],
  [{ cursor: 'abc' }, 'cursor-invalid'],
  [{ cursor: Buffer.from('{"key":"1"}').toString('base64url') }, 'cursor-invalid'],
])('the search %j is refused with %s', async (query, code) => {
  const { find } = await setup()
  expect(await refusalOf(find(query))).toMatchObject({ code })
})

test('a cursor is refused for a different sort', async () => {
  const { find } = await crowd(30)
  const { nextCursor } = await find({ limit: '2' })
  expect(await refusalOf(find({ limit: '2', sort: 'newest', cursor: nextCursor! }))).toMatchObject({
    code: 'cursor-invalid',
  })
})

test('pagination neither skips nor repeats a sitter while others are hidden or change', async () => {
  const { db, deps, find } = await crowd(80)
  const before = (await find({ limit: '100' })).items.map(({ id }) => id)
  const first = await find({ limit: '10' })

  // The last sitter read is hidden, one of the first gets better ratings, and one still to come gets busier.
  const hide = (id: string) =>
    db.updateTable('sitter').set({ status: 'paused' }).where('id', '=', id).execute()
  await hide(before[9]!)
  await hide(before[20]!)
  await db
    .updateTable('sitter')
    .set({ rating_sum: 500, rating_count: 100 })
    .where('id', '=', before[3]!)
    .execute()
  await rebuildSearch(deps)
  const seen = first.items.map(({ id }) => id)
  for (let cursor = first.nextCursor; cursor;) {
    const page: SearchAnswer = await find({ limit: '10', cursor })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }

  expect(seen).toEqual(before.filter((id) => id !== before[20]))
})

test('the total is capped at 300, and every sort can be paginated beyond it', async () => {
  const { find } = await crowd(800)
  const wide = { place: String(lisbon.id), radiusKm: '200', limit: '100' }
  for (const sort of sorts) {
    const first = await find({ ...wide, sort })
    expect(first).toMatchObject({ total: 300, totalIsCapped: true })
    const seen = first.items.map(({ id }) => id)
    for (let cursor = first.nextCursor; cursor;) {
      const page: SearchAnswer = await find({ ...wide, sort, cursor })
      expect(page).toMatchObject({ total: 300, facets: first.facets })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(new Set(seen).size, sort).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(400)
  }
})

test('an empty result hints at the filter to drop, if dropping a single filter helps', async () => {
  const { find } = await setup()
  const hint = async (more: Record<string, string>) => (await find({ ...stay, ...more })).hint

  expect(await hint({ maxTotal: '100' })).toEqual({ drop: 'maxTotal', value: null, total: 1 })
  expect(await hint({ pets: 'horse' })).toEqual({ drop: 'pets', value: null, total: 1 })
  expect(await hint({ has: 'injections' })).toEqual({ drop: 'has', value: 'injections', total: 1 })
  expect(await hint({ service: 'drop_in' })).toEqual({ drop: 'service', value: null, total: 1 })
  expect(await hint({ languages: 'tl' })).toEqual({ drop: 'languages', value: null, total: 1 })
  expect(await hint({ policy: 'strict' })).toEqual({ drop: 'policy', value: null, total: 1 })
  expect(await hint({ answersWithin: '1' })).toEqual({ drop: 'answersWithin', value: null, total: 1 })
  expect(await hint({ has: 'smoke_free,injections' })).toEqual({ drop: 'has', value: 'injections', total: 1 })
  expect(await hint({ pets: 'horse', has: 'injections' })).toBeNull()
  const near = { lat: '53.6', lng: '-6.2', radiusKm: '5' }
  const { place: _, ...dates } = stay
  expect((await find({ ...dates, ...near })).hint).toEqual({ drop: 'radiusKm', value: null, total: 1 })
})

test('an empty result names every filter that helps on its own, or else pairs that must both be removed', async () => {
  const { find } = await setup()
  const removals = async (more: Record<string, string>) => (await find({ ...stay, ...more })).removals

  expect(await removals({ languages: 'en' })).toEqual([])
  expect(await removals({ has: 'smoke_free,injections' })).toEqual([
    { filters: [{ drop: 'has', value: 'injections' }], total: 1 },
  ])
  const pets = { drop: 'pets', value: null }
  expect(await removals({ pets: 'horse', has: 'injections' })).toEqual([
    { filters: [pets, { drop: 'has', value: 'injections' }], total: 1 },
  ])
  expect(await removals({ pets: 'horse', has: 'injections', policy: 'strict' })).toEqual([])
})

test('of filters that exclude each other, each is named with the results without it', async () => {
  const { find } = await crowd(60)
  let exclusive = 0
  for (const has of ['smoke_free', 'injections', 'puppies', 'first_aid', 'car'])
    for (const languages of ['en', 'pt', 'fr', 'tl'])
      for (const policy of ['flexible', 'moderate', 'strict']) {
        const filters = { has, languages, policy }
        const { total, removals } = await find(filters)
        if (total > 0) continue
        const without = await Promise.all(
          Object.entries(filters).map(async ([drop, value]) => {
            const rest = await find(
              Object.fromEntries(Object.entries(filters).filter(([name]) => name !== drop)),
            )
            return { filters: [{ drop, value: drop === 'has' ? value : null }], total: rest.total }
          }),
        )
        const helping = without.filter((one) => one.total > 0)
        if (helping.length < 2) continue
        exclusive++
        expect(new Set(removals)).toEqual(new Set(helping))
        expect(removals.map((one) => one.total)).toEqual(
          helping.map((one) => one.total).sort((a, b) => b - a),
        )
      }
  expect(exclusive).toBeGreaterThan(0)
})

test('a sitter across the date line is found by radius and by bounds', async () => {
  const { db, deps, find } = await setup()
  const fiji = { public_lat: -16.8, public_lng: -179.95 }
  await db.updateTable('sitter').set(fiji).execute()
  await rebuildSearch(deps)

  expect(await find({ lat: '-16.8', lng: '179.97', radiusKm: '20' })).toMatchObject({ total: 1 })
  expect(await find({ bounds: '-17,179.9,-16,-179.9' })).toMatchObject({ total: 1 })
  expect(await find({ bounds: '-17,179.9,-16,179.99' })).toMatchObject({ total: 0 })
})

test('the nightly job clears a past blocked day whose bit a new day of the window reuses', async () => {
  const { deps, db, sitterId, find } = await setup()
  await changeCalendar(deps, sam, sitterId, { days: [{ on: '2026-12-20', capacity: 0 }] })
  // The same bit, 384 days later.
  const later = { service: 'boarding', start: '2028-01-08', end: '2028-01-09' }
  const clock = settableClock(new Date('2027-12-20T00:10:00Z'))
  const then = { ...deps, now: clock }
  expect(await finder(then as typeof deps)(later)).toMatchObject({ total: 0 })

  const roll = searchJobs(then).find(({ name }) => name === 'search.roll-window')!
  await roll.run({})

  expect(await finder(then as typeof deps)(later)).toMatchObject({ total: 1 })
  expect(await db.selectFrom('sitter_search').selectAll().execute()).toHaveLength(3)
  expect(await find()).toMatchObject({ total: 1 })
})

test('the refresh job removes an unpublished sitter from the search and adds the changed profile', async () => {
  const { db, deps, sitterId, find } = await setup()
  const refresh = () =>
    searchJobs(deps)
      .find(({ name }) => name === 'search.refresh-sitter')!
      .run({ sitterId })

  await db.updateTable('sitter').set({ status: 'paused' }).execute()
  await refresh()
  expect(await find()).toMatchObject({ total: 0, items: [] })

  await db.updateTable('sitter').set({ status: 'published' }).execute()
  await db.deleteFrom('sitter_service').where('service', '=', 'boarding').execute()
  await refresh()
  expect(await find()).toMatchObject({
    total: 1,
    items: [{ service: 'dog_walking', services: ['dog_walking'] }],
  })
})

test('a sitter’s new dog changes which resident-pet filters find the sitter', async () => {
  const { db, deps, sitterId, find } = await setup()
  expect(await find({ has: 'no_resident_pets' })).toMatchObject({ total: 1 })
  await buildPet(db, sam, { name: 'Bo' })

  const household = sitterJobs(deps).find(({ name }) => name === 'sitters.refresh-household')!
  await household.run({ accountId: sam.accountId })
  await household.run({ accountId: olga.accountId })
  expect(deps.jobs).toEqual([{ name: 'search.refresh-sitter', payload: { sitterId } }])
  await searchJobs(deps)
    .find(({ name }) => name === 'search.refresh-sitter')!
    .run({ sitterId })

  expect(await find({ has: 'no_resident_pets' })).toMatchObject({ total: 0 })
  expect(await find({ has: 'resident_dog' })).toMatchObject({ total: 1 })
})

test('the version and weights of the ranking are public', async () => {
  const { deps } = await setup()
  expect(await answerOf(searchRoutes, showRanking, deps)).toEqual({
    version: 1,
    weights: {
      distance: 0.3,
      quality: 0.25,
      repeat: 0.15,
      response: 0.1,
      freshness: 0.1,
      completeness: 0.05,
      newcomer: 0.05,
    },
  })
})

test('changing the ranking settings changes the scores, the order and the published weights', async () => {
  const { deps, find } = await crowd(60)
  const showWeights = () => answerOf(searchRoutes, showRanking, deps)
  /** Recomputes the scores as `/legal/ranking` describes. */
  const checked = async () => {
    const { weights, version } = await showWeights()
    const { items, rankingVersion } = await find({ service: 'boarding', place: String(dublin.id) })
    const scores = items.map(({ why }) => why.score)
    for (const { why } of items) {
      const expected = rankingComponents.reduce(
        (sum, name) => sum + weights[name] * (why.components[name] ?? 0),
        0,
      )
      expect(why.score).toBeCloseTo(expected, 3)
    }
    expect(scores.length).toBeGreaterThan(5)
    for (const [index, score] of scores.entries()) expect(score).toBeLessThan((scores[index - 1] ?? 2) + 1e-3)
    expect(rankingVersion).toBe(version)
    return { weights, version, ids: items.map(({ id }) => id) }
  }
  const before = await checked()
  const weights = {
    distance: 0,
    quality: 0,
    repeat: 0,
    response: 0,
    freshness: 0,
    completeness: 0.9,
    newcomer: 0.1,
  }
  await changeSettings(deps, { rank: { version: 2, weights } })
  expect(deps.jobs).toContainEqual({ name: 'search.roll-window', payload: {} })
  await searchJobs(deps)
    .find(({ name }) => name === 'search.roll-window')!
    .run({})
  const after = await checked()
  expect([after.weights, after.version]).toEqual([weights, 2])
  expect(after.ids).not.toEqual(before.ids)
  // A change that does not affect the ranking recomputes nothing.
  deps.jobs.length = 0
  await changeSettings(deps, { rank: { version: 2, weights }, sitterReview: true })
  expect(deps.jobs).toEqual([])
})
