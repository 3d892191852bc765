import { isStay, type Service, services } from '#contract/codes.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { Settings } from '#contract/settings.ts'
import type { SitterService, updateSitter } from '#contract/sitters/sitters.ts'
import { formatMoney } from '#contract/words.ts'

/** The sitter's input, validated, with the contract's defaults. */
export type SitterProfile = HandlerInput<typeof updateSitter>['body']
export type Fault = { path: string; message: string }
type ServiceInput = SitterProfile['services'][number]

/** Returns the first name and the initial of the last name, which is shown to strangers. */
export function displayName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const [initial] = rest.at(-1) ?? ''
  return initial === undefined ? first : `${first} ${initial.toLocaleUpperCase('en-GB')}.`
}

/** Returns the services in the contract's order, with the instance's default capacity where the sitter gave none. */
export function servicesOf(profile: Pick<SitterProfile, 'services'>, settings: Settings): SitterService[] {
  return services.flatMap((code) =>
    profile.services.filter(({ service }) => service === code).map((input) => serviceOf(input, settings)),
  )
}

function serviceOf(input: ServiceInput, settings: Settings): SitterService {
  const { service, active, rates, accepts, maxPets, radiusKm } = input
  const weekdayCapacity = weekdayCapacityOf(input, settings)
  return {
    service,
    active,
    rates,
    accepts,
    capacity: Math.max(...weekdayCapacity),
    weekdayCapacity,
    maxPets,
    noticeHours: input.noticeHours ?? settings.noticeHours[service],
    policy: isStay(service) ? (input.policy ?? 'moderate') : 'per_unit_24h',
    radiusKm,
  }
}

/** The capacity per weekday; for house sitting it is at most one, because a night is spent in one house. */
function weekdayCapacityOf(
  { service, capacity, weekdayCapacity }: ServiceInput,
  settings: Settings,
): number[] {
  const days = weekdayCapacity ?? Array.from({ length: 7 }, () => capacity ?? settings.capacity[service])
  return service === 'house_sitting' ? days.map((places) => Math.min(places, 1)) : days
}

const rateFields = [
  'base',
  'catBase',
  'extraPet',
  'extraCat',
  'puppyExtra',
  'holidayExtra',
  'minutes60Extra',
  'bathing',
  'pickupTrip',
] as const

/** Checks what the contract's schema cannot: the instance's own limits, and fields that contradict each other. */
export function faultsOf(profile: SitterProfile, { rate, currency }: Settings): Fault[] {
  return profile.services.flatMap(({ service, rates, accepts, policy }, index) => {
    const faults: Fault[] = []
    const fault = (field: string, message: string) =>
      faults.push({ path: `services.${index}.${field}`, message })
    if (rates.base < rate.min) fault('rates.base', `Ask at least ${formatMoney(rate.min, currency)}`)
    for (const field of rateFields)
      if ((rates[field] ?? 0) > rate.max)
        fault(`rates.${field}`, `Ask at most ${formatMoney(rate.max, currency)}`)
    const { minWeightKg, maxWeightKg } = accepts
    if (minWeightKg !== null && maxWeightKg !== null && maxWeightKg < minWeightKg)
      fault('accepts.maxWeightKg', 'The highest weight must not be below the lowest')
    if (isStay(service) && policy === 'per_unit_24h')
      fault('policy', 'Choose flexible, moderate or strict for stays')
    return faults
  })
}

/** Lists what is missing before the sitter can be found and booked. */
export function missingFrom(profile: {
  headline: string
  hasPlace: boolean
  services: readonly { service: Service; active: boolean }[]
}): { field: string; message: string }[] {
  return [
    { field: 'headline', message: 'Write a headline', there: profile.headline !== '' },
    { field: 'placeId', message: 'Choose the town you live in', there: profile.hasPlace },
    {
      field: 'services',
      message: 'Offer at least one service',
      there: profile.services.some(({ active }) => active),
    },
  ]
    .filter(({ there: isPresent }) => !isPresent)
    .map(({ field, message }) => ({ field, message }))
}
