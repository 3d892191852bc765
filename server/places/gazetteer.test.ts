import { expect, test } from 'vitest'
import { type CountedTown, joinTowns, kmBetween, type ListedTown } from '#server/places/gazetteer.ts'
import { namesOf } from '#server/places/other-names.ts'
import { subdivisionOf } from '#server/places/subdivision.ts'

const listed = (name: string, lat: number, lng: number, country = 'PT', admin1 = '14'): ListedTown => ({
  name,
  lat: String(lat),
  lng: String(lng),
  country,
  admin1,
})
const counted = (
  cityId: number,
  name: string,
  population: number,
  [lat, lng]: [number, number],
  country = 'PT',
): CountedTown => ({ cityId, name, country, population, loc: { coordinates: [lng, lat] } })

const join = (list: ListedTown[], counts: CountedTown[]) =>
  joinTowns({
    listed: list,
    counted: counts,
    regions: [{ code: 'PT.14', name: 'Lisbon' }],
    timeZoneAt: () => 'Europe/Lisbon',
    countryName: (country) => `land of ${country}`,
  })

test('a listed town takes the id and population of its match and keeps its own position', () => {
  const [lisbon] = join(
    [listed('Lisbon', 38.725, -9.15)],
    [counted(2267057, 'Lisbon', 517_802, [38.72, -9.13])],
  )

  expect(lisbon).toMatchObject({
    id: 2267057,
    name: 'Lisbon',
    region: 'Lisbon',
    country: 'PT',
    countryName: 'land of PT',
    subdivision: '11',
    lat: 38.725,
    timeZone: 'Europe/Lisbon',
    population: 517_802,
  })
  expect(lisbon?.names).toContain('Lisboa')
})

test('two towns of the same name are each matched to the nearest entry, in either order', () => {
  const near = counted(1, 'Vila', 10, [38, -9])
  const far = counted(2, 'Vila', 20, [38.1, -9])

  for (const counts of [
    [near, far],
    [far, near],
  ])
    expect(join([listed('Vila', 38.09, -9), listed('Vila', 38.01, -9)], counts).map(({ id }) => id)).toEqual([
      2, 1,
    ])
})

test('different accents, different spellings and a new name at the same position match the same town', () => {
  const towns = join(
    [listed('Evora', 38.5, -7.9), listed('Odesa', 46.47, 30.73, 'UA'), listed('Fujairah', 25.1, 56.3, 'AE')],
    [
      counted(1, 'Évora', 50_000, [38.5, -7.9]),
      counted(2, 'Odessa', 1_000_000, [46.48, 30.75], 'UA'),
      counted(3, 'Al Fujayrah', 86_000, [25.1, 56.3], 'AE'),
    ],
  )

  expect(towns.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(towns[2]?.names).toEqual(['Fujairah', 'Al Fujayrah'])
})

test('a town of the same name in another country or 100 km away is not a match', () => {
  const [town] = join(
    [listed('Porto', 41.1, -8.6)],
    [counted(1, 'Porto', 5, [42.1, -6.9], 'ES'), counted(2, 'Porto', 5, [40.1, -8.6])],
  )
  expect(town).toMatchObject({ population: 0, subdivision: '11' })
  expect(town!.id).toBeGreaterThan(100_000_000)
})

test('an unmatched town gets the same id in every import, and towns at the same position different ids', () => {
  const twins = [listed('Vila', 1, 1), listed('Vila', 1, 1), listed('Vila', 2, 1)]

  const ids = join(twins, []).map(({ id }) => id)

  expect(new Set(ids).size).toBe(3)
  expect(join(twins, []).map(({ id }) => id)).toEqual(ids)
  expect(Math.min(...ids)).toBeGreaterThanOrEqual(100_000_000)
  expect(Math.max(...ids)).toBeLessThan(2_147_483_647)
})

test.each([
  ['DE', '02', 'BY'],
  ['US', 'NY', 'NY'],
  ['CA', '08', 'ON'],
  ['AU', '02', 'NSW'],
  ['GB', 'ENG', 'ENG'],
  ['ES', '56', 'CT'],
  ['PT', '14', '11'],
  ['CH', 'ZH', 'ZH'],
  ['AT', '09', '9'],
  ['IE', 'L', null],
  ['GB', '00', null],
  ['DE', '', null],
])('the subdivision of %s %s is %s', (country, admin1, subdivision) => {
  expect(subdivisionOf(country, admin1)).toBe(subdivision)
})

test('the names of a town include spelled-out umlauts, and foreign names only if it is large', () => {
  expect(namesOf({ country: 'DE', name: 'Köln', population: 900_000 })).toEqual(
    expect.arrayContaining(['Köln', 'Cologne', 'Koeln']),
  )
  expect(namesOf({ country: 'PT', name: 'Lisbon', population: 12 })).toEqual(['Lisbon'])
})

test('kmBetween returns great-circle distances, also across the date line', () => {
  expect(kmBetween(38.7223, -9.1393, 41.1579, -8.6291)).toBeCloseTo(274, 0)
  expect(kmBetween(0, 179.9, 0, -179.9)).toBeCloseTo(22.2, 1)
})
