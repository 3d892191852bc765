import type { Erase } from '#server/accounts/leaving.ts'
import { deleteTold } from '#server/care/erase-store.ts'
import { removeFilesOf } from '#server/files/commands.ts'

/** Report cards tell of one person's home in the words of another: they go when either of the two does. */
export const eraseFromCare: Erase = async (deps, tx, { bookingIds }) => {
  await removeFilesOf(deps, tx, 'report-card', await deleteTold(tx, bookingIds))
}
