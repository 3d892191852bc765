import { z } from 'zod'
import { namesOf } from '#server/places/other-names.ts'
import { subdivisionOf } from '#server/places/subdivision.ts'

/** A town of the list with regions, which is newer but has neither ids nor populations. */
export const ListedTown = z.object({
  name: z.string(),
  lat: z.string(),
  lng: z.string(),
  country: z.string(),
  admin1: z.string(),
})
/** A town of the list with GeoNames ids and populations. */
export const CountedTown = z.object({
  cityId: z.number(),
  name: z.string(),
  country: z.string(),
  population: z.number(),
  loc: z.object({ coordinates: z.array(z.number()) }),
})
export const Region = z.object({ code: z.string(), name: z.string() })
export type ListedTown = z.infer<typeof ListedTown>
export type CountedTown = z.infer<typeof CountedTown>
export type Region = z.infer<typeof Region>

export type JoinedTown = {
  id: number
  name: string
  region: string
  country: string
  countryName: string
  subdivision: string | null
  lat: number
  lng: number
  timeZone: string
  population: number
  names: string[]
}

type Sources = {
  listed: readonly ListedTown[]
  counted: readonly CountedTown[]
  regions: readonly Region[]
  timeZoneAt: (lat: number, lng: number) => string
  countryName: (country: string) => string
}

/** Joins both lists: each listed town gets the id and population of the same town in the other list, if it is there. */
export function joinTowns({ listed, counted, regions, timeZoneAt, countryName }: Sources): JoinedTown[] {
  const regionNames = new Map(regions.map(({ code, name }) => [code, name]))
  const countryNames = new Map(
    [...new Set(listed.map(({ country }) => country))].map((c) => [c, countryName(c)]),
  )
  const matches = matchTowns(listed, counted)
  const taken = new Set<number>()
  return listed.map(({ name, country, admin1, ...position }, index) => {
    const [lat, lng] = [Number(position.lat), Number(position.lng)]
    const match = matches[index]
    const population = match?.population ?? 0
    const id = match?.cityId ?? freeId(hashOf(`${country}|${admin1}|${name}|${lat}|${lng}`), taken)
    taken.add(id)
    const names = new Set(namesOf({ country, name, population }))
    if (match) names.add(match.name)
    return {
      id,
      name,
      region: regionNames.get(`${country}.${admin1}`) ?? '',
      country,
      countryName: countryNames.get(country)!,
      subdivision: subdivisionOf(country, admin1),
      lat,
      lng,
      timeZone: timeZoneAt(lat, lng),
      population,
      names: [...names],
    }
  })
}

type Pass = { keyOf: (town: { country: string; name: string }) => string; withinKm: number }

/**
 * Matching passes, in order: the same name; the same name without accents; the same first three letters; any name at
 * the same spot, for renamed towns.
 */
const passes: Pass[] = [
  { keyOf: ({ country, name }) => `${country}|${name}`, withinKm: 30 },
  { keyOf: ({ country, name }) => `${country}|${withoutAccents(name)}`, withinKm: 15 },
  { keyOf: ({ country, name }) => `${country}|${withoutAccents(name).slice(0, 3)}`, withinKm: 6 },
  { keyOf: ({ country }) => country, withinKm: 0.7 },
]

/** Matches nearest pairs first, using each town of either list at most once. */
function matchTowns(
  listed: readonly ListedTown[],
  counted: readonly CountedTown[],
): (CountedTown | undefined)[] {
  const matches: (CountedTown | undefined)[] = Array.from({ length: listed.length })
  const used = new Set<CountedTown>()
  for (const pass of passes) {
    const unmatched = byCell(
      counted.filter((town) => !used.has(town)),
      pass,
    )
    const pairs = listed.flatMap((town, index) =>
      matches[index] ? [] : pairsOf(town, index, unmatched, pass),
    )
    for (const { index, town } of pairs.sort((a, b) => a.km - b.km)) {
      if (matches[index] || used.has(town)) continue
      matches[index] = town
      used.add(town)
    }
  }
  return matches
}

function byCell(counted: readonly CountedTown[], { keyOf }: Pass): Map<string, CountedTown[]> {
  const cells = new Map<string, CountedTown[]>()
  for (const town of counted)
    for (const key of cellKeys(keyOf(town), town.loc.coordinates[1]!, town.loc.coordinates[0]!, 0)) {
      const towns = cells.get(key)
      if (towns) towns.push(town)
      else cells.set(key, [town])
    }
  return cells
}

type Pair = { index: number; town: CountedTown; km: number }

function pairsOf(
  listed: ListedTown,
  index: number,
  unmatched: ReadonlyMap<string, readonly CountedTown[]>,
  { keyOf, withinKm }: Pass,
): Pair[] {
  const [lat, lng] = [Number(listed.lat), Number(listed.lng)]
  const pairs: Pair[] = []
  for (const key of cellKeys(keyOf(listed), lat, lng, 1))
    for (const town of unmatched.get(key) ?? []) {
      const km = kmBetween(lat, lng, town.loc.coordinates[1]!, town.loc.coordinates[0]!)
      if (km <= withinKm) pairs.push({ index, town, km })
    }
  return pairs
}

/**
 * Returns the key of the half-degree cell of a position, or with `reach` 1 of the nine cells around it. Below 80
 * degrees of latitude a cell is wider than the range of any pass.
 */
function cellKeys(key: string, lat: number, lng: number, reach: 0 | 1): string[] {
  const [row, column] = [Math.floor(lat * 2), Math.floor(lng * 2)]
  const keys: string[] = []
  for (let y = row - reach; y <= row + reach; y++)
    for (let x = column - reach; x <= column + reach; x++) keys.push(`${key}|${y}|${x}`)
  return keys
}

const withoutAccents = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Computes the great-circle distance. */
export function kmBetween(lat: number, lng: number, otherLat: number, otherLng: number): number {
  const north = Math.sin(radians(otherLat - lat) / 2) ** 2
  const east = Math.sin(radians(otherLng - lng) / 2) ** 2
  const across = Math.cos(radians(lat)) * Math.cos(radians(otherLat)) * east
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(north + across)))
}

const firstHashedId = 100_000_000
const hashedIds = 2_000_000_000

/** Maps a text to an id above 100 million with FNV-1a, so that every import yields the same id. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return firstHashedId + (hash % hashedIds)
}

function freeId(wanted: number, taken: ReadonlySet<number>): number {
  let id = wanted
  while (taken.has(id)) id++
  return id
}
