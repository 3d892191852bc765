import type { SearchAnswer } from '#contract/search/search.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import { formatLanguage, plural } from '#web/format.ts'
import { homeNames, traitNames } from '#web/search/filter-words.ts'
import { defaultRadiusKm, type SearchState } from '#web/search/search-state.ts'
import { activeFilters, datesInWords, petsInSentence } from '#web/search/search-words.ts'
import { policyNames } from '#web/words.ts'

type NoResultsInput = {
  search: SearchState
  removals: SearchAnswer['removals']
  placeName: string | null
  currency: string
}

const quoted = (words: string): string => `“${words}”`
const either = (words: readonly string[]): string => words.map(quoted).join(' or ')

/**
 * Explains in a heading why there are no results. It names the single condition without which there would be some, or
 * two that exclude each other, and speaks only of sitters who meet all other conditions, so that it is always true.
 */
export function noResultsInWords(input: NoResultsInput): string {
  const { search, removals, placeName } = input
  const exclusive = exclusiveInWords(input)
  if (exclusive) return exclusive
  const filters = countFilters(input)
  const hint = removals[0]?.filters.length === 1 ? removals[0].filters[0] : undefined
  const pets = petsInSentence(search.pets)
  if (hint && hint.drop !== 'pets') {
    const predicate = predicateOf(hint, input)
    return predicate ? `No sitter${pets && ` for ${pets}`} ${predicate}` : 'No sitter fits all of this'
  }
  if (filters > 0) return hint ? `No sitter who fits the rest can take ${pets}` : 'No sitter fits all of this'
  const where = placeName ? ` near ${placeName}` : ''
  return pets ? `No sitter${where} can take ${pets}` : `No sitters${where} yet`
}

const countFilters = ({ search, currency }: NoResultsInput): number =>
  activeFilters(search, currency).length + (datesInWords(search) ? 1 : 0)

function exclusiveInWords(input: NoResultsInput): string | null {
  const predicates = exclusiveFilters(input.removals).flatMap((filter) => predicateOf(filter, input) ?? [])
  if (predicates.length !== 2) return null
  const isAll = countFilters(input) + (input.search.pets.length > 0 ? 1 : 0) === 2
  return `No sitter ${isAll ? '' : 'who fits the rest '}${bothInWords(predicates)}`
}

const predicateOf = (
  { drop, value }: RemovedFilter,
  { search, placeName, currency }: NoResultsInput,
): string | undefined => reasons[drop]?.({ search, value, placeName, currency })

type RemovedFilter = SearchAnswer['removals'][number]['filters'][number]

/** What people can rarely change; other filters are named first. */
const givens: ReadonlySet<string> = new Set(['start', 'days', 'pets', 'service'])
const ofPlace: ReadonlySet<string> = new Set(['bounds', 'radiusKm'])

/** Returns two filters that exclude each other: each gives results if it alone is removed. Empty if there are none. */
function exclusiveFilters(removals: SearchAnswer['removals']): RemovedFilter[] {
  const single = removals.flatMap(({ filters }) => (filters.length === 1 ? filters : []))
  const named = single.filter(({ drop }) => !ofPlace.has(drop))
  const [first, second] = [
    ...named.filter(({ drop }) => !givens.has(drop)),
    ...named.filter(({ drop }) => givens.has(drop)),
  ]
  return first && second ? [first, second] : []
}

/** "offers both “Has a car” and “Pet first aid”", "both offers “Has a car” and speaks German". */
function bothInWords([first = '', second = '']: readonly string[]): string {
  const offers = 'offers '
  if (!first.startsWith(offers) || !second.startsWith(offers)) return `both ${first} and ${second}`
  return `${offers}both ${first.slice(offers.length)} and ${second.slice(offers.length)}`
}

type Reason = (input: Omit<NoResultsInput, 'removals'> & { value: string | null }) => string

const onDates: Reason = ({ search }) => `is free ${search.start ? '' : 'on '}${datesInWords(search)}`

/** The condition of each filter, as a predicate of a sitter. */
const reasons: Record<string, Reason> = {
  start: onDates,
  days: onDates,
  service: ({ search }) => `offers ${search.service ? serviceNames[search.service].toLowerCase() : 'this'}`,
  has: ({ search, value }) => {
    const wish = search.has.find((trait) => trait === value)
    return wish ? `offers ${quoted(traitNames[wish])}` : 'offers all that you wish for'
  },
  home: ({ search }) => `has ${either(search.home.map((code) => homeNames[code] ?? code))}`,
  languages: ({ search }) => `speaks ${search.languages.map(formatLanguage).join(' or ')}`,
  policy: ({ search }) => `offers ${either(search.policy.map((code) => policyNames[code]))}`,
  answersWithin: ({ search }) => `answers within ${plural(search.answersWithin ?? 0, 'hour')}`,
  maxTotal: ({ search, currency }) => `costs ${formatShortMoney(search.maxTotal ?? 0, currency)} or less`,
  minTotal: ({ search, currency }) => `costs ${formatShortMoney(search.minTotal ?? 0, currency)} or more`,
  pets: ({ search }) => `can take ${petsInSentence(search.pets)}`,
  bounds: () => 'lives in this part of the map',
  radiusKm: ({ search, placeName }) =>
    `lives within ${search.radiusKm ?? defaultRadiusKm} km of ${placeName ?? 'you'}`,
}
