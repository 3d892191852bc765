import { Link } from 'react-router'
import type { SearchTrait } from '#contract/codes.ts'
import type { CloseMatches } from '#contract/search/close-matches.ts'
import type { ShownAnswer } from '#web/search/shown-card.ts'
import { listWords } from '#contract/words.ts'
import { plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import type { NamedPlace } from '#web/places/resolve-place.ts'
import { traitNames } from '#web/search/filter-words.ts'
import { searchQuery, type SearchState } from '#web/search/search-state.ts'
import { activeFilters, datesInWords, withoutFilters } from '#web/search/search-words.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { addDays } from '#web/ui/dates/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NoResultsProps = {
  search: SearchState
  answer: ShownAnswer
  place: NamedPlace | null
  close: CloseMatches | null
}
type SearchSuggestion = { label: string; to: SearchState }

type DroppedFilter = { words: string; label: string; without: Partial<SearchState> }

const noDates: DroppedFilter = {
  words: 'the dates',
  label: 'Search without dates',
  without: { start: null, end: null, days: [] },
}
const widerRadiusKm = 100
/** Labels for the filters that the API's hint can name, and the search without each. */
const dropped: Record<string, DroppedFilter> = {
  service: { words: 'the kind of care', label: 'Any kind of care', without: { service: null } },
  start: noDates,
  days: noDates,
  pets: { words: 'the pets', label: 'Search without pets', without: { pets: [] } },
  minTotal: { words: 'the lowest price', label: 'No lowest price', without: { minTotal: null } },
  maxTotal: { words: 'the highest price', label: 'Any price', without: { maxTotal: null } },
  home: { words: 'the home and garden', label: 'Any home', without: { home: [] } },
  has: { words: 'what the sitter must offer', label: 'Without these wishes', without: { has: [] } },
  bounds: { words: 'the part of the map', label: 'Anywhere on the map', without: { bounds: null } },
  languages: { words: 'the languages', label: 'Any language', without: { languages: [] } },
  policy: { words: 'how it can be cancelled', label: 'Any cancellation', without: { policy: [] } },
  answersWithin: {
    words: 'how soon requests are answered',
    label: 'Answers any time',
    without: { answersWithin: null },
  },
  radiusKm: {
    words: 'the distance',
    label: `Within ${widerRadiusKm} km`,
    without: { radiusKm: widerRadiusKm },
  },
}

type RemovedFilter = ShownAnswer['removals'][number]['filters'][number]

/** What is removed with a filter: a whole filter, or one of several traits. */
function droppedOf({ drop, value }: RemovedFilter, { has }: SearchState): DroppedFilter | undefined {
  const trait = drop === 'has' && has.find((one) => one === value)
  return trait ? withoutTrait(trait, has) : dropped[drop]
}

const withoutTrait = (droppedTrait: SearchTrait, has: readonly SearchTrait[]): DroppedFilter => ({
  words: `“${traitNames[droppedTrait]}”`,
  label: `Without “${traitNames[droppedTrait]}”`,
  without: { has: has.filter((trait) => trait !== droppedTrait) },
})

type Removal = { filters: readonly DroppedFilter[]; total: number; to: SearchState }

/** Returns the removals that this page can name; a pair loses both its filters. */
const removalsOf = (answer: ShownAnswer, search: SearchState): Removal[] =>
  answer.removals.flatMap(({ filters: removed, total }) => {
    let to = search
    const filters = removed.flatMap((filter) => {
      const found = droppedOf(filter, to)
      if (found) to = { ...to, ...found.without }
      return found ?? []
    })
    return filters.length === removed.length ? [{ filters, total, to }] : []
  })

const maxRemovals = 4

/** Empty state that names the filters that exclude each other and offers the nearest searches with results. */
export default function NoResults({ search, answer, place, close }: NoResultsProps) {
  const removals = removalsOf(answer, search).slice(0, maxRemovals)
  const suggestions = suggestionsFor(search, close).filter(
    ({ to }) => !removals.some((removal) => JSON.stringify(removal.to) === JSON.stringify(to)),
  )
  return (
    <EmptyState
      title="Nobody fits all of this yet"
      seed={{ id: 'searching', species: search.pets[0]?.species ?? 'cat' }}
      action={
        <div className="flex max-w-xl flex-wrap justify-center gap-3">
          {removals.map(({ filters, total, to }, index) => (
            <Link
              key={filters.map(({ label }) => label).join()}
              to={paths.sitters(searchQuery(to))}
              className={buttonStyle({ kind: index === 0 ? 'primary' : 'secondary' })}
            >
              {`${removalLabel(filters)} (${plural(total, 'sitter')})`}
            </Link>
          ))}
          {suggestions.map(({ label, to }) => (
            <Link key={label} to={paths.sitters(searchQuery(to))} className={buttonStyle()}>
              {label}
            </Link>
          ))}
        </div>
      }
    >
      {removals.length > 0
        ? reasonOf(removals, place)
        : `Change the dates a little or look further around${place ? ` ${place.name}` : ''}.`}
    </EmptyState>
  )
}

const removalLabel = (filters: readonly DroppedFilter[]): string =>
  filters.length === 1 ? filters[0]!.label : `Without ${listWords(filters.map(({ words }) => words))}`

function reasonOf(removals: readonly Removal[], place: NamedPlace | null): string {
  const [best, second] = removals
  const { filters, total } = best!
  const words = listWords(filters.map((filter) => filter.words))
  const found = `${total === 1 ? 'is' : 'are'} ${plural(total, 'sitter')}${place ? ` near ${place.name}` : ''}`
  if (filters.length > 1) return `Only without both ${words} there ${found}.`
  if (!second) return `What narrows it most is ${words}: without that there ${found}.`
  return `Nobody fits ${listWords(removals.map((removal) => removal.filters[0]!.words))} together. Remove one of them to see sitters.`
}

function suggestionsFor(search: SearchState, close: CloseMatches | null): SearchSuggestion[] {
  const suggestions = (close?.ways ?? []).map(({ radiusKm, shiftDays, total }): SearchSuggestion => {
    const to = radiusKm === null ? moved(search, shiftDays) : { ...search, radiusKm }
    const words = radiusKm === null ? datesInWords(to) : `Within ${radiusKm} km`
    return { label: `${words} (${plural(total, 'sitter')})`, to }
  })
  return [
    ...suggestions,
    ...(activeFilters(search, 'EUR').length > 1
      ? [{ label: 'Clear all filters', to: withoutFilters(search) }]
      : []),
  ]
}

const moved = (search: SearchState, by: number): SearchState => ({
  ...search,
  start: search.start && addDays(search.start, by),
  end: search.end && addDays(search.end, by),
  days: search.days.map((day) => addDays(day, by)),
})
