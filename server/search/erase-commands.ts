import type { Erase } from '#server/accounts/leaving.ts'
import { deletePositionsOf } from '#server/search/position-store.ts'

/** Where the sitter stood among others; the row of the search itself goes with the profile. */
export const eraseFromSearch: Erase = async (_deps, tx, { sitterId }) => {
  if (sitterId) await deletePositionsOf(tx, sitterId)
}
