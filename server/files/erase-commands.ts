import type { Erase } from '#server/accounts/leaving.ts'
import { removeAllOf } from '#server/files/store.ts'

/** The names and descriptions go at once; the sweep that is asked for removes the bytes and the rows. */
export const eraseFromFiles: Erase = async (deps, tx, { accountId }) => {
  await removeAllOf(tx, accountId)
  await deps.enqueue(tx, 'files.sweep', {})
}
