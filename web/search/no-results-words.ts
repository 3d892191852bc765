import type { SearchAnswer } from '#contract/search/search.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import { formatLanguage, plural } from '#web/format.ts'
import { homeNames, traitNames } from '#web/search/filter-words.ts'
import { defaultRadiusKm, type SearchState } from '#web/search/search-state.ts'
import { activeFilters, datesInWords, petsInSentence } from '#web/search/search-words.ts'
import { policyNames } from '#web/words.ts'

type NoResultsInput = {
  search: SearchState
  hint: SearchAnswer['hint']
  placeName: string | null
  currency: string
}

const quoted = (words: string): string => `“${words}”`
const either = (words: readonly string[]): string => words.map(quoted).join(' or ')

/**
 * Explains in a heading why there are no results. It names the single condition without which there would be some, and
 * speaks only of sitters who meet all other conditions, so that it is always true.
 */
export function noResultsInWords({ search, hint, placeName, currency }: NoResultsInput): string {
  const pets = petsInSentence(search.pets)
  const where = placeName ? ` near ${placeName}` : ''
  const isFiltered = activeFilters(search, currency).length > 0 || datesInWords(search) !== ''
  if (!hint) {
    if (!isFiltered && !pets) return `No sitters${where} yet`
    return isFiltered ? 'No sitter fits all of this' : `No sitter${where} can take ${pets}`
  }
  if (hint.drop === 'pets')
    return isFiltered ? `No sitter who fits the rest can take ${pets}` : `No sitter${where} can take ${pets}`
  const reason = reasons[hint.drop]?.({ search, value: hint.value, placeName, currency })
  return reason ? `No sitter${pets && ` for ${pets}`} ${reason}` : 'No sitter fits all of this'
}

type Reason = (input: Omit<NoResultsInput, 'hint'> & { value: string | null }) => string

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
  bounds: () => 'lives in this part of the map',
  radiusKm: ({ search, placeName }) =>
    `lives within ${search.radiusKm ?? defaultRadiusKm} km of ${placeName ?? 'you'}`,
}
