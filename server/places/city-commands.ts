import type { showCity } from '#contract/places.ts'
import { services } from '#contract/codes.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Db } from '#server/kernel/db.ts'
import { cityAtLeast } from '#server/places/commands.ts'
import { kmBetween } from '#server/places/gazetteer.ts'
import * as store from '#server/places/store.ts'
import { viewPlace } from '#server/places/view.ts'

const nearbyKm = 100
const mostNearby = 12
const kmOfDegree = 111.2

/** The page of a city; undefined for towns without a choice of sitters, and for no town at all. */
export async function readCity(db: Db, id: number): Promise<Answer<typeof showCity> | undefined> {
  const row = await store.findPlace(db, id)
  if (!row) return undefined
  const [sitters, offered, around] = await Promise.all([
    store.countSitters(db, id),
    store.findOffered(db, id),
    citiesAround(db, row),
  ])
  if (sitters < cityAtLeast) return undefined
  const inOrder = services.flatMap((service) => offered.filter((one) => one.service === service))
  return { place: viewPlace(row), sitters, services: inOrder, nearby: around }
}

async function citiesAround(db: Db, city: store.PlaceRow) {
  const lat = nearbyKm / kmOfDegree
  // Degrees of longitude shrink towards the poles; beyond 85 degrees all of them are near.
  const lng = Math.min(180, lat / Math.max(0.09, Math.cos((city.lat * Math.PI) / 180)))
  const found = await store.findCitiesWithin(db, city, { lat, lng }, cityAtLeast)
  return found
    .map(({ sitters, ...row }) => ({
      place: viewPlace(row),
      sitters,
      km: kmBetween(city.lat, city.lng, row.lat, row.lng),
    }))
    .filter(({ km }) => km <= nearbyKm)
    .sort((one, other) => one.km - other.km)
    .slice(0, mostNearby)
    .map(({ place, sitters }) => ({ place, sitters }))
}

/** Every page of a city, and of a service in a city, that has a choice of sitters. */
export const cityPages = (db: Db) => store.findCityPages(db, cityAtLeast)
