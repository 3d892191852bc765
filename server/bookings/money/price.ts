import type { AppliedPromo, BookingDraft, PriceLine } from '#contract/bookings/bookings.ts'
import { type AddOnCode, isStay, type PriceLineCode, type Service, type Species } from '#contract/codes.ts'
import type { HolidayPeriod } from '#contract/holidays.ts'
import type { Settings } from '#contract/settings.ts'
import type { Rates } from '#contract/sitters/sitters.ts'
import { singleServiceNames } from '#contract/words.ts'
import { calculateFees, type FeeShares, type Pair } from '#server/bookings/money/fees.ts'
import { percentOf } from '#server/bookings/money/share.ts'
import { isHoliday } from '#server/holidays/period.ts'
import { addMonths, clockMinutes, daysBetween, daysFrom } from '#server/kernel/day.ts'

export type PricedPet = { id: string; species: Species; birthOn: string | null }
export type PricedUnit = { on: string; minutes: number }
export type PricedAddOn = { code: AddOnCode; petId?: string | undefined; count: number }

/** The input of a price that is the same for every sitter compared. */
export type PriceRequest = {
  service: Service
  pets: readonly PricedPet[]
  units: readonly PricedUnit[]
  /** Number of earlier units that also count towards a long stay. */
  unitsBefore?: number
  /** The first pet so far; it stays the first if other pets cost the same. */
  firstPetId?: string | undefined
  /** Wall-clock times of a stay's first and last day, for the late pick-up. */
  startTime?: string | undefined
  endTime?: string | undefined
  addOns: readonly PricedAddOn[]
  holidays: readonly HolidayPeriod[]
  settings: Settings
}
export type PriceInput = PriceRequest & { rates: Rates; pair: Pair }

/** An add-on is refundable until it is done: the first trip at the start, everything else at the end. */
export type PriceAddOn = { code: AddOnCode; petId?: string; amount: number; done: 'start' | 'end' }

export type Price = FeeShares & {
  lines: PriceLine[]
  /** Price of each unit after its discount, in the order asked. Every refund is computed from it. */
  units: { on: string; net: number }[]
  addOns: PriceAddOn[]
  latePickup: number
  subtotal: number
  promo?: AppliedPromo
  holidays: Pick<HolidayPeriod, 'name' | 'startOn' | 'endOn'>[]
}

export const nightsOf = daysBetween

/** Minutes of a unit if the draft gives no length: half an hour for a visit, ten hours for a day of care. */
export const defaultMinutes: Record<Service, number> = {
  boarding: 1440,
  house_sitting: 1440,
  drop_in: 30,
  day_care: 600,
  dog_walking: 30,
}

/** Returns one unit for each night, visit, walk or day, in the order of the draft. */
export function unitsOf(draft: Pick<BookingDraft, 'service' | 'startOn' | 'endOn' | 'visits'>): PricedUnit[] {
  const minutes = defaultMinutes[draft.service]
  if (!isStay(draft.service))
    return (draft.visits ?? []).map((visit) => ({ on: visit.on, minutes: visit.minutes ?? minutes }))
  if (!draft.startOn || !draft.endOn) return []
  return daysFrom(draft.startOn, nightsOf(draft.startOn, draft.endOn)).map((on) => ({ on, minutes }))
}

export const priceBooking = (input: PriceInput): Price => pricerFor(input)(input.rates, input.pair)

/** Price of one unit for the first pet, without extras. */
export const firstPetAmount = (rates: Rates, species: Species): number =>
  species === 'cat' ? (rates.catBase ?? rates.base) : rates.base

const furtherPetAmount = (rates: Rates, species: Species): number =>
  (species === 'cat' ? (rates.extraCat ?? rates.extraPet) : rates.extraPet) ?? 0

const hasExtras = (service: Service): boolean => isStay(service) || service === 'day_care'

/** The part of a price that is the same for every sitter. `dates`, `holiday`, `long` and `puppies` are by unit. */
type Common = {
  request: PriceRequest
  pets: readonly PricedPet[]
  dates: string[]
  holidays: Price['holidays']
  /** True for units on a holiday. */
  holiday: boolean[]
  holidayDates: string[]
  /** True for visits and walks of an hour or more. */
  long: boolean[]
  longDates: string[]
  /** The days on which each pet is young, by pet. */
  young: ReadonlySet<string>[]
  /** Number of young pets. */
  puppies: number[]
  latePercent: number
}

/**
 * Does the work that is the same for all sitters once, so that a search can price hundreds of them with the returned
 * function.
 */
export function pricerFor(request: PriceRequest): (rates: Rates, pair: Pair) => Price {
  const common = commonOf(request)
  return (rates, pair) => priceOf(common, rates, pair)
}

function commonOf(request: PriceRequest): Common {
  const { service, units, settings } = request
  if (request.pets.length === 0 || units.length === 0) throw new RangeError('A price needs a pet and a unit')
  const stay = isStay(service)
  const rank = ({ id }: PricedPet): string => (id === request.firstPetId ? '' : id)
  const pets = request.pets.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  const dates = units.map(({ on }) => on)
  const holidays = request.holidays.filter(({ startOn, endOn }) =>
    dates.some((on) => startOn <= on && on <= endOn),
  )
  const holiday = dates.map((on) => holidays.length > 0 && isHoliday(on, holidays))
  const long = units.map(({ minutes }) => !stay && service !== 'day_care' && minutes >= 60)
  const young = pets.map((pet) => youngDates(pet, dates, settings.puppyMonths))
  return {
    request,
    pets,
    dates,
    holidays: holidays.map(({ name, startOn, endOn }) => ({ name, startOn, endOn })),
    holiday,
    holidayDates: dates.filter((_, index) => holiday[index]),
    long,
    longDates: dates.filter((_, index) => long[index]),
    young,
    puppies: dates.map((on) => young.filter((days) => days.has(on)).length),
    latePercent: stay ? latePickupPercent(request, settings.latePickup) : 0,
  }
}

function priceOf(common: Common, rates: Rates, pair: Pair): Price {
  const { request, pets, dates, holiday, long, puppies } = common
  const first = pets.reduce((best, pet) =>
    firstPetAmount(rates, pet.species) > firstPetAmount(rates, best.species) ? pet : best,
  )
  const further = pets.filter((pet) => pet !== first)
  const grown = further.reduce(
    (sum, pet) => sum + furtherPetAmount(rates, pet.species),
    firstPetAmount(rates, first.species),
  )
  const standard = puppies.map((count) => grown + count * (rates.puppyExtra ?? 0))
  const discounts = discountsOf(common, rates, standard)
  const latePickup = rates.latePickup ? percentOf(standard.at(-1) ?? 0, common.latePercent) : 0
  const addOns = pricedAddOns(request, rates)
  const lines = [
    ...unitLines(common, rates, first, further),
    ...discountLines(dates, discounts),
    ...(latePickup > 0 ? [single('late_pickup', 'Late pick-up', latePickup, 1)] : []),
    ...addOnLines(addOns),
  ]
  return {
    ...withFees(lines, pair, request.settings),
    lines,
    units: dates.map((on, index) => ({
      on,
      net:
        standard[index]! +
        (long[index] ? (rates.minutes60Extra ?? 0) : 0) +
        (holiday[index] ? (rates.holidayExtra ?? 0) : 0) -
        discounts[index]!,
    })),
    addOns,
    latePickup,
    holidays: common.holidays,
  }
}

/** Returns a line for units on these days; none if it would be empty. */
function dated(
  code: PriceLineCode,
  label: string,
  unitAmount: number,
  on: string[],
  petId?: string,
): PriceLine[] {
  if (unitAmount === 0 || on.length === 0) return []
  const line = { code, label, units: on.length, unitAmount, amount: unitAmount * on.length, dates: on }
  return [petId === undefined ? line : { ...line, petId }]
}

function unitLines(
  { request, pets, dates, holidayDates, longDates, young }: Common,
  rates: Rates,
  first: PricedPet,
  further: readonly PricedPet[],
): PriceLine[] {
  const name = singleServiceNames[request.service]
  return [
    ...dated(
      'base',
      further.length > 0 ? `${name}, first pet` : name,
      firstPetAmount(rates, first.species),
      dates,
      first.id,
    ),
    ...dated('holiday', 'Holiday surcharge', rates.holidayExtra ?? 0, holidayDates),
    ...further.flatMap(({ id, species }) =>
      dated(
        'extra_pet',
        species === 'cat' ? 'Additional cat' : 'Additional pet',
        furtherPetAmount(rates, species),
        dates,
        id,
      ),
    ),
    ...pets.flatMap(({ id, species }, index) => puppyLine(rates, species, id, dates, young[index]!)),
    ...dated('minutes60', '60 minutes', rates.minutes60Extra ?? 0, longDates),
  ]
}

function puppyLine(
  { puppyExtra }: Rates,
  species: Species,
  petId: string,
  dates: readonly string[],
  young: ReadonlySet<string>,
): PriceLine[] {
  const extra = puppyExtra ?? 0
  if (extra <= 0 || young.size === 0) return []
  const label = species === 'cat' ? 'Kitten' : 'Puppy'
  return dated(
    'puppy',
    label,
    extra,
    dates.filter((on) => young.has(on)),
    petId,
  )
}

/** Returns the long-stay discount of each unit; units on a holiday have none. */
function discountsOf(
  { request, dates, holiday }: Common,
  rates: Rates,
  standard: readonly number[],
): number[] {
  const { service, unitsBefore = 0 } = request
  const percent = rates.longStayPct
  const isLong = isStay(service) && percent !== null && unitsBefore + dates.length >= rates.longStayFrom
  return standard.map((amount, index) => (isLong && !holiday[index] ? percentOf(amount, percent ?? 0) : 0))
}

/** Groups units with the same discount into one line. */
const discountLines = (dates: readonly string[], discounts: readonly number[]): PriceLine[] =>
  [...new Set(discounts)].flatMap((discount) =>
    dated(
      'long_stay',
      'Long-stay discount',
      -discount,
      dates.filter((_, index) => discounts[index] === discount),
    ),
  )

const single = (code: PriceLineCode, label: string, unitAmount: number, units: number): PriceLine => ({
  code,
  label,
  units,
  unitAmount,
  amount: unitAmount * units,
})

function withFees(lines: PriceLine[], pair: Pair, settings: Settings): FeeShares & { subtotal: number } {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  return { subtotal, ...calculateFees(subtotal, pair, settings) }
}

const noDates: ReadonlySet<string> = new Set()

/** Returns the days on which a dog or cat is younger than `months`. */
function youngDates(pet: PricedPet, dates: readonly string[], months: number): ReadonlySet<string> {
  if (pet.birthOn === null || (pet.species !== 'dog' && pet.species !== 'cat')) return noDates
  const grownOn = addMonths(pet.birthOn, months)
  return new Set(dates.filter((on) => on < grownOn))
}

/** Compares wall-clock times, not instants, because a night with a clock change is still one night. */
function latePickupPercent(request: PriceRequest, tiers: Settings['latePickup']): number {
  if (!request.startTime || !request.endTime) return 0
  const late = clockMinutes(request.endTime) - clockMinutes(request.startTime)
  if (late <= tiers.graceHours * 60) return 0
  return late <= tiers.tier1Hours * 60 ? tiers.tier1Percent : tiers.tier2Percent
}

const addOnRates = { bathing: 'bathing', pickup_trip: 'pickupTrip' } as const satisfies Record<
  AddOnCode,
  keyof Rates
>
const addOnNames: Record<AddOnCode, string> = { bathing: 'Bathing', pickup_trip: 'Pick-up trip' }

/** Returns one entry for each bath and each trip. */
function pricedAddOns(request: PriceRequest, rates: Rates): PriceAddOn[] {
  let trips = 0
  return request.addOns.flatMap(({ code, petId, count }) => {
    const amount = rates[addOnRates[code]]
    if (amount === null || !hasExtras(request.service)) throw new RangeError(`${code} is not offered`)
    return Array.from({ length: count }, (): PriceAddOn => {
      const done = code === 'pickup_trip' && trips++ === 0 ? 'start' : 'end'
      return petId === undefined ? { code, amount, done } : { code, petId, amount, done }
    })
  })
}

/** Groups the same add-on for the same pet into one line. */
function addOnLines(addOns: readonly PriceAddOn[]): PriceLine[] {
  const groups = new Map<string, PriceAddOn[]>()
  for (const addOn of addOns) {
    const key = `${addOn.code} ${addOn.petId ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), addOn])
  }
  return [...groups.values()].flatMap((group) => {
    const { code, petId, amount } = group[0]!
    const line = single(code, addOnNames[code], amount, group.length)
    return amount === 0 ? [] : [petId === undefined ? line : { ...line, petId }]
  })
}
