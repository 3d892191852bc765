import { isStay, type Service, services } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { addDays, addMonths, hourMilliseconds, localOf } from '#server/kernel/day.ts'
import type { Bounds } from '#server/places/bounds.ts'
import type { Filter, Order } from '#server/search/candidates-store.ts'
import type { Span } from '#server/search/cards-store.ts'
import { cellsAround, distanceKm } from '#server/search/cells.ts'
import { maskOf } from '#server/search/day-words.ts'
import { serviceNumber } from '#server/search/document.ts'
import { startIn } from '#server/search/offer.ts'
import { priceTermsOf } from '#server/search/price-bounds.ts'
import { type SearchCriteria, daysOf } from '#server/search/query.ts'
import { distanceScaleKm, newcomersSince } from '#server/search/ranking.ts'
import {
  answerBits,
  gardenBits,
  homeBits,
  languageBits,
  neededBits,
  policyBits,
} from '#server/search/traits.ts'
import { sizeBit } from '#server/sitters/acceptance.ts'

/** Beyond this width there would be too many cells, so only coordinates are compared. */
const widestCellsKm = 120

/** The zones in which a day begins first and in which it ends last. */
const [earliestZone, latestZone] = ['Etc/GMT-14', 'Etc/GMT+12'] as const
export const earliestToday = (now: Date): string => localOf(now, latestZone).on
export const latestToday = (now: Date): string => localOf(now, earliestZone).on

/** A search, with the owner who asks (null without an account) and the time. */
export type SearchContext = {
  criteria: SearchCriteria
  ownerId: string | null
  settings: Settings
  now: Date
}

/** Returns one filter for each service that the search may mean. */
export const filtersFor = (context: SearchContext): Filter[] =>
  (context.criteria.service === undefined ? services : [context.criteria.service]).flatMap(
    (service) => filterFor(context, service) ?? [],
  )

/**
 * Returns the part of a search that the `sitter_search` rows can decide; without a service, for the row of any service.
 * Null when the service cannot be requested for such dates.
 */
export function filterFor(
  { criteria, ownerId, settings, now }: SearchContext,
  service: Service | undefined,
): Filter | null {
  const days = service === undefined ? sharedDays(criteria) : daysOf(criteria, service)
  if (days === null) return null
  const { pets } = criteria
  const today = earliestToday(now)
  const lastMarked = addDays(today, settings.horizonDays)
  const on = days[0] ?? now.toISOString().slice(0, 10)
  const leadHours = service === undefined ? undefined : leadOf(service, days, settings, now)
  return {
    service: serviceNumber(service),
    ...areaOf(criteria),
    sizes: pets.reduce((bits, { species, weightKg }) => bits | sizeBit(species, weightKg), 0),
    weights: dogWeights(pets),
    pets: pets.length,
    leadHours,
    isExact: isExact(criteria, service, days, lastMarked) && (days.length === 0 || leadHours !== undefined),
    needsTwo: pets.length > 1 && isAtHome(service),
    prices: priceTermsOf(
      { service, days, pets, minTotal: criteria.minTotal, maxTotal: criteria.maxTotal, ownerId },
      settings,
    ),
    traits: neededBits(criteria.traits, {
      puppies: service !== undefined && pets.some((pet) => isYoung(pet, on, settings.puppyMonths)),
      unneutered: pets.some(isUnneutered),
      medication: pets.some((pet) => pet.medication),
    }),
    homes: homeBits(criteria.homes),
    gardens: gardenBits(criteria.gardens),
    qualities: requiredQualities(criteria),
    publishedAfter: criteria.traits.includes('newcomer') ? newcomersSince(now) : undefined,
    mask:
      days.length === 0
        ? undefined
        : maskOf(
            days.filter((on) => on <= lastMarked),
            today,
          ),
  }
}

const areaOf = ({
  centre,
  bounds,
  radiusKm,
}: SearchCriteria): Pick<Filter, 'centre' | 'radiusKm' | 'bounds' | 'cells'> => ({
  centre,
  radiusKm: centre && !bounds ? radiusKm : undefined,
  bounds,
  cells: bounds ? cellsWithin(bounds) : centre && cellsNear(centre.lat, centre.lng, radiusKm),
})

function dogWeights(pets: SearchCriteria['pets']): Filter['weights'] {
  const dogs = pets.flatMap(({ species, weightKg }) =>
    species === 'dog' && weightKg !== null ? [weightKg] : [],
  )
  return dogs.length === 0 ? undefined : { least: Math.min(...dogs), most: Math.max(...dogs) }
}

/** Returns the sort order; the distance scale is five times as long for house sitting, where the sitter moves in. */
export const orderFor = (
  { sort }: SearchCriteria,
  service: Service | undefined,
  { rank }: Settings,
): Order => ({
  sort,
  distanceWeight: rank.weights.distance,
  distanceScaleKm: distanceScaleKm(service),
})

const requiredQualities = ({ policies, languages, answersWithin }: SearchCriteria): bigint[] =>
  [policyBits(policies), languageBits(languages), answersWithin ? answerBits(answersWithin) : 0n].filter(
    (bits) => bits > 0n,
  )

/** Days that every service would need for this search. */
function sharedDays(criteria: SearchCriteria): string[] {
  if (criteria.days.length > 0) return [...criteria.days]
  const nights = daysOf(criteria, 'boarding')
  return nights ?? daysOf(criteria, 'day_care') ?? []
}

/** Cells by place and radius, cached because the same towns are searched again and again, once for each service. */
const cellCache = new Map<string, string[]>()
const maxCachedCells = 300

function cellsNear(lat: number, lng: number, radiusKm: number): string[] {
  const key = `${lat} ${lng} ${radiusKm}`
  const cells = cellCache.get(key) ?? cellsAround(lat, lng, radiusKm)
  cellCache.delete(key)
  cellCache.set(key, cells)
  const [oldest] = cellCache.size > maxCachedCells ? cellCache.keys() : []
  if (oldest !== undefined) cellCache.delete(oldest)
  return cells
}

function cellsWithin({ south, west, north, east }: Bounds): string[] | undefined {
  const width = west <= east ? east - west : east - west + 360
  const middle = { lat: (south + north) / 2, lng: wrap(west + width / 2) }
  if (width > 90) return undefined
  const corners = [south, north].map((lat) => distanceKm(middle, { lat, lng: west }))
  const radius = Math.max(...corners, south < 0 && north > 0 ? distanceKm(middle, { lat: 0, lng: west }) : 0)
  return radius > widestCellsKm ? undefined : cellsNear(middle.lat, middle.lng, radius)
}

const wrap = (lng: number): number => (lng > 180 ? lng - 360 : lng)

/** Returns the days whose bookings and blocked places the exact test reads; undefined without dates. */
export function spanOf({ stay, days }: SearchCriteria): Span | undefined {
  if (stay) return { from: stay.startOn, to: stay.endOn }
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** Returns the number of units requested; null if that depends on the service. */
export function requestedUnits(criteria: SearchCriteria): number | null {
  if (criteria.service !== undefined) return daysOf(criteria, criteria.service)?.length || null
  if (criteria.days.length > 0) return criteria.days.length
  return null
}

const isAtHome = (service: Service | undefined): boolean => service === 'boarding' || service === 'day_care'

/**
 * True when the `sitter_search` rows decide who passes, apart from notice and price. Room for three or more pets and
 * the choice among services are not stored in them.
 */
function isExact(
  { pets, policies, minTotal, maxTotal }: SearchCriteria,
  service: Service | undefined,
  days: readonly string[],
  lastMarked: string,
): boolean {
  if (service === undefined)
    return [pets, days, policies].every(({ length }) => length === 0) && (minTotal ?? maxTotal) === undefined
  const last = days.at(-1)
  return last === undefined || (last <= lastMarked && !(pets.length > 2 && isAtHome(service)))
}

/**
 * Returns the hours from now until the requested days begin, in the zone where they begin first and the one where they
 * begin last; undefined if the booking cannot begin in one of these zones.
 */
function leadOf(
  service: Service,
  days: readonly string[],
  settings: Settings,
  now: Date,
): Filter['leadHours'] {
  const [first, last] = [earliestZone, latestZone].map((zone) => startIn(zone, service, days, settings, now))
  if (!first || !last) return undefined
  const hoursTo = (at: Date) => (at.getTime() - now.getTime()) / hourMilliseconds
  return { least: hoursTo(first), most: hoursTo(last) }
}

const isYoung = ({ species, birthOn }: SearchCriteria['pets'][number], on: string, months: number): boolean =>
  (species === 'dog' || species === 'cat') && birthOn !== null && on < addMonths(birthOn, months)

const isUnneutered = ({ species, neutered }: SearchCriteria['pets'][number]): boolean =>
  (species === 'dog' || species === 'cat') && neutered === false

export type Refused = { detail: string; values: Record<string, string | number> }

/** Returns why no sitter in any time zone can take these dates; undefined if some may. */
export function refuseDates(
  criteria: SearchCriteria,
  settings: { horizonDays: number; stay: { maxNights: number }; visit: { maxPerBooking: number } },
  now: Date,
): Refused | undefined {
  const span = spanOf(criteria)
  if (!span) return undefined
  const { from, to } = span
  if (from < earliestToday(now)) return { detail: 'These dates have passed', values: { from } }
  const lastOn = addDays(latestToday(now), settings.horizonDays)
  if (from > lastOn)
    return {
      detail: `Bookings can start at most ${settings.horizonDays} days ahead`,
      values: { from, lastOn },
    }
  const service = criteria.service
  const units = service === undefined ? 0 : (daysOf(criteria, service)?.length ?? 0)
  const most =
    service !== undefined && isStay(service) ? settings.stay.maxNights : settings.visit.maxPerBooking
  return units > most
    ? { detail: `One booking has at most ${most} of these`, values: { units, to } }
    : undefined
}
