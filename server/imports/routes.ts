import * as contract from '#contract/staff/imports.ts'
import * as waiting from '#contract/waiting-profile.ts'
import * as commands from '#server/imports/commands.ts'
import { acceptWaiting, readWaiting, refuseWaiting } from '#server/imports/waiting-commands.ts'
import { route } from '#server/kernel/http/http.ts'

export const importRoutes = [
  route(contract.checkImport, ({ deps, viewer, query, bytes }) =>
    commands.checkImport(deps, { ...query, bytes, accountId: viewer.accountId }),
  ),
  route(contract.listImports, ({ deps, query }) => commands.listImports(deps, query)),
  route(contract.showImport, ({ deps, params }) => commands.readImport(deps, params.importId)),
  route(contract.listImportRows, ({ deps, params, query }) =>
    commands.listRows(deps, params.importId, query),
  ),
  route(contract.downloadImportReport, ({ deps, params }) => commands.importReport(deps, params.importId)),
  route(contract.downloadImportTemplate, async ({ query }) => commands.importTemplate(query.kind)),
  route(contract.runImport, ({ deps, params }) => commands.runImport(deps, params.importId)),
  route(contract.inviteImported, ({ deps, params }) => commands.inviteImported(deps, params.importId)),
  route(contract.undoImport, ({ deps, params }) => commands.undoImport(deps, params.importId)),

  route(waiting.showWaitingProfile, async ({ deps, viewer, params }) => ({
    profile: await readWaiting(deps, viewer, params.accountId),
  })),
  route(waiting.acceptWaitingProfile, ({ deps, viewer, params }) =>
    acceptWaiting(deps, viewer, params.accountId),
  ),
  route(waiting.refuseWaitingProfile, ({ deps, viewer, params }) =>
    refuseWaiting(deps, viewer, params.accountId),
  ),
]
