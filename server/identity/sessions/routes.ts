import * as contract from '#contract/sessions.ts'
import { endOwnSessions, ownSessions } from '#server/identity/sessions/device-commands.ts'
import { route } from '#server/kernel/http/http.ts'

export const sessionRoutes = [
  route(contract.listSessions, ({ deps, viewer }) => ownSessions(deps, viewer)),

  route(contract.endSessions, ({ deps, viewer, body, ip }) => endOwnSessions(deps, viewer, body, ip)),
]
