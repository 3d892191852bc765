import type { Db } from '#server/kernel/db.ts'
import { kmBetween } from '#server/places/gazetteer.ts'
import * as store from '#server/places/store.ts'
import { type Town, viewPlace } from '#server/places/view.ts'

export { importPlaces } from '#server/places/import.ts'

const largestId = 2_147_483_647

export async function placeById(db: Db, id: number): Promise<Town | undefined> {
  if (id > largestId) return undefined
  const row = await store.findPlace(db, id)
  return row && viewPlace(row)
}

/** The town whose centre is nearest, however far; undefined only before the towns are imported. */
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

/** A resemblance must be closer when something begins with the words already. */
const resemblance = { alone: 0.25, beside: 0.45 }

/** What begins with the words, then names followed by their region, then what resembles them; the largest first in each. */
export async function searchPlaces(db: Db, typed: string, limit: number): Promise<Town[]> {
  const folded = await store.foldName(db, typed)
  const ids = await findIds(db, folded, limit)
  const rows = new Map((await store.findPlaces(db, ids)).map((row) => [row.id, row]))
  return ids.map((id) => viewPlace(rows.get(id)!))
}

async function findIds(db: Db, folded: string, limit: number): Promise<number[]> {
  if (folded === '') return []
  if ([...folded].length <= 2) return idsOf(await store.findByFirstLetters(db, folded, limit))
  const ids = new Set(idsOf(await store.findByPrefix(db, folded, limit)))
  const add = (hits: { place_id: number }[]) => {
    for (const id of idsOf(hits)) if (ids.size < limit) ids.add(id)
  }
  const words = folded.split(' ')
  if (ids.size < limit && words.length > 1) add(await store.findByNameAndRegion(db, words, limit))
  if (ids.size < limit) {
    const atLeast = ids.size === 0 ? resemblance.alone : resemblance.beside
    add(await store.findResembling(db, folded, { limit: limit * 2, atLeast }))
  }
  return [...ids]
}

const idsOf = (hits: readonly { place_id: number }[]) => hits.map((hit) => hit.place_id)

/** A city is a town with a choice of sitters. */
export const cityAtLeast = 3
const mostCities = 60

export async function listCities(db: Db): Promise<{ place: Town; sitters: number }[]> {
  const rows = await store.findCities(db, cityAtLeast, mostCities)
  return rows.map(({ sitters, ...row }) => ({ place: viewPlace(row), sitters: Number(sitters) }))
}
