import * as contract from '#contract/look.ts'
import { route } from '#server/kernel/http/http.ts'
import { listVersions, restoreLook, saveLook, showLook } from '#server/look/commands.ts'

export const lookRoutes = [
  route(contract.showLook, ({ deps }) => showLook(deps)),
  route(contract.saveLook, ({ deps, viewer, body }) => saveLook(deps, viewer, body)),
  route(contract.listLookVersions, ({ deps, query }) => listVersions(deps, query)),
  route(contract.restoreLook, ({ deps, viewer, body }) => restoreLook(deps, viewer, body)),
]
