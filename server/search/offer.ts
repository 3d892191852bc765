import { isStay, type Service, services, type Species } from '#contract/codes.ts'
import type { OwnHolidays } from '#contract/calendar.ts'
import type { HolidayPeriod } from '#contract/holidays.ts'
import type { Settings } from '#contract/settings.ts'
import { planBooking } from '#server/bookings/draft.ts'
import type { Pair } from '#server/bookings/fees.ts'
import { firstPetAmount, type Price, pricerFor, unitsOf } from '#server/bookings/price.ts'
import { conflicts } from '#server/calendar/capacity.ts'
import { addDays, addHours } from '#server/calendar/day.ts'
import {
  calendarOf,
  isAway,
  type OfferedService,
  type SearchSitter,
  usesBy,
} from '#server/search/document.ts'
import { type Asked, daysOf } from '#server/search/query.ts'
import { refusalFor } from '#server/sitters/acceptance.ts'

/** What one sitter offers for a search: the service meant, and what it costs. */
export type Offer = {
  service: OfferedService
  /** One unit for the first pet, without fees. */
  unitPrice: number
  /** Everything with the owner's fee; null without dates. */
  total: number | null
  units: number | null
  /** Days asked for on which there is no room; empty unless the search lets some be missing. */
  missing: readonly string[]
}
export type Judged = Pick<
  SearchSitter,
  'timeZone' | 'homeCeiling' | 'oneHousehold' | 'visitsWhileSitting' | 'services' | 'overrides' | 'uses'
> & { country: string | null; subdivision: string | null; ownHolidays: OwnHolidays; repeat: boolean }
export type JudgeTerms = {
  asked: Asked
  settings: Settings
  now: Date
  /** Of the sitter's region, for the days asked. */
  holidaysOf: (sitter: Judged) => readonly HolidayPeriod[]
  /** So many of the asked days may have no room; the total is that of all days nevertheless. */
  mayMiss?: number
  /** True when all of them are known to pass but for their price; their calendars are not looked at then. */
  fit?: boolean
}
export type Judge = (sitter: Judged, distanceKm: number | null) => Offer | null

/** The exact test of a candidate, as booking it would be tested; work shared by many sitters is done once. */
export function judgeFor(terms: JudgeTerms, service: Service | undefined): Judge {
  const wanted = service === undefined ? services : [service]
  const tests = wanted.map((code) => ({ code, test: offerFor(terms, code) }))
  return (sitter, distanceKm) => {
    for (const { code, test } of tests) {
      const offered = sitter.services.find((one) => one.service === code)
      const offer = offered && test(sitter, offered, distanceKm)
      if (offer) return offer
    }
    return null
  }
}

/** An adult of the kind the sitter takes, while nobody has said which pets. */
const supposedSpecies = ({ accepts: { species } }: OfferedService): Species =>
  species.includes('dog') ? 'dog' : (species[0] ?? 'dog')

function offerFor(
  { asked, settings, now, holidaysOf, mayMiss = 0, fit = false }: JudgeTerms,
  service: Service,
) {
  const days = daysOf(asked, service)
  const pets = asked.pets.map((pet) => ({ ...pet, neutered: null, medication: false }))
  const count = Math.max(1, pets.length)
  const startOf = remember((timeZone: string) => startIn(timeZone, service, days ?? [], settings, now))
  const pricers = new Map<string, (offered: OfferedService, pair: Pair) => Price>()
  const pricerOf = (sitter: Judged, offered: OfferedService) => {
    const species = pets.length === 0 ? supposedSpecies(offered) : ''
    const { off, peaks } = sitter.ownHolidays
    const key = `${sitter.country} ${sitter.subdivision} ${off.join()} ${peaks.join()} ${species}`
    let pricer = pricers.get(key)
    if (!pricer) {
      const priced = pets.length === 0 ? [{ species: supposedSpecies(offered), birthOn: null }] : pets
      const price = pricerFor({
        service,
        settings,
        pets: priced.map((pet, index) => ({ id: String(index), species: pet.species, birthOn: pet.birthOn })),
        units: unitsOf({ service, ...datesOf(asked, service, days ?? []) }),
        addOns: [],
        holidays: holidaysOf(sitter),
      })
      pricer = ({ rates }, pair) => price(rates, pair)
      pricers.set(key, pricer)
    }
    return pricer
  }

  const isRefused = (offered: OfferedService, distanceKm: number | null): boolean => {
    if (pets.length > offered.maxPets) return true
    if (asked.policies.length > 0 && !asked.policies.includes(offered.policy)) return true
    const { accepts, radiusKm } = offered
    if (distanceKm !== null && radiusKm !== null && isAway(service) && distanceKm > radiusKm) return true
    const on = days?.[0] ?? now.toISOString().slice(0, 10)
    return pets.some((pet) => refusalFor(pet, accepts, on, settings))
  }
  /** Null when too many days have no room, or the notice is too short. */
  const missingOf = (sitter: Judged, { noticeHours }: OfferedService, on: readonly string[]) => {
    const startsAt = startOf(sitter.timeZone)
    if (!startsAt || startsAt < addHours(now, noticeHours)) return null
    const units = on.map((day) => ({ on: day, startsAt, endsAt: startsAt }))
    const booking = { service, ownerId: 'somebody new', pets: count, units }
    const missing = conflicts(calendarOf(sitter), usesBy(sitter.uses), [], booking).map((one) => one.on)
    return missing.length > mayMiss ? null : missing
  }

  return (sitter: Judged, offered: OfferedService, distanceKm: number | null): Offer | null => {
    if (days === null || (!fit && isRefused(offered, distanceKm))) return null
    const { rates } = offered
    const species = pets.length === 0 ? [supposedSpecies(offered)] : pets.map((pet) => pet.species)
    const unitPrice = Math.max(...species.map((kind) => firstPetAmount(rates, kind)))
    if (days.length === 0)
      return isAffordable(unitPrice, asked)
        ? { service: offered, unitPrice, total: null, units: null, missing: [] }
        : null

    const missing = fit ? [] : missingOf(sitter, offered, days)
    if (!missing) return null
    const { total } = pricerOf(sitter, offered)(offered, { repeat: sitter.repeat, invited: false })
    return isAffordable(total, asked)
      ? { service: offered, unitPrice, total, units: days.length, missing }
      : null
  }
}

const isAffordable = (price: number, { minTotal, maxTotal }: Asked): boolean =>
  price >= (minTotal ?? 0) && price <= (maxTotal ?? Number.POSITIVE_INFINITY)

function datesOf({ stay }: Asked, service: Service, days: readonly string[]) {
  return isStay(service) ? (stay ?? {}) : { visits: days.map((on) => ({ on })) }
}

/** The first instant of the booking in a zone, at the usual time of day; null when it cannot begin then. */
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

function remember<T>(work: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    if (!known.has(key)) known.set(key, work(key))
    return known.get(key)!
  }
}
