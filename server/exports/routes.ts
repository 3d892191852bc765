import * as contract from '#contract/exports/exports.ts'
import { requestExport, listOwnExports, openOwnExport } from '#server/exports/commands.ts'
import { type Route, route } from '#server/kernel/http/http.ts'

export const exportRoutes: Route[] = [
  route(contract.listExports, ({ deps, viewer, params }) => listOwnExports(deps, viewer, params.accountId)),
  route(contract.askForExport, async ({ deps, viewer, params, answerWith }) => {
    const { copy, created } = await requestExport(deps, viewer, params.accountId)
    if (!created) answerWith(200)
    return copy
  }),
  route(contract.openExport, ({ deps, viewer, params }) => openOwnExport(deps, viewer, params)),
]
