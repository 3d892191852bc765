import {
  answerHours,
  type AnswerHours,
  mostPets,
  type PetFact,
  policies,
  type Policy,
  type SearchTrait,
  searchTraits,
  type Service,
  services,
  type Sort,
  sorts,
  type Species,
  species,
} from '#contract/codes.ts'
import { type Day, isDay } from '#web/ui/days.ts'

/** A pet as a visitor describes it, or one of their own; `bornOn` is the first of a month when only that is known. */
export type AskedPet = {
  species: Species
  weightKg: number | null
  bornOn: Day | null
  name: string
  /** Null when nobody has said. */
  neutered: boolean | null
  medication: boolean
}

/** Everything about a search; its address and this are the same thing. */
export type SearchState = {
  service: Service | null
  place: number | null
  start: Day | null
  end: Day | null
  days: readonly Day[]
  pets: readonly AskedPet[]
  minTotal: number | null
  maxTotal: number | null
  home: readonly string[]
  has: readonly SearchTrait[]
  /** Two letters each; what the API does not know it refuses. */
  languages: readonly string[]
  policy: readonly Policy[]
  answersWithin: AnswerHours | null
  sort: Sort
  radiusKm: number | null
  /** A position in place of a town, as "lat,lng" rounded to about a kilometre. */
  near: string | null
  /** The part of the map that is searched, as "south,west,north,east". */
  bounds: string | null
  /** Whether the map is open, and whether the search follows its moves. */
  map: 'open' | 'follow' | null
  /** How many results are shown so far. */
  shown: number
}

export const pageSize = 24
export const mostShown = 288
export const defaultRadiusKm = 15
export const radii = [5, 10, 15, 25, 50, 100] as const
export const homeCodes = ['house', 'flat', 'farm', 'fenced', 'shared'] as const

const oneOf = <C extends string>(codes: readonly C[], text: string | null | undefined): C | null =>
  codes.find((code) => code === text) ?? null
const wholeNumber = (text: string | null, least: number, most: number): number | null => {
  if (!text || !/^\d{1,10}$/.test(text)) return null
  const number = Number(text)
  return number >= least && number <= most ? number : null
}
const dayIn = (text: string | null): Day | null => (text && isDay(text) ? text : null)
const listed = (params: URLSearchParams, name: string): string[] =>
  params
    .getAll(name)
    .flatMap((value) => value.split(','))
    .filter(Boolean)

/** Degrees, rounded; null when there are not as many numbers as limits or one is beyond its limit. */
function degreesIn(text: string | null, limits: readonly number[], digits: number): number[] | null {
  const numbers = (text ?? '').split(',').map((part) => Number(Number(part || 'no').toFixed(digits)))
  const fits = limits.every((most, index) => Math.abs(numbers[index] ?? Number.NaN) <= most)
  return fits && numbers.length === limits.length ? numbers : null
}
/** How a position is called where the name of a town would stand. */
export const nearMe = 'Near me'
export const nearIn = (text: string | null): string | null => degreesIn(text, [90, 180], 2)?.join(',') ?? null
function boundsIn(text: string | null): string | null {
  const sides = degreesIn(text, [90, 180, 90, 180], 4)
  return sides && sides[0]! <= sides[2]! ? sides.join(',') : null
}

/** A name people give a pet; anything else in an address is left out. */
export const petName = (text: string | null | undefined): string =>
  /^[\p{L}\p{M}\d][\p{L}\p{M}\d .'’-]{0,19}$/u.test(text?.trim() ?? '') ? text!.trim() : ''

const weightIn = (text: string | undefined): number | null => {
  const weight = Number((text ?? '').replace(',', '.'))
  return text && weight > 0 && weight <= 1500 ? Math.round(weight * 100) / 100 : null
}
const bornIn = (text: string | undefined): Day | null => {
  const day = text?.length === 7 ? `${text}-01` : text
  return day && isDay(day) ? day : null
}

export const yesOrNo = (text: string | undefined): boolean | null =>
  text === 'yes' ? true : text === 'no' ? false : null

/** A pet as it was typed; none without a kind. */
export function petIn(
  kind: string | undefined,
  weight: string | undefined,
  born: string | undefined,
  name: string | undefined,
  neutered: boolean | null,
  medication: boolean,
): AskedPet[] {
  const known = oneOf(species, kind)
  if (!known) return []
  const [weightKg, bornOn] = [weightIn(weight), bornIn(born)]
  return [{ species: known, weightKg, bornOn, name: petName(name), neutered, medication }]
}

/** `dog:22:2026-04:unneutered:medication,cat:4` and the names in the same order; what cannot be read is left out. */
export function parsePets(text: string | null, names: string | null = null): AskedPet[] {
  const called = (names ?? '').split(',')
  return (text ?? '')
    .split(',')
    .flatMap((part, index) => {
      const [kind, weight, born, ...facts] = part.trim().split(':')
      const told = (fact: PetFact) => facts.includes(fact)
      const neutered = told('unneutered') ? false : told('neutered') || null
      return petIn(kind, weight, born, called[index], neutered, told('medication'))
    })
    .slice(0, mostPets)
}

/** A birthday on the first of a month is written as the month. */
const bornText = (bornOn: Day | null): string => bornOn?.replace(/-01$/, '') ?? ''

export const petsText = (pets: readonly AskedPet[]): string =>
  pets
    .map(({ species, weightKg, bornOn, neutered, medication }) => {
      const facts = [neutered !== null && (neutered ? 'neutered' : 'unneutered'), medication && 'medication']
      return [species, weightKg ?? '', bornText(bornOn), ...facts.filter(Boolean)]
        .join(':')
        .replace(/:+$/, '')
    })
    .join(',')
export const namesText = (pets: readonly AskedPet[]): string =>
  pets
    .map(({ name }) => petName(name))
    .join(',')
    .replace(/,+$/, '')

/** The rows of the form, as a browser without JavaScript sends them. */
function petsOfRows(params: URLSearchParams): AskedPet[] {
  const at = (field: string, index: number) => params.getAll(field)[index]
  return params
    .getAll('petKind')
    .flatMap((kind, index) =>
      petIn(
        kind,
        at('petKg', index),
        at('petBorn', index),
        at('petName', index),
        yesOrNo(at('petNeutered', index)),
        at('petMedicine', index) === 'yes',
      ),
    )
    .slice(0, mostPets)
}

/** Reads an address or a form; what it cannot understand is as if it had not been there. */
export function parseSearch(params: URLSearchParams): SearchState {
  const dates = { start: dayIn(params.get('start')), end: dayIn(params.get('end')) }
  const days = [...new Set(listed(params, 'days').filter(isDay))].sort()
  const [minTotal, maxTotal] = [
    wholeNumber(params.get('minTotal'), 1, 1e9),
    wholeNumber(params.get('maxTotal'), 1, 1e9),
  ]
  const radiusKm = wholeNumber(params.get('radiusKm'), 1, 200)
  const place = wholeNumber(params.get('place'), 1, 9_999_999_999)
  const wanted = wholeNumber(params.get('shown'), 1, mostShown) ?? pageSize
  return {
    service: oneOf(services, params.get('service')),
    place,
    ...dates,
    days: dates.start ? [] : days,
    pets: params.has('petKind') ? petsOfRows(params) : parsePets(params.get('pets'), params.get('petNames')),
    minTotal,
    maxTotal,
    home: homeCodes.filter((code) => listed(params, 'home').includes(code)),
    has: searchTraits.filter((code) => listed(params, 'has').includes(code)),
    languages: [...new Set(listed(params, 'languages').filter((code) => /^[a-z]{2}$/.test(code)))].sort(),
    policy: policies.filter((code) => listed(params, 'policy').includes(code)),
    answersWithin: answerHours.find((hours) => `${hours}` === params.get('answersWithin')) ?? null,
    sort: oneOf(sorts, params.get('sort')) ?? 'recommended',
    radiusKm: radiusKm === defaultRadiusKm ? null : radiusKm,
    near: place ? null : nearIn(params.get('near')),
    bounds: boundsIn(params.get('bounds')),
    map: oneOf(['open', 'follow'], params.get('map')),
    shown: Math.ceil(wanted / pageSize) * pageSize,
  }
}

/** The one address of a search, without what has its default. */
export function searchQuery(state: SearchState): Record<string, string> {
  const query: Record<string, string | number | null | false> = {
    service: state.service,
    place: state.place,
    start: state.start,
    end: state.end,
    days: state.days.join(','),
    pets: petsText(state.pets),
    petNames: namesText(state.pets),
    minTotal: state.minTotal,
    maxTotal: state.maxTotal,
    home: state.home.join(','),
    has: state.has.join(','),
    languages: state.languages.join(','),
    policy: state.policy.join(','),
    answersWithin: state.answersWithin,
    radiusKm: state.radiusKm,
    near: state.near,
    bounds: state.bounds,
    map: state.map,
    sort: state.sort !== 'recommended' && state.sort,
    shown: state.shown > pageSize && state.shown,
  }
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value ? [[key, `${value}`]] : [])),
  )
}

/** What a link to a sitter carries on, so that the form there is filled in. */
export const bookingQuery = ({ service, start, end, days, pets }: SearchState): Record<string, string> =>
  searchQuery({ ...emptySearch, service, start, end, days, pets })

export const emptySearch: SearchState = parseSearch(new URLSearchParams())

const formNames = ['petKind', 'petKg', 'petName', 'petBorn', 'petNeutered', 'petMedicine', 'placeName']
const stateNames = ['petNames', ...Object.keys(emptySearch)]

/**
 * True when the address is not the one address of its search, such as that of a form with empty fields. Parameters
 * that are none of ours (the router's, a campaign's) do not count.
 */
export function isUntidy(params: URLSearchParams): boolean {
  const tidy = searchQuery(parseSearch(params))
  if (formNames.some((name) => params.has(name))) return true
  return stateNames.some((name) => params.getAll(name).join('&') !== (tidy[name] ?? ''))
}

type ApiSearch = {
  service?: Service
  place?: number
  start?: Day
  end?: Day
  days?: string
  pets?: string
  minTotal?: number
  maxTotal?: number
  home?: string
  has?: string
  languages?: string
  policy?: string
  answersWithin?: number
  radiusKm?: number
  bounds?: string
  lat?: number
  lng?: number
  sort: Sort
}

/** The search as the API takes it. */
export function apiSearch(state: SearchState): ApiSearch {
  const { service, place, start, end, minTotal, maxTotal, radiusKm, sort, near, bounds } = state
  const [lat, lng] = near?.split(',').map(Number) ?? []
  return {
    sort,
    ...(service && { service }),
    ...(place && { place }),
    ...(start && end && { start, end }),
    ...(!start && state.days.length > 0 && { days: state.days.join(',') }),
    ...(state.pets.length > 0 && { pets: petsText(state.pets) }),
    ...(minTotal && { minTotal }),
    ...(maxTotal && { maxTotal }),
    ...(state.home.length > 0 && { home: state.home.join(',') }),
    ...(state.has.length > 0 && { has: state.has.join(',') }),
    ...(state.languages.length > 0 && { languages: state.languages.join(',') }),
    ...(state.policy.length > 0 && { policy: state.policy.join(',') }),
    ...(state.answersWithin && { answersWithin: state.answersWithin }),
    ...(radiusKm && { radiusKm }),
    ...(bounds && { bounds }),
    ...(lat !== undefined && lng !== undefined && { lat, lng }),
  }
}

/** The search without its order, as the calls that count take it. */
export function countedSearch(state: SearchState): Omit<ApiSearch, 'sort'> {
  const { sort: _sort, ...asked } = apiSearch(state)
  return asked
}
