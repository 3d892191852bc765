import * as desk from '#contract/keys/desk.ts'
import * as contract from '#contract/keys/keys.ts'
import { route } from '#server/kernel/http/http.ts'
import { addKey, listKeys, removeKey } from '#server/keys/commands.ts'
import { addSiteKey, listSiteKeys, removeSiteKey } from '#server/keys/site-commands.ts'

export const keyRoutes = [
  route(contract.listApiKeys, ({ deps, viewer }) => listKeys(deps, viewer)),
  route(contract.addApiKey, ({ deps, viewer, body }) => addKey(deps, viewer, body)),
  route(contract.removeApiKey, ({ deps, viewer, params }) => removeKey(deps, viewer, params.keyId)),
  route(desk.listSiteKeys, ({ deps }) => listSiteKeys(deps)),
  route(desk.addSiteKey, async ({ deps, viewer, body, concern }) => {
    const added = await addSiteKey(deps, viewer, body)
    concern(added.apiKey.id)
    return added
  }),
  route(desk.removeSiteKey, ({ deps, params }) => removeSiteKey(deps, params.keyId)),
]
