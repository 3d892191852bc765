import type { CloseMatches } from '#contract/search/close-matches.ts'
import type { Api } from '#web/api.ts'
import { ApiProblem } from '#web/api.ts'
import { packCard, type ShownAnswer } from '#web/search/shown-card.ts'
import { apiSearch, countedSearch, type SearchState } from '#web/search/search-state.ts'

const mostAtOnce = 96

export type Found = { answer: ShownAnswer; faults: null } | { answer: null; faults: string[] }

/** Reads as many results as the address asks to show; an invalid search returns error messages instead. */
export async function findSitters(api: Api, state: SearchState): Promise<Found> {
  try {
    const first = await api('GET /v1/sitters', {
      query: { ...apiSearch(state), limit: Math.min(state.shown, mostAtOnce) },
    })
    const { total, totalIsCapped, facets, asked, removals } = first
    const cards = first.items.map(packCard)
    let { nextCursor } = first
    while (nextCursor && cards.length < state.shown) {
      const next = await api('GET /v1/sitters', {
        query: {
          ...apiSearch(state),
          cursor: nextCursor,
          limit: Math.min(state.shown - cards.length, mostAtOnce),
        },
      })
      cards.push(...next.items.map(packCard))
      nextCursor = next.nextCursor
    }
    const answer = { total, totalIsCapped, facets, asked, removals, cards, hasMore: nextCursor !== null }
    return { answer, faults: null }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 429) throw error
    const { errors, detail, title } = error.problem
    return { answer: null, faults: errors?.map(({ message }) => message) ?? [detail ?? title] }
  }
}

/** Below this number of results, close matches are shown too. */
const few = 5

/** Returns close matches if there are few results. */
export async function findCloseMatches(
  api: Api,
  state: SearchState,
  { answer }: Found,
): Promise<CloseMatches | null> {
  if (!answer || answer.total >= few || Object.keys(countedSearch(state)).length === 0) return null
  return api('GET /v1/sitters/close-matches', { query: countedSearch(state) })
}
