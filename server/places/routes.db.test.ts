import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/places.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { newId } from '#server/kernel/ids.ts'
import { importPlaces, nearestPlace, placeById } from '#server/places/commands.ts'
import { readTowns } from '#server/places/import.ts'
import { placeRoutes } from '#server/places/routes.ts'
import { now, testDeps } from '#test/build.ts'
import { dublin, lisbon } from '#test/cast.ts'
import { createTestDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

let db: Db
let drop: () => Promise<void>
let imported: number

beforeAll(async () => {
  ;({ db, drop } = await createTestDb())
  imported = await importPlaces(testDeps(db))
}, 120_000)
afterAll(() => drop())

const search = async (query: unknown) => {
  const { items } = await answerOf(placeRoutes, contract.searchPlaces, testDeps(db), { query })
  return items
}
const show = (placeId: string) =>
  answerOf(placeRoutes, contract.showPlace, testDeps(db), { params: { placeId } })

test('a second import of the same edition changes nothing', async () => {
  expect(imported).toBeGreaterThan(170_000)
  expect(await importPlaces(testDeps(db))).toBe(0)
})

test('importing over existing towns duplicates no town and no name', async () => {
  const count = () =>
    db
      .selectFrom('place')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirst()
  const before = await count()
  await db.deleteFrom('place_source').execute()

  // Only Portugal, because importing all towns of the world takes half a minute.
  const portuguese = async () => (await readTowns()).filter(({ country }) => country === 'PT')
  expect(await importPlaces(testDeps(db), portuguese)).toBeGreaterThan(100)

  expect(await count()).toEqual(before)
  const names = await db
    .selectFrom('place_name')
    .select('name')
    .where('place_id', '=', lisbon.id)
    .orderBy('name')
    .execute()
  expect(names.map(({ name }) => name)).toEqual(['lisboa', 'lisbon', 'lisbona', 'lisbonne', 'lissabon'])
}, 120_000)

test.each([
  ['Lisbon', 'Lisbon', 'PT'],
  ['lisb', 'Lisbon', 'PT'],
  ['lisbn', 'Lisbon', 'PT'],
  ['Lisboa', 'Lisbon', 'PT'],
  ['Koln', 'Köln', 'DE'],
  ['KÖLN', 'Köln', 'DE'],
  ['Koeln', 'Köln', 'DE'],
  ['cologne', 'Köln', 'DE'],
  ['München', 'Munich', 'DE'],
  ['munich', 'Munich', 'DE'],
  ['pra', 'Prague', 'CZ'],
  ['li', 'Lima', 'PE'],
  ['barcelna', 'Barcelona', 'ES'],
  ['lodnon', 'London', 'GB'],
  ['Lisbn', 'Lisbon', 'PT'],
  ['Muncih', 'Munich', 'DE'],
  ['Wien', 'Vienna', 'AT'],
  ['Sao Paulo', 'São Paulo', 'BR'],
  ['amsterdma', 'Amsterdam', 'NL'],
  ['copenhagn', 'Copenhagen', 'DK'],
  ['new yrok', 'New York City', 'US'],
  ['vilanova gaia', 'Vila Nova de Gaia', 'PT'],
  ['janeiro', 'Rio de Janeiro', 'BR'],
  ['warsav', 'Warsaw', 'PL'],
  ['krakow', 'Kraków', 'PL'],
  ['lodz', 'Łódź', 'PL'],
  ['new york', 'New York City', 'US'],
  ['porto', 'Porto', 'PT'],
  ['springfield, illinois', 'Springfield', 'US'],
  ['porto brazil', 'Porto', 'BR'],
  ["  L'Hospitalet ", 'L’Hospitalet de Llobregat', 'ES'],
])('the first suggestion for "%s" is %s in %s', async (q, name, country) => {
  const [first] = await search({ q })
  expect({ name: first?.name.replace("'", '’'), country: first?.country }).toEqual({ name, country })
})

test.each([
  ['springfield', undefined, 'US'],
  ['birmingham', undefined, 'GB'],
  ['birmingham', 'Europe/London', 'GB'],
  ['birmingham', 'America/Chicago', 'US'],
  ['po', 'Europe/Lisbon', 'PT'],
  ['po', 'Europe/Warsaw', 'PL'],
  ['valencia', 'America/Caracas', 'VE'],
  ['valencia', 'Europe/Madrid', 'ES'],
  ['muncih', 'Europe/Zurich', 'DE'],
  ['paris', 'America/Chicago', 'FR'],
  ['porto', 'Nowhere/Land', 'PT'],
])('the first suggestion for %s in the time zone %s is in %s', async (q, timeZone, country) => {
  const [first] = await search({ q, ...(timeZone && { timeZone }) })
  expect(first?.country).toBe(country)
})

test.each([
  ['po', {}, 'BR'],
  ['po', { country: 'PT' }, 'PT'],
  ['po', { country: 'pt' }, 'PT'],
  ['po', { country: 'PT', timeZone: 'UTC' }, 'PT'],
  ['po', { country: 'PT', timeZone: 'Europe/Warsaw' }, 'PL'],
])('the first suggestion for %s with %j is in %s', async (q, visitor, country) => {
  const [first] = await search({ q, ...visitor })
  expect(first?.country).toBe(country)
})

test('a town of which several names match is suggested once', async () => {
  for (const q of ['li', 'lis', 'lisbo', 'lisbn', 'koln']) {
    const ids = (await search({ q, limit: '20' })).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  }
})

test('prefix matches come before similar names, and the largest town comes first', async () => {
  const items = await search({ q: 'dubl', limit: '20' })

  const begins = items.map(({ name }) => name.toLowerCase().startsWith('dubl'))
  expect(begins).toEqual([...begins].sort().reverse())
  expect(items[0]).toMatchObject({ id: dublin.id, region: 'Leinster', countryName: 'Ireland' })
})

test.each(['', ' ', '%', '_', "';--", '東京', 'zzzzqqqqxxxx', '\\'])('nothing is found for %j', async (q) => {
  expect(await search({ q })).toEqual([])
})

test.each([
  {},
  { q: 'x'.repeat(81) },
  { q: 'lisbon', limit: '0' },
  { q: 'lisbon', limit: '21' },
  { q: 'po', timeZone: '; drop' },
  { q: 'po', country: 'Portugal' },
])('a search for %j is refused', async (query) => {
  await expect(search(query)).rejects.toMatchObject({ code: 'request-invalid' })
})

test('a town is shown with its region, country and time zone, but without its subdivision code', async () => {
  const place = await show(String(lisbon.id))

  expect(place).toMatchObject({
    id: lisbon.id,
    name: 'Lisbon',
    region: 'Lisbon',
    country: 'PT',
    countryName: 'Portugal',
    timeZone: 'Europe/Lisbon',
  })
  expect(place).not.toHaveProperty('subdivision')
  expect(await placeById(testDeps(db), lisbon.id)).toMatchObject({ subdivision: '11' })
})

test.each(['1', '9999999999'])('the town %s does not exist', async (id) => {
  await expect(show(id)).rejects.toMatchObject({ code: 'place-not-found' })
})

test.each(['0', '-1', 'lisbon', '1e3', '12345678901'])('%s is refused as the id of a town', async (id) => {
  await expect(show(id)).rejects.toMatchObject({ code: 'request-invalid' })
})

test('any position has a nearest town, also near the date line and at the pole', async () => {
  expect(await nearestPlace(db, 53.35, -6.26)).toMatchObject({ country: 'IE', timeZone: 'Europe/Dublin' })
  expect(await nearestPlace(db, -17.7, -179.9)).toMatchObject({ country: 'FJ' })
  expect(await nearestPlace(db, 90, 0)).toMatchObject({ country: 'SJ' })
})

let clock = now.getTime()
/** The counts of cities are cached for at most five minutes. */
const later = () => {
  clock += 300_000
  return atOnce()
}
const atOnce = () => ({ ...testDeps(db), now: () => new Date(clock) })

test('a town is listed as a city from its third published sitter on', async () => {
  const cities = () => answerOf(placeRoutes, contract.listCities, later())
  await buildSitters(db, 2, 'published')
  await buildSitters(db, 4, 'paused')
  expect(await cities()).toEqual({ items: [] })

  await buildSitters(db, 1, 'published')

  expect(await cities()).toMatchObject({ items: [{ place: { name: 'Lisbon' }, sitters: 3 }] })
})

test('a city page shows counts and prices per service; a town with too few sitters is not found', async () => {
  const city = (placeId: number, deps = later()) =>
    answerOf(placeRoutes, contract.showCity, deps, { params: { placeId: String(placeId) } })
  await expect(city(dublin.id)).rejects.toMatchObject({ code: 'place-not-found' })
  await expect(city(7)).rejects.toMatchObject({ code: 'place-not-found' })
  const { rows } = await sql<{ id: string }>`
    select id from sitter where place_id = ${lisbon.id} and status = 'published' order by id`.execute(db)
  for (const [index, { id }] of rows.entries())
    await sql`
      insert into sitter_service (sitter_id, service, active, rates, accepts, weekday_capacity, max_pets, notice_hours, policy)
      values (${id}, 'dog_walking', ${index < 3}, ${JSON.stringify({ base: 1000 + 100 * index })}, '{}', '{1,1,1,1,1,1,1}', 1, 3,
        'per_unit_24h')`.execute(db)

  expect(await city(lisbon.id)).toMatchObject({
    place: { name: 'Lisbon' },
    sitters: rows.length,
    services: [{ service: 'dog_walking', sitters: 3, fromPrice: 1100, medianPrice: 1210 }],
    nearby: [],
  })

  // Ten kilometres from Lisbon.
  const amadora = 2_271_772
  await sql`update sitter set place_id = ${amadora} where id in (
    select id from sitter where place_id = ${lisbon.id} and status = 'paused' limit 3)`.execute(db)
  await sql`update sitter set status = 'published' where place_id = ${amadora}`.execute(db)
  expect(await city(lisbon.id, atOnce())).toMatchObject({ nearby: [] })
  expect(await city(lisbon.id)).toMatchObject({ nearby: [{ place: { name: 'Amadora' }, sitters: 3 }] })
})

test('towns with sitters are suggested first, with their number, also for a short text and after a typo', async () => {
  // The United States have larger towns that begin with Ca, and several Lisbons.
  const cascais = 2_269_594
  await inTransaction(db, (tx) => tx.deleteFrom('sitter_service').execute())
  await sql`update sitter set place_id = ${cascais} where status = 'paused'`.execute(db)
  const suggest = async (query: object, deps = later()) => {
    const { items } = await answerOf(placeRoutes, contract.searchPlaces, deps, { query })
    return items.map(({ name, country, sitters }) => `${name} ${country} ${sitters}`)
  }
  const visitor = { timeZone: 'America/Chicago', limit: '3' }
  expect((await suggest({ q: 'ca', ...visitor }))[0]).not.toContain('Cascais')

  await sql`update sitter set status = 'published' where place_id = ${cascais}`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sitter where place_id = ${cascais}`.execute(db)

  for (const q of ['ca', 'cas', 'casca', 'cascais', 'cacsais'])
    expect((await suggest({ q, ...visitor }))[0]).toBe(`Cascais PT ${rows[0]!.count}`)
  const [first, ...others] = await suggest({ q: 'lisbon', ...visitor })
  expect(first).toMatch(/^Lisbon PT [1-9]/)
  expect(others).toHaveLength(2)
  for (const other of others) expect(other).toMatch(/^Lisbon.* US 0$/)
})

const buildSitters = (within: Db, count: number, status: 'published' | 'paused') =>
  inTransaction(within, async (tx) => {
    for (let index = 0; index < count; index++) {
      const id = newId(now)
      await tx
        .insertInto('account')
        .values({
          id,
          external_id: id,
          name: 'Sam',
          email: `${id}@example.org`,
          created_at: now,
          updated_at: now,
        })
        .execute()
      await tx
        .insertInto('sitter')
        .values({
          id,
          account_id: id,
          name: 'Sam',
          status,
          headline: '',
          bio: '',
          place_id: lisbon.id,
          lat: lisbon.lat,
          lng: lisbon.lng,
          time_zone: lisbon.timeZone,
          home: '{}',
          home_ceiling: 3,
          one_household: false,
          visits_while_sitting: false,
          languages: [],
          skills: [],
          created_at: now,
          updated_at: now,
        })
        .execute()
    }
  })

test('the largest towns within the bounds of a map are listed, also across the date line', async () => {
  const see = async (bounds: string) => {
    const { items } = await answerOf(placeRoutes, contract.listPlacesInSight, testDeps(db), {
      query: { bounds },
    })
    return items
  }
  const around = await see('38.6,-9.3,38.9,-9.0')
  expect(around[0]).toMatchObject({ id: lisbon.id, name: 'Lisbon' })
  expect(around.length).toBeLessThanOrEqual(40)
  for (const { lat, lng } of around)
    expect(lat > 38.6 && lat < 38.9 && lng > -9.3 && lng < -9, `${lat} ${lng}`).toBe(true)
  expect((await see('-90,-180,90,180')).map(({ name }) => name)).toContain('Tokyo')
  const acrossTheLine = (await see('-25,170,-10,-170')).map(({ lng }) => Math.sign(lng))
  expect(new Set(acrossTheLine)).toEqual(new Set([1, -1]))
  await expect(see('1,2,3')).rejects.toMatchObject({ code: 'request-invalid' })
  await expect(see('5,1,4,2')).rejects.toMatchObject({ code: 'request-invalid' })
})
