import { emptyAccount } from '#server/accounts/erasure.ts'
import * as store from '#server/accounts/store.ts'
import { addressesOfSignIn, deleteSignIn } from '#server/identity/deletion/commands.ts'
import type { TxDeps } from '#server/kernel/deps.ts'
import { deleteTransientRecords } from '#server/kernel/erasing.ts'

/**
 * Closes an account whose data have moved into another one. It is empty like an erased account, but names the other. Its
 * sign-in is deleted, so its address can be used for a sign-in of the other account.
 */
export async function closeMerged(
  deps: TxDeps,
  { accountId, into }: { accountId: string; into: string },
): Promise<void> {
  const account = await store.findAccountForMerge(deps.db, accountId)
  const uid = account.external_id
  const emails = await addressesOfSignIn(deps.db, uid)
  await deleteTransientRecords(deps.db, { uid, accountId })
  const at = deps.now()
  await store.saveAccount(deps.db, accountId, {
    external_id: `merged:${accountId}`,
    ...emptyAccount(at),
    merged_into: into,
    merged_at: at,
  })
  await deleteSignIn(deps, uid, [...new Set([account.email.toLowerCase(), ...emails])].filter(Boolean))
}
