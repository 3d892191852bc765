import type { OwnHolidays } from '#contract/calendar/calendar.ts'
import { isStay, type Service, services, type Species } from '#contract/codes.ts'
import type { HolidayPeriod } from '#contract/holidays.ts'
import type { Settings } from '#contract/settings.ts'
import { calculateFees, type Pair } from '#server/bookings/money/fees.ts'
import { planBooking } from '#server/bookings/money/plan.ts'
import { firstPetAmount, type Price, pricerFor, unitsOf } from '#server/bookings/money/price.ts'
import { conflicts } from '#server/calendar/capacity.ts'
import { addDays, addHours } from '#server/kernel/day.ts'
import {
  calendarOf,
  sitterTravels,
  type OfferedService,
  type SearchSitter,
  dayUsesOf,
} from '#server/search/document.ts'
import { type SearchCriteria, daysOf } from '#server/search/query.ts'
import { refusalFor } from '#server/sitters/acceptance.ts'

/** A sitter's offer for a search: the service meant and its price. */
export type Offer = {
  service: PricedService
  /** Price of one unit for the first pet, with the owner's fee. */
  unitPrice: number
  /** Total price with the owner's fee; null without dates. */
  total: number | null
  units: number | null
  /** Requested days without room; empty unless the search allows some to be missing. */
  missing: readonly string[]
}
type PricedService = Pick<OfferedService, 'service' | 'rates' | 'accepts' | 'policy'>
/** The data that a price depends on. */
export type PricedSitter = {
  country: string | null
  subdivision: string | null
  ownHolidays: OwnHolidays
  repeat: boolean
  services: readonly PricedService[]
}
export type TestedSitter = PricedSitter &
  Pick<
    SearchSitter,
    'timeZone' | 'homeCeiling' | 'oneHousehold' | 'visitsWhileSitting' | 'services' | 'overrides' | 'uses'
  >
export type TestTerms = {
  criteria: SearchCriteria
  settings: Settings
  now: Date
  /** Returns the holidays of the sitter's region within the requested days. */
  holidaysOf: (sitter: PricedSitter) => readonly HolidayPeriod[]
  /** Number of requested days that may lack room; the total still covers all days. */
  maxMissing?: number
}
export type ExactTest = (sitter: TestedSitter, distanceKm: number | null) => Offer | null
/** Prices a sitter who is known to pass everything except the price limits. */
export type Pricer = (sitter: PricedSitter) => Offer | null

/** Returns the first offer among the requested services. */
function firstOffer<S extends { service: Service }>(
  service: Service | undefined,
  offered: readonly S[],
  offer: (one: S) => Offer | null,
): Offer | null {
  for (const code of service === undefined ? services : [service]) {
    const one = offered.find((each) => each.service === code)
    const found = one && offer(one)
    if (found) return found
  }
  return null
}

/**
 * Builds the exact test of a candidate, which applies the rules of booking; work shared by many sitters is done once.
 */
export function exactTestFor(terms: TestTerms, service: Service | undefined): ExactTest {
  const test = memoize((code: Service) => testFor(terms, code))
  const price = memoize((code: Service) => priceFor(terms, code))
  return (sitter, distanceKm) =>
    firstOffer(service, sitter.services, (offered) => {
      const missing = test(offered.service)(sitter, offered, distanceKm)
      return missing && price(offered.service)(sitter, offered, missing)
    })
}

/** Builds only the pricing part of that test. */
export function pricerOf(terms: TestTerms, service: Service | undefined): Pricer {
  const price = memoize((code: Service) => priceFor(terms, code))
  return (sitter) =>
    firstOffer(service, sitter.services, (offered) => price(offered.service)(sitter, offered, []))
}

/** Species of the adult pet that is priced when the search names no pets. */
const defaultSpecies = ({ accepts: { species } }: PricedService): Species =>
  species.includes('dog') ? 'dog' : (species[0] ?? 'dog')

/**
 * Builds a test that returns the days without room, or null if these are too many, the notice is too short or a pet is
 * refused.
 */
function testFor({ criteria, settings, now, maxMissing = 0 }: TestTerms, service: Service) {
  const days = daysOf(criteria, service)
  const { pets } = criteria
  const startOf = memoize((timeZone: string) => startIn(timeZone, service, days ?? [], settings, now))

  const isRefused = (offered: OfferedService, distanceKm: number | null): boolean => {
    if (pets.length > offered.maxPets) return true
    if (criteria.policies.length > 0 && !criteria.policies.includes(offered.policy)) return true
    const { accepts, radiusKm } = offered
    if (distanceKm !== null && radiusKm !== null && sitterTravels(service) && distanceKm > radiusKm)
      return true
    const on = days?.[0] ?? now.toISOString().slice(0, 10)
    return pets.some((pet) => refusalFor(pet, accepts, on, settings))
  }

  return (
    sitter: TestedSitter,
    offered: OfferedService,
    distanceKm: number | null,
  ): readonly string[] | null => {
    if (days === null || isRefused(offered, distanceKm)) return null
    if (days.length === 0) return []
    const startsAt = startOf(sitter.timeZone)
    if (!startsAt || startsAt < addHours(now, offered.noticeHours)) return null
    const units = days.map((on) => ({ on, startsAt, endsAt: startsAt }))
    const booking = { service, ownerId: 'somebody new', pets: Math.max(1, pets.length), units }
    const missing = conflicts(calendarOf(sitter), dayUsesOf(sitter.uses), [], booking).map((one) => one.on)
    return missing.length > maxMissing ? null : missing
  }
}

function priceFor({ criteria, settings, holidaysOf }: TestTerms, service: Service) {
  const days = daysOf(criteria, service)
  const { pets } = criteria
  const pricers = new Map<string, (offered: PricedService, pair: Pair) => Price>()
  const pricerAt = (sitter: PricedSitter, offered: PricedService) => {
    const species = pets.length === 0 ? defaultSpecies(offered) : ''
    const { off, peaks } = sitter.ownHolidays
    const key = `${sitter.country} ${sitter.subdivision} ${off.join()} ${peaks.join()} ${species}`
    let pricer = pricers.get(key)
    if (!pricer) {
      const priced = pets.length === 0 ? [{ species: defaultSpecies(offered), birthOn: null }] : pets
      const price = pricerFor({
        service,
        settings,
        pets: priced.map((pet, index) => ({ id: String(index), species: pet.species, birthOn: pet.birthOn })),
        units: unitsOf({ service, ...datesOf(criteria, service, days ?? []) }),
        addOns: [],
        holidays: holidaysOf(sitter),
      })
      pricer = ({ rates }, pair) => price(rates, pair)
      pricers.set(key, pricer)
    }
    return pricer
  }

  return (sitter: PricedSitter, offered: PricedService, missing: readonly string[]): Offer | null => {
    if (days === null) return null
    const species = pets.length === 0 ? [defaultSpecies(offered)] : pets.map((pet) => pet.species)
    const pair = { repeat: sitter.repeat, invited: false }
    const rate = Math.max(...species.map((kind) => firstPetAmount(offered.rates, kind)))
    const unitPrice = calculateFees(rate, pair, settings).total
    const total = days.length === 0 ? null : pricerAt(sitter, offered)(offered, pair).total
    return isAffordable(total ?? unitPrice, criteria)
      ? { service: offered, unitPrice, total, units: total === null ? null : days.length, missing }
      : null
  }
}

/** Returns the price that a search compares: the total, or the unit price without dates. */
export const priceOf = ({ total, unitPrice }: Offer): number => total ?? unitPrice

export const isAffordable = (
  price: number,
  { minTotal, maxTotal }: Partial<Pick<SearchCriteria, 'minTotal' | 'maxTotal'>>,
): boolean => price >= (minTotal ?? 0) && price <= (maxTotal ?? Number.POSITIVE_INFINITY)

function datesOf({ stay }: SearchCriteria, service: Service, days: readonly string[]) {
  return isStay(service) ? (stay ?? {}) : { visits: days.map((on) => ({ on })) }
}

/** Returns the first instant of the booking in a zone, at the usual time of day; null if it cannot begin then. */
export function startIn(
  timeZone: string,
  service: Service,
  days: readonly string[],
  settings: Settings,
  now: Date,
): Date | null {
  const last = days.at(-1)
  const [first] = days
  if (first === undefined || last === undefined) return null
  const stay = { startOn: first, endOn: addDays(last, 1) }
  const dates = isStay(service) ? stay : { visits: days.map((on) => ({ on })) }
  const terms = { timeZone, now, noticeHours: 0, rates: { minutes60Extra: null }, settings }
  const planned = planBooking({ service, ...dates }, terms)
  return 'plan' in planned ? planned.plan.startsAt : null
}

function memoize<K extends string, T>(work: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>()
  return (key) => {
    if (!known.has(key)) known.set(key, work(key))
    return known.get(key)!
  }
}
