import { useEffect, useState } from 'react'
import { hasLastSearch } from '#web/home/has-last-search.ts'
import { lastSearch } from '#web/persisted.ts'
import type { NamedPlace } from '#web/places/resolve-place.ts'
import SearchBar from '#web/search/search-bar.tsx'
import { emptySearch, parseSearch, type SearchState } from '#web/search/search-state.ts'
import type { Day } from '#web/ui/dates/days.ts'

type Remembered = { search: SearchState; place: NamedPlace | null }

/** Returns the last search on this device; null if there is none, or if somebody is already using the form. */
function useLastSearch(): Remembered | null {
  const [last, setLast] = useState<Remembered | null>(null)
  useEffect(() => {
    const { service, place, pets } = lastSearch.getState()
    const isBusy = document.activeElement?.closest('form[role=search]') != null
    if (isBusy || !hasLastSearch()) return
    setLast({ search: parseSearch(new URLSearchParams({ service: service ?? '', pets })), place })
  }, [])
  return last
}

/** The home page's search bar, pre-filled with the last search. */
export default function HomeSearch({ today }: { today: Day }) {
  const last = useLastSearch()
  return (
    <SearchBar
      key={last ? 'remembered' : 'new'}
      search={last?.search ?? emptySearch}
      place={last?.place}
      today={today}
    />
  )
}
