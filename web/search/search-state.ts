import {
  answerHours,
  type AnswerHours,
  maxPetsPerBooking,
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
import { type Day, isDay } from '#web/ui/dates/days.ts'

/** A pet described by a visitor, or one of their own; `bornOn` is the first of the month if only the month is known. */
export type SearchPet = {
  species: Species
  weightKg: number | null
  bornOn: Day | null
  name: string
  /** Null if not stated. */
  neutered: boolean | null
  medication: boolean
}

/** The complete search; converts to its URL and back without loss. */
export type SearchState = {
  service: Service | null
  place: number | null
  start: Day | null
  end: Day | null
  days: readonly Day[]
  pets: readonly SearchPet[]
  minTotal: number | null
  maxTotal: number | null
  home: readonly string[]
  has: readonly SearchTrait[]
  /** Two-letter codes; the API rejects unknown ones. */
  languages: readonly string[]
  policy: readonly Policy[]
  answersWithin: AnswerHours | null
  sort: Sort
  radiusKm: number | null
  /** A position instead of a town, as "lat,lng" rounded to about a kilometre. */
  near: string | null
  /** The searched part of the map, as "south,west,north,east". */
  bounds: string | null
  /**
   * Whether the map is open, whether the search follows its movements, or whether it is hidden. Null: it is beside the
   * results where there is room for both.
   */
  map: 'open' | 'follow' | 'hidden' | null
  /** The number of results shown so far. */
  shown: number
}

export const pageSize = 24
export const mostShown = 288
export const defaultRadiusKm = 15
export const radii = [5, 10, 15, 25, 50, 100] as const
export const homeCodes = ['house', 'flat', 'farm', 'fenced', 'shared'] as const

const oneOf = <C extends string>(codes: readonly C[], text: string | null | undefined): C | null =>
  codes.find((code) => code === text) ?? null
/** Parses a positive integer up to `most`; null otherwise. */
const wholeNumber = (text: string | null, most: number): number | null => {
  const number = /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0
  return number > 0 && number <= most ? number : null
}
const dayIn = (text: string | null): Day | null => (text && isDay(text) ? text : null)
const listed = (params: URLSearchParams, name: string): string[] =>
  params
    .getAll(name)
    .flatMap((value) => value.split(','))
    .filter(Boolean)

/** Parses and rounds degrees; null if the count differs from that of the limits or a value exceeds its limit. */
function degreesIn(text: string | null, limits: readonly number[], digits: number): number[] | null {
  const numbers = (text ?? '').split(',').map((part) => Number(Number(part || 'no').toFixed(digits)))
  const fits = limits.every((most, index) => Math.abs(numbers[index] ?? Number.NaN) <= most)
  return fits && numbers.length === limits.length ? numbers : null
}
/** Label of a position, in place of a town's name. */
export const nearMe = 'Near me'
export const nearIn = (text: string | null): string | null => degreesIn(text, [90, 180], 2)?.join(',') ?? null
function boundsIn(text: string | null): string | null {
  const sides = degreesIn(text, [90, 180, 90, 180], 4)
  return sides && sides[0]! <= sides[2]! ? sides.join(',') : null
}

/** Returns a valid pet name from the address, or an empty string. */
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

/** Returns the pet, or an empty list without a valid species. */
export function petIn(
  kind: string | undefined,
  weight: string | undefined,
  born: string | undefined,
  name: string | undefined,
  neutered: boolean | null,
  medication: boolean,
): SearchPet[] {
  const known = oneOf(species, kind)
  if (!known) return []
  const [weightKg, bornOn] = [weightIn(weight), bornIn(born)]
  return [{ species: known, weightKg, bornOn, name: petName(name), neutered, medication }]
}

/** Parses `dog:22:2026-04:unneutered:medication,cat:4` and the names in the same order; skips what is invalid. */
export function parsePets(text: string | null, names: string | null = null): SearchPet[] {
  const called = (names ?? '').split(',')
  return (text ?? '')
    .split(',')
    .flatMap((part, index) => {
      const [kind, weight, born, ...facts] = part.trim().split(':')
      const hasFact = (fact: PetFact) => facts.includes(fact)
      const neutered = hasFact('unneutered') ? false : hasFact('neutered') || null
      return petIn(kind, weight, born, called[index], neutered, hasFact('medication'))
    })
    .slice(0, maxPetsPerBooking)
}

/** Writes a birthday on the first of a month as the month only. */
const bornText = (bornOn: Day | null): string => bornOn?.replace(/-01$/, '') ?? ''

export const petsText = (pets: readonly SearchPet[]): string =>
  pets
    .map(({ species, weightKg, bornOn, neutered, medication }) => {
      const facts = [neutered !== null && (neutered ? 'neutered' : 'unneutered'), medication && 'medication']
      return [species, weightKg ?? '', bornText(bornOn), ...facts.filter(Boolean)]
        .join(':')
        .replace(/:+$/, '')
    })
    .join(',')
export const namesText = (pets: readonly SearchPet[]): string =>
  pets
    .map(({ name }) => petName(name))
    .join(',')
    .replace(/,+$/, '')

/** Reads the pet rows of a form submitted without JavaScript. */
function petsOfRows(params: URLSearchParams): SearchPet[] {
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
    .slice(0, maxPetsPerBooking)
}

/** Reads a URL or a form; ignores invalid values. */
export function parseSearch(params: URLSearchParams): SearchState {
  const dates = { start: dayIn(params.get('start')), end: dayIn(params.get('end')) }
  const days = [...new Set(listed(params, 'days').filter(isDay))].sort()
  const count = (name: string, most: number) => wholeNumber(params.get(name), most)
  const among = <C extends string>(codes: readonly C[], name: string) => {
    const wanted = listed(params, name)
    return codes.filter((code) => wanted.includes(code))
  }
  const radiusKm = count('radiusKm', 200)
  const place = count('place', 9_999_999_999)
  return {
    service: oneOf(services, params.get('service')),
    place,
    ...dates,
    days: dates.start ? [] : days,
    pets: params.has('petKind') ? petsOfRows(params) : parsePets(params.get('pets'), params.get('petNames')),
    minTotal: count('minTotal', 1e9),
    maxTotal: count('maxTotal', 1e9),
    home: among(homeCodes, 'home'),
    has: among(searchTraits, 'has'),
    languages: [...new Set(listed(params, 'languages').filter((code) => /^[a-z]{2}$/.test(code)))].sort(),
    policy: among(policies, 'policy'),
    answersWithin: answerHours.find((hours) => `${hours}` === params.get('answersWithin')) ?? null,
    sort: oneOf(sorts, params.get('sort')) ?? 'recommended',
    radiusKm: radiusKm === defaultRadiusKm ? null : radiusKm,
    near: place ? null : nearIn(params.get('near')),
    bounds: boundsIn(params.get('bounds')),
    map: oneOf(['open', 'follow', 'hidden'], params.get('map')),
    shown: Math.ceil((count('shown', mostShown) ?? 1) / pageSize) * pageSize,
  }
}

type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], null | false | ''> }
/** Keeps only values that are set; 0 never occurs as a value. */
const present = <Values extends object>(values: Values): Present<Values> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the filter leaves out the values that the type excludes
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Present<Values>

/** Joins lists into the format of the URL and the API. */
const joinLists = (state: SearchState) => ({
  ...state,
  days: state.days.join(),
  pets: petsText(state.pets),
  home: state.home.join(),
  has: state.has.join(),
  languages: state.languages.join(),
  policy: state.policy.join(),
})

/** Returns the canonical query of a search, without default values. */
export function searchQuery(state: SearchState): Record<string, string> {
  const query = present({
    ...joinLists(state),
    petNames: namesText(state.pets),
    sort: state.sort !== 'recommended' && state.sort,
    shown: state.shown > pageSize && state.shown,
  })
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]))
}

/** Returns the query for a link to a sitter, which prefills the booking form. */
export const bookingQuery = ({ service, start, end, days, pets }: SearchState): Record<string, string> =>
  searchQuery({ ...emptySearch, service, start, end, days, pets })

export const emptySearch: SearchState = parseSearch(new URLSearchParams())

const formNames = ['petKind', 'petKg', 'petName', 'petBorn', 'petNeutered', 'petMedicine', 'placeName']

/**
 * True if the query is not canonical, such as that of a form with empty fields. Foreign parameters (the router's, a
 * campaign's) are ignored.
 */
export function isNotCanonical(params: URLSearchParams): boolean {
  const canonical = searchQuery(parseSearch(params))
  if (formNames.some((name) => params.has(name))) return true
  const stateNames = ['petNames', ...Object.keys(emptySearch)]
  return stateNames.some((name) => params.getAll(name).join('&') !== (canonical[name] ?? ''))
}

type FilterParams = Present<Omit<ReturnType<typeof joinLists>, 'near' | 'map' | 'shown' | 'sort'>>
type ApiSearch = FilterParams & { lat?: number; lng?: number; sort: Sort }

/** Converts the search to the API's query. */
export function apiSearch(state: SearchState): ApiSearch {
  const { near, map: _map, shown: _shown, start, end, days, ...filters } = present(joinLists(state))
  const [lat, lng] = near?.split(',').map(Number) ?? []
  return {
    ...filters,
    sort: state.sort,
    ...(start && end && { start, end }),
    ...(!start && days && { days }),
    ...(lat !== undefined && lng !== undefined && { lat, lng }),
  }
}

/** Converts the search, without its order, to the query of the counting endpoints. */
export function countedSearch(state: SearchState): Omit<ApiSearch, 'sort'> {
  const { sort: _sort, ...filters } = apiSearch(state)
  return filters
}
