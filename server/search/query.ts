import {
  type AnswerHours,
  answerHours,
  gardens,
  homeTypes,
  isStay,
  maxPetsPerBooking,
  policies,
  type PetFact,
  petFacts,
  type Policy,
  type SearchTrait,
  searchTraits,
  type Service,
  type Species,
  species,
} from '#contract/codes.ts'
import { type SearchLanguage, searchLanguages } from '#contract/search/languages.ts'
import type { PinsQuery, SearchQuery } from '#contract/search/search.ts'
import { isDay } from '#contract/values.ts'
import { addDays, daysBetween, daysFrom } from '#server/kernel/day.ts'
import { type Bounds, parseBounds } from '#server/places/bounds.ts'

/** All facts about a pet for which a sitter may refuse it. */
export type RequestedPet = {
  species: Species
  weightKg: number | null
  birthOn: string | null
  /** Null when unknown. */
  neutered: boolean | null
  /** True when the pet is given medicine. */
  medication: boolean
}
export type HomeType = (typeof homeTypes)[number]
export type Garden = (typeof gardens)[number]

/** A parsed search; anything not requested is empty or undefined. */
export type SearchCriteria = Pick<SearchQuery, 'radiusKm' | 'sort' | 'service' | 'minTotal' | 'maxTotal'> & {
  centre: { lat: number; lng: number } | undefined
  bounds: Bounds | undefined
  stay: { startOn: string; endOn: string } | undefined
  days: readonly string[]
  pets: readonly RequestedPet[]
  homes: readonly HomeType[]
  gardens: readonly Garden[]
  traits: readonly SearchTrait[]
  /** The sitter must speak at least one of them. */
  languages: readonly SearchLanguage[]
  policies: readonly Policy[]
  answersWithin: AnswerHours | undefined
}
export type Fault = { path: string; message: string }

const maxDays = 60

/** Parses a search and collects all mistakes, each as a sentence with the parameter it concerns. */
export function parseSearch(query: PinsQuery): { criteria: SearchCriteria; faults: Fault[] } {
  const faults: Fault[] = []
  const fault = (path: string) => (message: string) => {
    faults.push({ path, message })
  }
  const { service, radiusKm, sort, minTotal, maxTotal } = query
  if ((query.lat === undefined) !== (query.lng === undefined)) fault('lat')('Give both lat and lng')
  if (minTotal !== undefined && maxTotal !== undefined && minTotal > maxTotal)
    fault('maxTotal')('The highest price must not be below the lowest')
  const homes = parseCodes(query.home, [...homeTypes, 'shared', 'fenced'] as const, fault('home'))
  const criteria: SearchCriteria = {
    service,
    radiusKm,
    sort,
    minTotal,
    maxTotal,
    centre:
      query.lat === undefined || query.lng === undefined ? undefined : { lat: query.lat, lng: query.lng },
    bounds: parseBounds(query.bounds, fault('bounds')),
    stay: parseStay(query, fault('end')),
    days: parseDays(query, fault('days')),
    pets: parsePets(query.pets, fault('pets')),
    homes: homeTypes.filter((code) => homes.includes(code)),
    gardens: gardens.filter((code) => homes.some((home) => home === code)),
    traits: parseCodes(query.has, searchTraits, fault('has')),
    languages: parseCodes(query.languages, searchLanguages, fault('languages')),
    policies: parseCodes(query.policy, policies, fault('policy')),
    answersWithin: parseHours(query.answersWithin, fault('answersWithin')),
  }
  return { criteria, faults }
}

type Dates = Pick<SearchQuery, 'start' | 'end' | 'days' | 'service'>
type Report = (message: string) => void

const partsOf = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(',').map((part) => part.trim())

function parseCodes<C extends string>(text: string | undefined, codes: readonly C[], fault: Report): C[] {
  const parts = [...new Set(partsOf(text))]
  const unknown = parts.filter((part) => !codes.some((code) => code === part))
  if (unknown.length > 0) fault(`Choose from ${codes.join(', ')}; there is no ${unknown.join(', ')}`)
  return codes.filter((code) => parts.includes(code))
}

function parseHours(hours: number | undefined, fault: Report): AnswerHours | undefined {
  const known = answerHours.find((one) => one === hours)
  if (hours !== undefined && known === undefined)
    fault(`Choose from ${answerHours.join(', ')} hours; there is no ${hours}`)
  return known
}

function parseStay({ start, end, service }: Dates, fault: Report): SearchCriteria['stay'] {
  if (start === undefined && end === undefined) return undefined
  if (start === undefined || end === undefined) {
    fault('Give both the first and the last day')
    return undefined
  }
  const days = daysBetween(start, end)
  const shortest = service !== undefined && isStay(service) ? 1 : 0
  if (days < shortest) {
    fault(
      shortest === 1
        ? 'The last day must come after the first'
        : 'The last day must not come before the first',
    )
    return undefined
  }
  if (days > maxDays) {
    fault(`Ask for at most ${maxDays} days`)
    return undefined
  }
  return { startOn: start, endOn: end }
}

function parseDays({ days: text, start, service }: Dates, fault: Report): string[] {
  const days = [...new Set(partsOf(text))].sort()
  const wrong = days.filter((day) => !isDay(day))
  if (wrong.length > 0) fault(`Write each day as YYYY-MM-DD; ${wrong[0]} is none`)
  if (days.length > maxDays) fault(`Ask for at most ${maxDays} days`)
  if (days.length > 0 && start !== undefined) fault('Give either single days or a first and a last day')
  if (days.length > 0 && service !== undefined && isStay(service))
    fault('A stay has a first and a last day: give start and end')
  return days
}

function parsePets(text: string | undefined, fault: Report): RequestedPet[] {
  const parts = partsOf(text)
  if (parts.length > maxPetsPerBooking) fault(`Ask for at most ${maxPetsPerBooking} pets`)
  return parts.flatMap((part) => {
    const pet = parsePet(part)
    if (!('fault' in pet)) return [pet]
    fault(pet.fault)
    return []
  })
}

function parsePet(text: string): RequestedPet | { fault: string } {
  const [kind, weight = '', birth = '', ...words] = text.split(':')
  const known = species.find((code) => code === kind)
  if (!known) return { fault: `Begin each pet with its kind: ${species.join(', ')}` }
  const weightKg = parseWeight(weight)
  if (weightKg === undefined)
    return { fault: `Write the weight in kilograms, with at most two decimals; ${weight} is none` }
  const birthOn = birth === '' ? null : birth.length === 7 ? `${birth}-01` : birth
  if (birthOn !== null && !isDay(birthOn))
    return { fault: `Write the birthday as YYYY-MM or YYYY-MM-DD; ${birth} is none` }
  const facts = petFacts.filter((fact) => words.includes(fact))
  const wrong = faultIn(words, facts)
  return wrong === undefined ? { species: known, weightKg, birthOn, ...petFieldsOf(facts) } : { fault: wrong }
}

/** Null when unknown, undefined when it is not a weight. */
function parseWeight(text: string): number | null | undefined {
  if (text === '') return null
  const weightKg = Number(text)
  return /^\d+(\.\d{1,2})?$/.test(text) && weightKg > 0 && weightKg <= 1500 ? weightKg : undefined
}

function faultIn(words: readonly string[], facts: readonly PetFact[]): string | undefined {
  const unknownWord = words.find((word) => !facts.some((fact) => fact === word))
  if (unknownWord !== undefined)
    return `After the birthday say ${petFacts.join(', ')}, like dog:22:2021-04:unneutered; there is no ${unknownWord}`
  return facts.includes('neutered') && facts.includes('unneutered')
    ? 'A pet is either neutered or unneutered'
    : undefined
}

const petFieldsOf = (facts: readonly PetFact[]): Pick<RequestedPet, 'neutered' | 'medication'> => ({
  neutered: facts.includes('neutered') ? true : facts.includes('unneutered') ? false : null,
  medication: facts.includes('medication'),
})

/** Formats the pets as the search parameter `pets`. */
export const petsText = (pets: readonly RequestedPet[]): string =>
  pets
    .slice(0, maxPetsPerBooking)
    .map(({ species, weightKg, birthOn, neutered, medication }) => {
      const facts = [neutered !== null && (neutered ? 'neutered' : 'unneutered'), medication && 'medication']
      return [species, weightKg ?? '', birthOn ?? '', ...facts.filter(Boolean)].join(':').replace(/:+$/, '')
    })
    .join(',')

/** Returns the nights or days that a service would have to cover; null if it cannot be requested for these dates. */
export function daysOf(criteria: Pick<SearchCriteria, 'stay' | 'days'>, service: Service): string[] | null {
  const { stay, days } = criteria
  if (isStay(service)) {
    if (days.length > 0) return null
    if (!stay) return []
    const nights = daysBetween(stay.startOn, stay.endOn)
    return nights < 1 ? null : daysFrom(stay.startOn, nights)
  }
  if (!stay) return [...days]
  return daysFrom(stay.startOn, daysBetween(stay.startOn, addDays(stay.endOn, 1)))
}
