import { Icon } from '#web/ui/icon.tsx'
import type { NamedPlace } from '#web/places/resolve-place.ts'
import { Dropdown } from '#web/search/dropdown.tsx'
import { nearMe, searchQuery, type SearchState } from '#web/search/search-state.ts'
import { petsInWords, shortDates } from '#web/search/search-words.ts'
import type { Day } from '#web/ui/dates/days.ts'
import { lazyOnInteraction } from '#web/ui/lazy-on-interaction.tsx'

const SearchBar = lazyOnInteraction(() => import('#web/search/search-bar.tsx'))

type CompactSearchProps = {
  search: SearchState
  place: NamedPlace | null
  placeText?: string | undefined
  today: Day
}

/** The search in the header: a one-line summary that opens the full search bar. */
export function CompactSearch({ search, place, placeText, today }: CompactSearchProps) {
  const parts = [
    place?.name ?? (search.near ? nearMe : 'Anywhere'),
    shortDates(search) || 'Any dates',
    petsInWords(search.pets) || 'Any pet',
  ]
  return (
    <Dropdown
      className="w-full lg:w-auto"
      summaryClassName="flex min-h-12 w-full items-center gap-1 rounded-full border border-line bg-card py-1 pr-1.5 pl-2 text-[0.9375rem] font-semibold shadow-card transition-colors hover:border-control lg:w-fit"
      summary={
        <>
          <span className="sr-only">Change the search: </span>
          {parts.map((part, index) => (
            <span
              key={index}
              className="min-w-0 truncate border-l px-3 nth-[2]:border-0 max-sm:px-2 max-sm:nth-[3]:shrink-0"
            >
              {part}
            </span>
          ))}
          <span className="ml-auto grid size-9 shrink-0 place-items-center rounded-full bg-gold text-on-gold">
            <Icon name="search" size={18} />
          </span>
        </>
      }
      panelClassName="inset-x-(--gutter) top-full mx-auto mt-1 max-w-[71rem] border-0! bg-transparent! p-0! shadow-none!"
    >
      <SearchBar
        key={JSON.stringify(searchQuery(search))}
        {...{ search, place, placeText, today }}
        className="shadow-float!"
      />
    </Dropdown>
  )
}
