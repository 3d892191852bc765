import { Link } from 'react-router'
import type { SearchTrait } from '#contract/codes.ts'
import type { CloseMatches } from '#contract/search/close-matches.ts'
import type { ShownAnswer } from '#web/search/shown-card.ts'
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

/** The filter that the hint names: a whole filter, or one of several traits. */
function narrowestOf({ drop, value }: NonNullable<ShownAnswer['hint']>, { has }: SearchState) {
  const droppedTrait = drop === 'has' && has.find((trait) => trait === value)
  return droppedTrait ? withoutTrait(droppedTrait, has) : dropped[drop]
}

const withoutTrait = (droppedTrait: SearchTrait, has: readonly SearchTrait[]): DroppedFilter => ({
  words: `“${traitNames[droppedTrait]}”`,
  label: `Without “${traitNames[droppedTrait]}”`,
  without: { has: has.filter((trait) => trait !== droppedTrait) },
})

/** Empty state that names the narrowest filter and offers the nearest searches with results. */
export default function NoResults({ search, answer: { hint }, place, close }: NoResultsProps) {
  const narrowest = hint ? narrowestOf(hint, search) : undefined
  const suggestions = suggestionsFor(search, close)
  return (
    <EmptyState
      title="Nobody fits all of this yet"
      seed={{ id: 'searching', species: search.pets[0]?.species ?? 'cat' }}
      action={
        <div className="flex max-w-xl flex-wrap justify-center gap-3">
          {narrowest && hint && (
            <Link
              to={paths.sitters(searchQuery({ ...search, ...narrowest.without }))}
              className={buttonStyle({ kind: 'primary' })}
            >
              {`${narrowest.label} (${plural(hint.total, 'sitter')})`}
            </Link>
          )}
          {suggestions.map(({ label, to }) => (
            <Link key={label} to={paths.sitters(searchQuery(to))} className={buttonStyle()}>
              {label}
            </Link>
          ))}
        </div>
      }
    >
      {narrowest && hint
        ? `What narrows it most is ${narrowest.words}: without that there ${hint.total === 1 ? 'is' : 'are'} ${plural(hint.total, 'sitter')}${place ? ` near ${place.name}` : ''}.`
        : `Change the dates a little or look further around${place ? ` ${place.name}` : ''}.`}
    </EmptyState>
  )
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
