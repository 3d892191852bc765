import * as contract from '#contract/staff/suspensions.ts'
import { route } from '#server/kernel/http/http.ts'
import { restore, suspend } from '#server/suspensions/commands.ts'

export const suspensionRoutes = [
  route(contract.suspendPerson, ({ deps, viewer, params, body }) =>
    suspend(deps, viewer, params.accountId, body),
  ),
  route(contract.restorePerson, ({ deps, viewer, params, body }) =>
    restore(deps, viewer, params.accountId, body),
  ),
]
