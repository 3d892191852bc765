import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/keys/desk.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { createKey } from '#server/keys/commands.ts'
import * as store from '#server/keys/store.ts'
import { viewSiteKey } from '#server/keys/view.ts'

type Keys = EndpointResponse<typeof contract.listSiteKeys>

export async function listSiteKeys({ db, now }: Deps): Promise<Keys> {
  const at = now()
  return { items: (await store.findSiteKeys(db)).map((row) => viewSiteKey(row, at)) }
}

export const addSiteKey = (
  deps: Deps,
  { accountId }: Viewer,
  body: HandlerInput<typeof contract.addSiteKey>['body'],
): Promise<EndpointResponse<typeof contract.addSiteKey>> =>
  ensureTransaction(deps, async (deps) => {
    const owner = { account_id: null, created_by: accountId }
    const { id, secret } = await createKey(deps, owner, body)
    const { items } = await listSiteKeys(deps)
    return { apiKey: items.find((key) => key.id === id)!, secret }
  })

export const removeSiteKey = (deps: Deps, keyId: string): Promise<Keys> =>
  ensureTransaction(deps, async (deps) => {
    if (!(await store.deleteKey(deps.db, null, keyId))) throw new Problem('api-key-not-found')
    return listSiteKeys(deps)
  })
