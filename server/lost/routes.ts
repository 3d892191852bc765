import * as contract from '#contract/lost.ts'
import { route } from '#server/kernel/http/http.ts'
import { changePage, endPage, readLost, readPage, reportLost, reportSighting } from '#server/lost/commands.ts'

export const lostRoutes = [
  route(contract.showLostPet, ({ deps, viewer, params, query }) =>
    readLost(deps, viewer, params.petId, query.timeZone),
  ),
  route(contract.reportLostPet, ({ deps, viewer, params, body }) =>
    reportLost(deps, viewer, params.petId, body),
  ),
  route(contract.changeLostPage, ({ deps, viewer, params, body }) =>
    changePage(deps, viewer, params.petId, body),
  ),
  route(contract.endLostPage, ({ deps, viewer, params, body }) =>
    endPage(deps, viewer, params.petId, body.found),
  ),
  route(contract.showLostPage, ({ deps, params }) => readPage(deps, params.code)),
  route(contract.tellSighting, ({ deps, params, body, ip }) => reportSighting(deps, params.code, body, ip)),
]
