import { countChoices } from '#contract/search/choices.ts'
import * as close from '#contract/search/close-matches.ts'
import * as position from '#contract/search/position.ts'
import * as contract from '#contract/search/search.ts'
import { isCancelled } from '#server/kernel/db/errors.ts'
import { hotRoute, route } from '#server/kernel/http/http.ts'
import { Problem } from '#server/kernel/problem.ts'
import * as choices from '#server/search/choices-commands.ts'
import { findCloseMatches } from '#server/search/close-commands.ts'
import { noteSearch } from '#server/search/demand-commands.ts'
import { listPins, readRanking, searchSitters } from '#server/search/find-commands.ts'
import { readPosition, readPositions } from '#server/search/position-commands.ts'

/** Turns a statement timeout, which limits the cost of a search, into a problem. */
async function withinBudget<T>(search: Promise<T>): Promise<T> {
  try {
    return await search
  } catch (error) {
    if (!isCancelled(error)) throw error
    throw new Problem('search-too-wide', {
      detail: 'Choose a place or a smaller area, or use fewer filters.',
    })
  }
}

export const searchRoutes = [
  hotRoute(contract.searchSitters, async ({ deps, query, viewer }) => {
    const answer = await withinBudget(searchSitters(deps, query, viewer))
    noteSearch(deps, query, answer)
    return answer
  }),
  route(countChoices, ({ deps, query, viewer }) => withinBudget(choices.countChoices(deps, query, viewer))),
  route(close.findCloseMatches, ({ deps, query, viewer }) =>
    withinBudget(findCloseMatches(deps, query, viewer)),
  ),
  route(contract.listPins, ({ deps, query, viewer }) => withinBudget(listPins(deps, query, viewer))),
  route(position.showPosition, ({ deps, viewer, params, query }) =>
    withinBudget(readPosition(deps, viewer, params.sitterId, query)),
  ),
  route(position.listPositions, ({ deps, viewer, params }) => readPositions(deps, viewer, params.sitterId)),
  route(contract.showRanking, ({ deps }) => readRanking(deps)),
]
