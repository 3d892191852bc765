import { cachedByCost } from '#server/kernel/cache/cached-by-cost.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { parseBounds } from '#server/places/bounds.ts'
import { kmBetween } from '#server/places/gazetteer.ts'
import { findPostcode } from '#server/places/postcode-store.ts'
import * as store from '#server/places/store.ts'
import type { Town } from '#server/places/town.ts'
import { viewPlace, viewPostcode } from '#server/places/view.ts'

export { importPlaces } from '#server/places/import.ts'
export { suggestPlaces } from '#server/places/suggest-commands.ts'

const largestId = 2_147_483_647

const maxCached = 2_000

/** Lowest postcode id; town ids are lower (migration 44). */
const firstPostcodeId = 3_000_000_000
export const isPostcode = (id: number): boolean => id >= firstPostcodeId

const cachedPlace = cachedByCost(findPlace, maxCached)

/** Returns a town, or a postcode with its own centre; outside transactions the result may be up to five minutes old. */
export const placeById = (deps: Pick<Deps, 'db' | 'now' | 'log'>, id: number): Promise<Town | undefined> =>
  cachedPlace(deps, id)

async function findPlace(db: Db, id: number): Promise<Town | undefined> {
  if (isPostcode(id)) {
    const found = await findPostcode(db, id)
    return found && viewPostcode(found)
  }
  const row = id > largestId ? undefined : await store.findPlace(db, id)
  return row && viewPlace(row)
}

/** Returns the town whose centre is nearest, at any distance; undefined only before the towns are imported. */
export async function nearestPlace(db: Db, lat: number, lng: number): Promise<Town | undefined> {
  const sides = Math.abs(lng) > 175 ? [lng, lng - Math.sign(lng) * 360] : [lng]
  const found = await Promise.all(sides.map((side) => store.findPlacesAround(db, lat, side)))
  const nearest = found
    .flat()
    .map((row) => ({ row, km: kmBetween(lat, lng, row.lat, row.lng) }))
    .reduce<{ row: store.PlaceRow; km: number } | undefined>(
      (best, next) => (best && best.km <= next.km ? best : next),
      undefined,
    )
  return nearest && viewPlace(nearest.row)
}

const maxInSight = 40

/** Returns the largest towns of an area, given in the format of a search's `bounds`. */
export async function placesInSight(db: Db, text: string) {
  const faults: { path: string; message: string }[] = []
  const bounds = parseBounds(text, (message) => faults.push({ path: 'bounds', message }))
  if (!bounds || faults.length > 0)
    throw new Problem('request-invalid', {
      detail: 'Correct the parameters named in "errors" and ask again.',
      errors: faults,
    })
  return store.findPlacesWithin(db, bounds, maxInSight)
}
