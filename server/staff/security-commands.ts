import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff/security.ts'
import { secureUser } from '#server/identity/admin-commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { explainMissingSignIn, requireChangeable } from '#server/staff/person-commands.ts'

type Given = HandlerInput<typeof contract.signPersonOut>['body']
type Secured = Promise<EndpointResponse<typeof contract.signPersonOut>>

/** Signs the person out on all devices. */
export const signOut = (deps: Deps, viewer: Viewer, accountId: string, { reason }: Given): Secured =>
  secure(deps, viewer, accountId, { reason, removesPassword: false })

/** Signs the person out on all devices and removes the password, so that they choose a new one. */
export const resetPassword = (deps: Deps, viewer: Viewer, accountId: string, { reason }: Given): Secured =>
  secure(deps, viewer, accountId, { reason, removesPassword: true })

const secure = (
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  securing: Parameters<typeof secureUser>[2],
): Secured =>
  ensureTransaction(deps, async (deps) => {
    const { external_id: uid } = await requireChangeable(deps.db, viewer, accountId)
    return { devices: await secureUser(deps, uid, securing).catch(explainMissingSignIn) }
  })
