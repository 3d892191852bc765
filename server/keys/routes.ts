import * as contract from '#contract/keys/keys.ts'
import { route } from '#server/kernel/http/http.ts'
import { addKey, listKeys, removeKey } from '#server/keys/commands.ts'

export const keyRoutes = [
  route(contract.listApiKeys, ({ deps, viewer }) => listKeys(deps, viewer)),
  route(contract.addApiKey, ({ deps, viewer, body }) => addKey(deps, viewer, body)),
  route(contract.removeApiKey, ({ deps, viewer, params }) => removeKey(deps, viewer, params.keyId)),
]
