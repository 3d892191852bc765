import { useEffect, useState } from 'react'
import { lastSearch } from '#web/persisted.ts'
import type { NamedPlace } from '#web/places/resolve-place.ts'
import SearchBar from '#web/search/search-bar.tsx'
import { emptySearch, parseSearch, type SearchState } from '#web/search/search-state.ts'
import type { Day } from '#web/ui/dates/days.ts'

type Remembered = { search: SearchState; place: NamedPlace | null }

/** What was searched last on this device; null as long as somebody may already be filling the form in. */
function useLastSearch(): Remembered | null {
  const [last, setLast] = useState<Remembered | null>(null)
  useEffect(() => {
    const { service, place, pets } = lastSearch.getState()
    const isBusy = document.activeElement?.closest('form[role=search]') != null
    if (isBusy || (!service && !place && !pets)) return
    setLast({ search: parseSearch(new URLSearchParams({ service: service ?? '', pets })), place })
  }, [])
  return last
}

/** The search bar of the home page, filled in with what was searched last. */
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
