import * as close from '#contract/close-matches.ts'
import { countChoices } from '#contract/search-choices.ts'
import * as contract from '#contract/search.ts'
import { hotRoute, route } from '#server/kernel/http.ts'
import { findCloseMatches } from '#server/search/close-commands.ts'
import * as choices from '#server/search/choices-commands.ts'
import { listPins, readRanking, searchSitters } from '#server/search/find-commands.ts'

export const searchRoutes = [
  hotRoute(contract.searchSitters, ({ deps, query, viewer }) => searchSitters(deps, query, viewer)),
  route(countChoices, ({ deps, query, viewer }) => choices.countChoices(deps, query, viewer)),
  route(close.findCloseMatches, ({ deps, query, viewer }) => findCloseMatches(deps, query, viewer)),
  route(contract.listPins, ({ deps, query, viewer }) => listPins(deps, query, viewer)),
  route(contract.showRanking, ({ deps }) => readRanking(deps)),
]
