import type { Eraser } from '#server/accounts/erasure.ts'
import { deleteEntries } from '#server/care/erase-store.ts'
import { removeFilesOf } from '#server/files/commands.ts'

/**
 * Deletes report cards when either of the two people is erased, because they describe one person's home in the words of
 * the other.
 */
export const eraseFromCare: Eraser = async (deps, { bookingIds }) => {
  await removeFilesOf(deps, 'report-card', await deleteEntries(deps.db, bookingIds))
}
