import { useEffect, useState } from 'react'
import type { SearchChoices } from '#contract/search/choices.ts'
import { api } from '#web/api.ts'
import { countedSearch, type SearchState } from '#web/search/search-state.ts'

const pauseMs = 200

/** Fetches the number of results for each filter choice while a search is given, debounced after each change. */
export function useChoices(search: SearchState | null): SearchChoices | null {
  const [choices, setChoices] = useState<SearchChoices | null>(null)
  useEffect(() => {
    if (!search) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api('GET /v1/sitters/facets', { query: countedSearch(search) }, { signal: abort.signal }).then(
        setChoices,
        () => !abort.signal.aborted && setChoices(null),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [search])
  return choices
}
