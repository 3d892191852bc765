import type { Eraser } from '#server/accounts/erasure.ts'
import { removeAllOf } from '#server/files/store.ts'

/** Erases names and descriptions at once; the queued sweep deletes the bytes and the rows. */
export const eraseFromFiles: Eraser = async (deps, { accountId }) => {
  await removeAllOf(deps.db, accountId)
  await deps.enqueue(deps.db, 'files.sweep', {})
}
