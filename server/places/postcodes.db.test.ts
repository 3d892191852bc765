import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchPlaces, showPlace } from '#contract/places.ts'
import { searchSitters } from '#contract/search/search.ts'
import { Settings } from '#contract/settings.ts'
import { SitterInput } from '#contract/sitters/sitters.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { placeById } from '#server/places/commands.ts'
import { importPostcodes } from '#server/places/postcode-commands.ts'
import { placeRoutes } from '#server/places/routes.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { locate } from '#server/sitters/location-commands.ts'
import { buildPlaces, testDeps } from '#test/build.ts'
import { lisbon } from '#test/cast.ts'
import { createTestDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDb())
  await buildPlaces(db)
})
afterAll(() => drop())

/** A line in GeoNames' format. */
const line = (country: string, code: string, name: string, lat: number | '', lng: number | '') =>
  [country, code, name, 'Region', '14', 'District', '1106', '', '', lat, lng, 6].join('\t')
const portugal = [
  line('PT', '1100-148', 'Lisboa', 38.7111, -9.1371),
  line('PT', '1100-149', 'Lisboa', 38.712, -9.137),
  line('PT', '1100-149', 'Lisboa (another street)', 38.8, -9.2),
  line('PT', '4000-001', 'Porto', 41.15, -8.61),
]
const britain = [
  line('GB', 'SW1A 1AA', 'London', 51.501, -0.1418),
  line('GB', 'SW1A 2AA', 'London', 51.5035, -0.1276),
  line('GB', 'EC1', 'London', 51.52, -0.1),
]
const germany = [line('DE', '11001', 'Hamm', 51.67, 7.8)]

async function* linesOf(lines: readonly string[]) {
  yield* lines
}
const bring = (...lines: string[]) => importPostcodes({ db }, linesOf(lines), () => {})

const suggest = async (q: string, timeZone?: string): Promise<string[]> => {
  const query = { q, ...(timeZone && { timeZone }) }
  const { items } = await answerOf(placeRoutes, searchPlaces, testDeps(db), { query })
  return items.map(({ name }) => name)
}

test('an import reports what it read, and repeating it changes nothing', async () => {
  const all = [...portugal, ...britain, ...germany, '', line('DE', '99999', 'Nowhere', '', '')]
  expect(await bring(...all)).toEqual({ lines: 10, skipped: 2, removed: 0, countries: ['DE', 'GB', 'PT'] })
  const before = await db.selectFrom('postcode').select(['id', 'code', 'name']).orderBy('id').execute()
  expect(before).toHaveLength(7)

  expect(await bring(...all)).toMatchObject({ removed: 0 })

  expect(await db.selectFrom('postcode').select(['id', 'code', 'name']).orderBy('id').execute()).toEqual(
    before,
  )
})

test.each([
  ['1100-148', ['1100-148 Lisboa']],
  ['1100148', ['1100-148 Lisboa']],
  ['1100 14', ['1100-148 Lisboa', '1100-149 Lisboa']],
  ['SW1A 1AA', ['SW1A 1AA London']],
  ['sw1a1aa', ['SW1A 1AA London']],
  ['SW1A-2', ['SW1A 2AA London']],
  ['ec1a 1bb', ['EC1 London']],
  ['4000-999', []],
  ['9', []],
])('typing "%s" suggests %j', async (typed, names) => {
  expect(await suggest(typed)).toEqual(names)
})

test('postcodes of the country of the given time zone come first', async () => {
  const [hamm, ...lisbon] = ['11001 Hamm', '1100-148 Lisboa', '1100-149 Lisboa']
  expect(await suggest('11001')).toEqual([hamm, ...lisbon])
  expect(await suggest('11001', 'Europe/Lisbon')).toEqual([...lisbon, hamm])
})

test('a postcode is a place with its own position and time zone and can be searched around', async () => {
  const { id } = await db
    .selectFrom('postcode')
    .select('id')
    .where('code', '=', '1100148')
    .executeTakeFirstOrThrow()
  expect(await answerOf(placeRoutes, showPlace, testDeps(db), { params: { placeId: id } })).toEqual({
    id: Number(id),
    name: '1100-148 Lisboa',
    region: 'Region',
    country: 'PT',
    countryName: 'Portugal',
    lat: 38.7111,
    lng: -9.1371,
    timeZone: 'Europe/Lisbon',
    population: 0,
  })
  expect(Number(id)).toBeGreaterThanOrEqual(3_000_000_000)
  const found = await answerOf(searchRoutes, searchSitters, testDeps(db), { query: { place: id } })
  expect(found).toMatchObject({ items: [], total: 0 })
  expect(await placeById(testDeps(db), 9_999_999_998)).toBeUndefined()
})

test('importing a newer file deletes the postcodes it lacks, in its own country only', async () => {
  const idOf = async (code: string) =>
    (await db.selectFrom('postcode').select('id').where('code', '=', code).executeTakeFirst())?.id
  const keptId = await idOf('1100148')

  const { removed, countries } = await bring(line('PT', '1100-148', 'Lisbon', 38.7, -9.1))

  expect([removed, countries]).toEqual([2, ['PT']])
  expect(await suggest('1100-1', 'Europe/Lisbon')).toEqual(['1100-148 Lisbon', '11001 Hamm'])
  expect(await idOf('1100148')).toBe(keptId)
  expect(await idOf('11001')).toBeDefined()
})

test.each([
  ['PT\t1100-148\tLisboa', 'Line 2 has 3 columns'],
  [line('Portugal', '1100-148', 'Lisboa', 1, 1), 'Line 2 does not begin with a country'],
  [line('PT', '--', 'Lisboa', 1, 1), 'Line 2 has no postcode'],
  [line('PT', '1', 'Lisboa', 91, 1), 'Line 2 has no latitude'],
  ['PK\u0003\u0004', 'Line 2 has 1 columns'],
])('an invalid line is refused with its number: %j', async (wrong, sentence) => {
  await expect(bring(line('PT', '1100-148', 'Lisbon', 38.7, -9.1), wrong)).rejects.toThrow(sentence)
})

test('a sitter who gives a postcode as their place is located in the nearest town', async () => {
  const { id } = await db
    .selectFrom('postcode')
    .select('id')
    .where('code', '=', '1100148')
    .executeTakeFirstOrThrow()
  const profile = SitterInput.parse({ headline: 'A calm home', placeId: Number(id) })
  const where = await inTransaction(db, (tx) =>
    locate({ ...testDeps(db), db: tx }, 'a sitter', profile, Settings.parse({})),
  )
  expect(where).toMatchObject({ place_id: lisbon.id, lat: 38.7, lng: -9.1, country: 'PT' })
})
