import { services } from '#contract/codes.ts'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { showCity } from '#contract/places.ts'
import { priceForStranger } from '#server/bookings/money/fees.ts'
import { cachedByCost } from '#server/kernel/cache/cached-by-cost.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { kmBetween } from '#server/places/gazetteer.ts'
import * as store from '#server/places/store.ts'
import type { Town } from '#server/places/town.ts'
import { viewPlace } from '#server/places/view.ts'
import { currentSettings } from '#server/settings/commands.ts'

const nearbyKm = 100
const maxNearby = 12
const kmOfDegree = 111.2

/** Published sitters from which a town counts as a city. */
const minSittersOfCity = 3
const maxCities = 60
/** Number of city pages cached at once. */
const maxCached = 1_000

const countCities = cachedByCost(async (db) => {
  const rows = await store.findCities(db, minSittersOfCity, maxCities)
  return rows.map(({ sitters, ...row }) => ({ place: viewPlace(row), sitters: Number(sitters) }))
}, 1)

/** Returns the cities with the most sitters; the counts are at most five minutes old. */
export const listCities = (deps: Deps): Promise<{ place: Town; sitters: number }[]> =>
  countCities(deps, 'all')

/** Higher ids are postcodes, which are not cities. */
const largestId = 2 ** 31 - 1

const countCity = cachedByCost(findCity, maxCached)

/**
 * Returns the page of a city; undefined for towns with too few sitters and for unknown ids. Its counts and prices are
 * at most five minutes old.
 */
export const readCity = (deps: Deps, id: number): Promise<EndpointResponse<typeof showCity> | undefined> =>
  id > largestId ? Promise.resolve(undefined) : countCity(deps, id)

async function findCity(db: Db, id: number): Promise<EndpointResponse<typeof showCity> | undefined> {
  const row = await store.findPlace(db, id)
  if (!row) return undefined
  const [sitters, offered, around] = await Promise.all([
    store.countSitters(db, id),
    store.findOffered(db, id),
    citiesAround(db, row),
  ])
  if (sitters < minSittersOfCity) return undefined
  const inOrder = services.flatMap((service) => offered.filter((one) => one.service === service))
  const { settings } = await currentSettings(db)
  const priced = inOrder.map(({ service, sitters: count, lowestRate, middleRate }) => ({
    service,
    sitters: count,
    fromPrice: priceForStranger(lowestRate, settings),
    medianPrice: priceForStranger(middleRate, settings),
  }))
  return { place: viewPlace(row), sitters, services: priced, nearby: around }
}

async function citiesAround(db: Db, city: store.PlaceRow) {
  const lat = nearbyKm / kmOfDegree
  // Degrees of longitude shrink towards the poles; the floor of 0.09 applies beyond about 85 degrees.
  const lng = Math.min(180, lat / Math.max(0.09, Math.cos((city.lat * Math.PI) / 180)))
  const found = await store.findCitiesWithin(db, city, { lat, lng }, minSittersOfCity)
  return found
    .map(({ sitters, ...row }) => ({
      place: viewPlace(row),
      sitters,
      km: kmBetween(city.lat, city.lng, row.lat, row.lng),
    }))
    .filter(({ km }) => km <= nearbyKm)
    .sort((one, other) => one.km - other.km)
    .slice(0, maxNearby)
    .map(({ place, sitters }) => ({ place, sitters }))
}

/** Maximum number of URLs in a sitemap file (sitemaps.org). */
const siteMapSize = 50_000

type CityPage = Awaited<ReturnType<typeof store.findCityPages>>[number]

const findCityPages = cachedByCost((db) => store.findCityPages(db, minSittersOfCity), 1)
const pagesOf = ({ services: offered }: CityPage) => 1 + offered.length

/** Returns the id of the first city of each sitemap file, so that no file exceeds the limit. */
export async function cityFiles(deps: Deps, size = siteMapSize): Promise<number[]> {
  const firsts: number[] = []
  let left = 0
  for (const city of await findCityPages(deps, 'all')) {
    if (left < pagesOf(city)) {
      firsts.push(city.id)
      left = size
    }
    left -= pagesOf(city)
  }
  return firsts
}

/**
 * Returns the cities of the sitemap file that starts with this one, with the services that have enough sitters there.
 */
export async function citiesFrom(deps: Deps, firstId: number, size = siteMapSize): Promise<CityPage[]> {
  const cities = await findCityPages(deps, 'all')
  const start = cities.findIndex(({ id }) => id >= firstId)
  if (start === -1) return []
  let left = size
  const fitting = cities.slice(start).findIndex((city) => (left -= pagesOf(city)) < 0)
  return fitting === -1 ? cities.slice(start) : cities.slice(start, start + fitting)
}
