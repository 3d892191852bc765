import * as contract from '#contract/search.ts'
import { route } from '#server/kernel/http.ts'
import { listPins, readRanking, searchSitters } from '#server/search/find-commands.ts'

export const searchRoutes = [
  route(contract.searchSitters, ({ deps, query, viewer }) => searchSitters(deps, query, viewer)),
  route(contract.listPins, ({ deps, query, viewer }) => listPins(deps, query, viewer)),
  route(contract.showRanking, ({ deps }) => readRanking(deps)),
]
