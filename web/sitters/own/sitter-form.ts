import {
  type childrenAtHome,
  type gardens,
  type homeTypes,
  type InstantBooking,
  isStay,
  type Policy,
  type Service,
  services as allServices,
  type Skill,
  type Species,
  type StayPolicy,
} from '#contract/codes.ts'
import { keysOf, recordOf } from '#contract/entries.ts'
import type { PublicSettings } from '#contract/settings.ts'
import type { Sitter, SitterInput, SitterService } from '#contract/sitters/sitters.ts'
import {
  basicsSpecs,
  type BasicsTexts,
  homeSpecs,
  type HomeTexts,
  inputOf,
  isNumber,
  numberOf,
  textOf,
} from '#web/sitters/own/text-specs.ts'
import { faultsIn } from '#web/ui/forms/field-table.ts'
import type { FormError } from '#web/ui/forms/error-summary.tsx'

/** Amounts in minor units; null if the field is empty. */
export type RateForm = {
  base: number | null
  catBase: number | null
  extraPet: number | null
  extraCat: number | null
  puppyExtra: number | null
  holidayExtra: number | null
  minutes60Extra: number | null
  bathing: number | null
  pickupTrip: number | null
  longStayPct: number | null
  longStayFrom: number
  latePickup: boolean
}

export type ServiceForm = {
  active: boolean
  rates: RateForm
  species: Species[]
  minWeight: string
  maxWeight: string
  puppies: boolean
  unneutered: boolean
  medication: boolean
  /** Monday to Sunday. */
  weekdayCapacity: number[]
  maxPets: number
  noticeHours: number
  policy: Policy
  radiusKm: string
}

/** All values of a sitter's profile, saved by the wizard as a draft and edited in the tabs. */
export type SitterForm = BasicsTexts & {
  place: { id: number; name: string } | null
  languages: string[]
  skills: Skill[]
  home: HomeTexts & {
    type: (typeof homeTypes)[number]
    garden: (typeof gardens)[number]
    smokeFree: boolean
    children: (typeof childrenAtHome)[number]
    car: boolean
  }
  services: Partial<Record<Service, ServiceForm>>
  homeCeiling: number
  oneHousehold: boolean
  visitsWhileSitting: boolean
  instantBooking: InstantBooking
}

/** Settings of the instance used as defaults for a new service. */
export type Defaults = {
  currency: string
  capacity: Record<Service, number>
  noticeHours: Record<Service, number>
  homeCeiling: number
  /** Days before the start until which a stay can be cancelled for free. */
  cutoffDays: Record<StayPolicy, number>
}

export const defaultsOf = ({ settings }: PublicSettings): Defaults => ({
  currency: settings.currency,
  capacity: settings.capacity,
  noticeHours: settings.noticeHours,
  homeCeiling: settings.capacity.homeCeiling,
  cutoffDays: {
    flexible: settings.policy.flexible.cutoffDays,
    moderate: settings.policy.moderate.cutoffDays,
    strict: settings.policy.strict.cutoffDays,
  },
})

export const blankSitter = (defaults: Defaults): SitterForm => ({
  ...recordOf(keysOf(basicsSpecs), () => ''),
  place: null,
  languages: ['en'],
  skills: [],
  home: {
    ...recordOf(keysOf(homeSpecs), () => ''),
    type: 'house',
    garden: 'none',
    smokeFree: true,
    children: 'none',
    car: false,
  },
  services: {},
  homeCeiling: defaults.homeCeiling,
  oneHousehold: false,
  visitsWhileSitting: false,
  instantBooking: 'off',
})

const noRates: RateForm = {
  base: null,
  catBase: null,
  extraPet: null,
  extraCat: null,
  puppyExtra: null,
  holidayExtra: null,
  minutes60Extra: null,
  bathing: null,
  pickupTrip: null,
  longStayPct: null,
  longStayFrom: 7,
  latePickup: false,
}

export const blankService = (service: Service, { capacity, noticeHours }: Defaults): ServiceForm => ({
  active: true,
  rates: noRates,
  species: service === 'dog_walking' ? ['dog'] : ['dog', 'cat'],
  minWeight: '',
  maxWeight: '',
  puppies: true,
  unneutered: true,
  medication: false,
  weekdayCapacity: Array.from({ length: 7 }, () => capacity[service]),
  maxPets: 2,
  noticeHours: noticeHours[service],
  policy: isStay(service) ? 'moderate' : 'per_unit_24h',
  radiusKm: '',
})

const serviceFormOf = ({ accepts, rates, ...service }: SitterService): ServiceForm => ({
  active: service.active,
  rates: { ...rates },
  species: [...accepts.species],
  minWeight: textOf(accepts.minWeightKg),
  maxWeight: textOf(accepts.maxWeightKg),
  puppies: accepts.puppies,
  unneutered: accepts.unneutered,
  medication: accepts.medication,
  weekdayCapacity: [...service.weekdayCapacity],
  maxPets: service.maxPets,
  noticeHours: service.noticeHours,
  policy: service.policy,
  radiusKm: textOf(service.radiusKm),
})

export const sitterFormOf = (sitter: Sitter): SitterForm => ({
  ...recordOf(keysOf(basicsSpecs), (name) => basicsSpecs[name].read(sitter)),
  place: sitter.place && { id: sitter.place.id, name: sitter.place.name },
  languages: sitter.languages,
  skills: sitter.skills,
  home: { ...sitter.home, ...recordOf(keysOf(homeSpecs), (name) => homeSpecs[name].read(sitter)) },
  services: Object.fromEntries(sitter.services.map((service) => [service.service, serviceFormOf(service)])),
  homeCeiling: sitter.homeCeiling,
  oneHousehold: sitter.oneHousehold,
  visitsWhileSitting: sitter.visitsWhileSitting,
  instantBooking: sitter.instantBooking,
})

/** Services in contract order, as numbered in the API's errors; inactive ones keep their rates. */
export const offeredIn = ({ services }: SitterForm): Service[] =>
  allServices.filter((code) => services[code]?.active || services[code]?.rates.base != null)
export const activeIn = (form: SitterForm): Service[] =>
  allServices.filter((code) => form.services[code]?.active)

type InputService = NonNullable<SitterInput['services']>[number]

const inputService = (code: Service, service: ServiceForm): InputService => ({
  service: code,
  active: service.active,
  rates: { ...service.rates, base: service.rates.base ?? 0 },
  accepts: {
    species: service.species,
    minWeightKg: numberOf(service.minWeight),
    maxWeightKg: numberOf(service.maxWeight),
    puppies: service.puppies,
    unneutered: service.unneutered,
    medication: service.medication,
  },
  weekdayCapacity: service.weekdayCapacity,
  maxPets: service.maxPets,
  noticeHours: service.noticeHours,
  policy: service.policy,
  radiusKm: numberOf(service.radiusKm),
})

/** Builds the API input; keeps the exact position as long as the town is the same. */
export function sitterInputOf(
  form: SitterForm,
  status: 'draft' | 'published' | 'paused',
  saved: Sitter | null = null,
): SitterInput {
  const { place, headline, languages, skills, homeCeiling, oneHousehold, visitsWhileSitting } = form
  const { type, garden, smokeFree, children, car } = form.home
  const exact = saved?.place?.id === place?.id ? saved?.own?.exact : null
  return {
    ...inputOf(basicsSpecs, form),
    headline,
    languages,
    skills,
    homeCeiling,
    oneHousehold,
    visitsWhileSitting,
    instantBooking: form.instantBooking,
    status,
    home: { type, garden, smokeFree, children, car, ...inputOf(homeSpecs, form.home) },
    services: offeredIn(form).map((code) => inputService(code, form.services[code]!)),
    ...(place ? { placeId: place.id } : {}),
    ...exact,
    ...(saved ? { version: saved.version } : {}),
  }
}

/**
 * Maps "services.1.rates.base" to the field "boarding.rates.base", because fields use the service's name, not its
 * index.
 */
export const fieldOfSitter = (form: SitterForm) => (path: string) =>
  path
    .replace(/^services\.(\d+)/, (_, index: string) => offeredIn(form)[Number(index)] ?? 'services')
    .replace(/\.accepts\.species.*$/, '.species')
    .replace(/\.accepts\.(min|max)WeightKg$/, '.$1Weight')
    .replace(/^placeId$|^lat$/, 'place')
    .replace(/^home\./, '')

export const steps = ['basics', 'home', 'services', 'calendar', 'policy', 'preview'] as const
export type Step = (typeof steps)[number]
export const stepNames: Record<Step, string> = {
  basics: 'About you',
  home: 'Your home',
  services: 'Services',
  calendar: 'Calendar',
  policy: 'Cancelling',
  preview: 'Preview',
}

type Check = FormError & { name: string; step: Step }

/** Lists what is missing for publication, in the order of the steps. */
export function missingIn(form: SitterForm): Check[] {
  const checks: Check[] = []
  const add = (wrong: boolean, step: Step, name: string, message: string) =>
    wrong && checks.push({ step, name, message })
  // In the order of the screen: the town is between the wide fields and the others.
  const basics = faultsIn(basicsSpecs, form)
  const wide = new Set<string>(keysOf(basicsSpecs).filter((name) => basicsSpecs[name].isWide))
  const isWide = ({ name }: FormError) => wide.has(name ?? '')
  for (const { name, message } of basics.filter(isWide)) add(true, 'basics', name, message)
  add(form.place === null, 'basics', 'place', 'Choose the town you live in')
  for (const { name, message } of basics.filter((fault) => !isWide(fault))) add(true, 'basics', name, message)
  for (const { name, message } of faultsIn(homeSpecs, form.home)) add(true, 'home', name, message)
  const offered = activeIn(form)
  add(offered.length === 0, 'services', 'services', 'Offer at least one service')
  for (const code of offered) {
    const { rates, species, minWeight, maxWeight, radiusKm } = form.services[code]!
    const name = serviceLabel[code]
    add(rates.base === null, 'services', `${code}.rates.base`, `Set your rate for ${name}`)
    add(species.length === 0, 'services', `${code}.species`, `Choose which pets you take for ${name}`)
    for (const [field, typed] of Object.entries({ minWeight, maxWeight, radiusKm }))
      add(!isNumber(typed), 'services', `${code}.${field}`, `Enter a number for ${name}`)
  }
  return checks
}

const serviceLabel: Record<Service, string> = {
  boarding: 'boarding',
  house_sitting: 'house sitting',
  day_care: 'day care',
  drop_in: 'drop-in visits',
  dog_walking: 'dog walking',
}
