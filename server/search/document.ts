import {
  type InstantBooking,
  type Policy,
  type Service,
  services,
  type SitterStatus,
  type Skill,
  type Species,
} from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { Accepts, Home, Rates } from '#contract/sitters/sitters.ts'
import { type DayOverride, type DayUse, freePlaces, type SitterCalendar } from '#server/calendar/capacity.ts'
import { daysFrom, localOf, weekdayOf } from '#server/kernel/day.ts'
import { cellOf } from '#server/search/cells.ts'
import {
  clearDays,
  type DayWords,
  isInWindow,
  maskOf,
  noDays,
  setDays,
  windowDays,
  wordsFrom,
} from '#server/search/day-words.ts'
import { bayesianMean, profileCompleteness, scoreOf, staticComponents } from '#server/search/ranking.ts'
import { acceptedBits, policyBits, sitterQualities, traitBits } from '#server/search/traits.ts'
import { acceptedSizeBits } from '#server/sitters/acceptance.ts'

export type OfferedService = {
  service: Service
  rates: Rates
  accepts: Accepts
  weekdayCapacity: number[]
  maxPets: number
  noticeHours: number
  policy: Policy
  radiusKm: number | null
}

/** All data about a sitter from which the search document is written or a result is checked. */
export type SearchSitter = {
  id: string
  status: SitterStatus
  headline: string
  bio: string
  neighbourhood: string | null
  lat: number | null
  lng: number | null
  timeZone: string
  home: Home
  homeCeiling: number
  oneHousehold: boolean
  visitsWhileSitting: boolean
  instantBooking: InstantBooking
  languages: string[]
  skills: Skill[]
  experienceYears: number | null
  calendarConfirmedOn: string | null
  ratingSum: number
  ratingCount: number
  clients: number
  repeatClients: number
  completedBookings: number
  responseRate: number | null
  responseMinutes: number | null
  trusted: boolean
  publishedAt: Date | null
  /** Only the active ones. */
  services: OfferedService[]
  residents: Species[]
  overrides: DayOverride[]
  uses: { on: string; kind: Service; used: number }[]
}

export type SearchRow = {
  sitterId: string
  /** 0 for any service, otherwise the service's position in the contract's list, from 1. */
  service: number
  cell: string
  lat: number
  lng: number
  rank: number
  unitPrice: number
  /** The rates that determine the price of several pets and longer stays, as in the profile. */
  rates: Pick<
    Rates,
    'catBase' | 'extraPet' | 'extraCat' | 'puppyExtra' | 'holidayExtra' | 'longStayPct' | 'longStayFrom'
  >
  sizes: number
  minWeight: number | null
  maxWeight: number | null
  maxPets: number
  noticeHours: number
  traits: number
  radiusKm: number | null
  rating: number | null
  repeatClients: number
  publishedAt: Date
  /** Days without room for one more pet. */
  words: DayWords
  /** Cancellation policy, response time and languages, one bit each. */
  qualities: bigint
  /** Days without room for two more pets; only for services in the sitter's home. */
  tightWords: DayWords
}

export const serviceNumber = (service: Service | undefined): number =>
  service === undefined ? 0 : services.indexOf(service) + 1

/** The data that decides which days have room. */
export type MarkTerms = Pick<SearchSitter, 'homeCeiling' | 'oneHousehold' | 'visitsWhileSitting'> & {
  services: readonly Pick<OfferedService, 'service' | 'weekdayCapacity'>[]
  overrides: readonly DayOverride[]
  uses: readonly SearchSitter['uses'][number][]
}

export const calendarOf = (sitter: Omit<MarkTerms, 'uses'>): SitterCalendar => ({
  weekdays: Object.fromEntries(
    sitter.services.map(({ service, weekdayCapacity }) => [service, weekdayCapacity]),
  ),
  overrides: sitter.overrides,
  homeCeiling: sitter.homeCeiling,
  oneHousehold: sitter.oneHousehold,
  visitsWhileSitting: sitter.visitsWhileSitting,
  travelMinutes: 0,
})

/**
 * A search assumes an owner without a booking on these days, so every guest already there belongs to another household.
 */
const otherHousehold = ['']
export const dayUsesOf = (uses: MarkTerms['uses']): DayUse[] =>
  uses.map((use) => ({ ...use, ownerIds: otherHousehold }))

export const completenessOf = (sitter: SearchSitter): number => profileCompleteness(sitter).share

/** Adapts a sitter to the input of the ranking. */
export const rankedOf = (sitter: SearchSitter) => ({
  ...sitter,
  stars: { sum: sitter.ratingSum, count: sitter.ratingCount },
  completeness: completenessOf(sitter),
})

/** Returns the search rows of one sitter; none if the sitter must not be found. */
export function searchRowsOf(sitter: SearchSitter, settings: Settings, at: Date): SearchRow[] {
  const { lat, lng, publishedAt } = sitter
  const offered = services.flatMap((code) => sitter.services.filter(({ service }) => service === code))
  if (sitter.status !== 'published' || lat === null || lng === null || !publishedAt || offered.length === 0)
    return []
  const rank = scoreOf(staticComponents(rankedOf(sitter), at), settings.rank.weights)
  const stars = { sum: sitter.ratingSum, count: sitter.ratingCount }
  const shared = {
    sitterId: sitter.id,
    cell: cellOf(lat, lng),
    lat,
    lng,
    rank,
    rating: stars.count < settings.review.minShown ? null : bayesianMean(stars),
    repeatClients: sitter.repeatClients,
    publishedAt,
  }
  const traits = traitBits(sitter)
  const qualities = sitterQualities(sitter)
  const words = wordsOf(sitter, localOf(at, sitter.timeZone).on)
  const rows = offered.map((one): SearchRow => ({
    ...shared,
    service: serviceNumber(one.service),
    unitPrice: one.rates.base,
    rates: one.rates,
    sizes: acceptedSizeBits(one.accepts),
    minWeight: one.accepts.minWeightKg,
    maxWeight: one.accepts.maxWeightKg,
    maxPets: one.maxPets,
    noticeHours: one.noticeHours,
    traits: traits | acceptedBits(one.accepts),
    radiusKm: sitterTravels(one.service) ? one.radiusKm : null,
    words: words.full.get(one.service) ?? noDays(),
    tightWords: words.tight.get(one.service) ?? noDays(),
    qualities: qualities | policyBits([one.policy]),
  }))
  return [anyServiceOf(rows), ...rows]
}

/** Returns a row that passes every search that at least one of these rows passes. */
const anyServiceOf = (rows: readonly SearchRow[]): SearchRow => ({
  ...rows[0]!,
  service: 0,
  sizes: rows.reduce((sizes, row) => sizes | row.sizes, 0),
  minWeight: widest(
    rows.map((row) => row.minWeight),
    Math.min,
  ),
  maxWeight: widest(
    rows.map((row) => row.maxWeight),
    Math.max,
  ),
  maxPets: Math.max(...rows.map((row) => row.maxPets)),
  noticeHours: Math.min(...rows.map((row) => row.noticeHours)),
  traits: rows.reduce((bits, row) => bits | row.traits, 0),
  radiusKm: widest(
    rows.map((row) => row.radiusKm),
    Math.max,
  ),
  words: intersection(rows.map((row) => row.words)) ?? noDays(),
  tightWords: noDays(),
  qualities: rows.reduce((bits, row) => bits | row.qualities, 0n),
})

/** Null, meaning no limit, is wider than any limit. */
const widest = (limits: (number | null)[], choose: (...limits: number[]) => number): number | null => {
  const known = limits.filter((limit) => limit !== null)
  return known.length < limits.length ? null : choose(...known)
}

/** Services for which the sitter travels, so that the sitter's own radius counts. */
export const sitterTravels = (service: Service): boolean =>
  service === 'house_sitting' || service === 'drop_in' || service === 'dog_walking'

/** Returns the days that are set in all arguments; undefined if there are none. */
export const intersection = ([first, ...others]: readonly DayWords[]): DayWords | undefined =>
  first && others.reduce((all, words) => wordsFrom((index) => all[index]! & words[index]!), first)

/** A place in the sitter's home is for one pet, so several pets may find too few places. */
const hasPlaces = (service: Service): boolean => service === 'boarding' || service === 'day_care'

/** For each service, the days without room for one more pet, and those without room for two. */
export type FullDays = { full: Map<Service, DayWords>; tight: Map<Service, DayWords> }

/** Computes the bits of every day of the window. */
function wordsOf(sitter: SearchSitter, todayOn: string): FullDays {
  const weekdays = weekdayMasks(todayOn)
  const special = [...new Set([...sitter.overrides, ...sitter.uses].map(({ on }) => on))]
  const { full, tight, mask } = fullDays(sitter, special, todayOn)
  const ordinary = (places: (weekday: number) => number, least: number) =>
    weekdays.filter((_, weekday) => places(weekday) < least).reduce(setDays, noDays())
  for (const { service, weekdayCapacity } of sitter.services) {
    const closed = ordinary((weekday) => weekdayCapacity[weekday] ?? 0, 1)
    full.set(service, setDays(clearDays(closed, mask), full.get(service) ?? noDays()))
    if (!hasPlaces(service)) continue
    const narrow = ordinary((weekday) => Math.min(weekdayCapacity[weekday] ?? 0, sitter.homeCeiling), 2)
    tight.set(service, setDays(clearDays(narrow, mask), tight.get(service) ?? noDays()))
  }
  return { full, tight }
}

/**
 * For the given days, returns the bits of those without room for each service, and `mask` with the bits of all of them.
 */
export function fullDays(
  sitter: MarkTerms,
  days: readonly string[],
  todayOn: string,
): FullDays & { mask: DayWords } {
  const inWindow = days.filter((on) => isInWindow(on, todayOn))
  const free = freePlaces(calendarOf(sitter), dayUsesOf(sitter.uses), inWindow)
  const below = (service: Service, places: number): DayWords =>
    maskOf(
      free.filter((day) => day.service === service && day.free < places).map(({ on }) => on),
      todayOn,
    )
  const offered = sitter.services.map(({ service }) => service)
  return {
    full: new Map(offered.map((service) => [service, below(service, 1)])),
    tight: new Map(offered.map((service) => [service, hasPlaces(service) ? below(service, 2) : noDays()])),
    mask: maskOf(inWindow, todayOn),
  }
}

/** At any moment two calendar dates are in use around the world, for some hours three. */
const maxCachedDates = 3
const masks = new Map<string, DayWords[]>()

/** The bits of all Mondays, Tuesdays … of the window; cached, because they depend only on today's date. */
function weekdayMasks(todayOn: string): DayWords[] {
  const known = masks.get(todayOn)
  if (known) return known
  const days = daysFrom(todayOn, windowDays)
  const weekdays = Array.from({ length: 7 }, (_, weekday) =>
    maskOf(
      days.filter((on) => weekdayOf(on) === weekday),
      todayOn,
    ),
  )
  if (masks.size === maxCachedDates) masks.clear()
  masks.set(todayOn, weekdays)
  return weekdays
}
