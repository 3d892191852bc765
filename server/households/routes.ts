import * as contract from '#contract/households/households.ts'
import {
  changeHousehold,
  discloseHousehold,
  readDisclosure,
  readHousehold,
} from '#server/households/commands.ts'
import { route } from '#server/kernel/http/http.ts'

export const householdRoutes = [
  route(contract.showHousehold, ({ deps, viewer, params }) => readHousehold(deps, viewer, params.accountId)),
  route(contract.updateHousehold, ({ deps, viewer, params, body }) =>
    changeHousehold(deps, viewer, params.accountId, body),
  ),
  route(contract.showDisclosure, ({ deps, viewer, params }) =>
    readDisclosure(deps, viewer, params.bookingId),
  ),
  route(contract.viewHousehold, ({ deps, viewer, params }) =>
    discloseHousehold(deps, viewer, params.bookingId),
  ),
]
