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
import { type Day, isDay } from '#web/ui/dates/days.ts'

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
/** From 1 on. */
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
    map: oneOf(['open', 'follow'], params.get('map')),
    shown: Math.ceil((count('shown', mostShown) ?? 1) / pageSize) * pageSize,
  }
}

type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], null | false | ''> }
/** Only what somebody asked for; no value of a search is 0. */
const present = <Values extends object>(values: Values): Present<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Present<Values>

/** Lists as an address and the API take them. */
const inWords = (state: SearchState) => ({
  ...state,
  days: state.days.join(),
  pets: petsText(state.pets),
  home: state.home.join(),
  has: state.has.join(),
  languages: state.languages.join(),
  policy: state.policy.join(),
})

/** The one address of a search, without what has its default. */
export function searchQuery(state: SearchState): Record<string, string> {
  const query = present({
    ...inWords(state),
    petNames: namesText(state.pets),
    sort: state.sort !== 'recommended' && state.sort,
    shown: state.shown > pageSize && state.shown,
  })
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]))
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

type Asked = Present<Omit<ReturnType<typeof inWords>, 'near' | 'map' | 'shown' | 'sort'>>
type ApiSearch = Asked & { lat?: number; lng?: number; sort: Sort }

/** The search as the API takes it. */
export function apiSearch(state: SearchState): ApiSearch {
  const { near, map: _map, shown: _shown, start, end, days, ...asked } = present(inWords(state))
  const [lat, lng] = near?.split(',').map(Number) ?? []
  return {
    ...asked,
    sort: state.sort,
    ...(start && end && { start, end }),
    ...(!start && days && { days }),
    ...(lat !== undefined && lng !== undefined && { lat, lng }),
  }
}

/** The search without its order, as the calls that count take it. */
export function countedSearch(state: SearchState): Omit<ApiSearch, 'sort'> {
  const { sort: _sort, ...asked } = apiSearch(state)
  return asked
}
