import { Link } from 'react-router'
import type { SearchAnswer } from '#contract/search.ts'
import { formatDayRange, plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import type { NamedPlace } from '#web/places/resolve-place.ts'
import { defaultRadiusKm, radii, searchQuery, type SearchState } from '#web/search/search-state.ts'
import { activeFilters, withoutFilters } from '#web/search/search-words.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { addDays } from '#web/ui/days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NoResultsProps = { search: SearchState; answer: SearchAnswer; place: NamedPlace | null }
type WayOn = { label: string; to: SearchState }

type Dropped = { words: string; label: string; without: Partial<SearchState> }

const noDates: Dropped = {
  words: 'the dates',
  label: 'Search without dates',
  without: { start: null, end: null, days: [] },
}
const furtherKm = 100
/** What the API's hint names, in words, and the search without it. */
const dropped: Record<string, Dropped> = {
  service: { words: 'the kind of care', label: 'Any kind of care', without: { service: null } },
  start: noDates,
  days: noDates,
  pets: { words: 'the pets', label: 'Search without pets', without: { pets: [] } },
  minTotal: { words: 'the lowest price', label: 'No lowest price', without: { minTotal: null } },
  maxTotal: { words: 'the highest price', label: 'Any price', without: { maxTotal: null } },
  home: { words: 'the home and garden', label: 'Any home', without: { home: [] } },
  has: { words: 'what the sitter must offer', label: 'Without these wishes', without: { has: [] } },
  bounds: { words: 'the part of the map', label: 'Anywhere on the map', without: { bounds: null } },
  radiusKm: { words: 'the distance', label: `Within ${furtherKm} km`, without: { radiusKm: furtherKm } },
}

/** Nothing found is no dead end: which filter is the narrowest, and the nearest searches that may give something. */
export function NoResults({ search, answer: { hint, asked }, place }: NoResultsProps) {
  const narrowest = hint ? dropped[hint.drop] : undefined
  const ways = waysOn(search, asked.radiusKm).filter(({ label }) => label !== narrowest?.label)
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
          {ways.map(({ label, to }) => (
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

function waysOn(search: SearchState, askedKm: number): WayOn[] {
  const { start, end } = search
  const wider = radii.find((km) => km > (search.radiusKm ?? askedKm ?? defaultRadiusKm))
  const moved = (days: number): WayOn[] => {
    if (!start || !end) return []
    const to = { ...search, start: addDays(start, days), end: addDays(end, days) }
    return [{ label: formatDayRange(to.start, to.end), to }]
  }
  return [
    ...((search.place ?? search.near) && !search.bounds && wider
      ? [{ label: `Within ${wider} km`, to: { ...search, radiusKm: wider } }]
      : []),
    ...moved(-2),
    ...moved(2),
    ...(activeFilters(search, 'EUR').length > 1
      ? [{ label: 'Clear all filters', to: withoutFilters(search) }]
      : []),
  ]
}
