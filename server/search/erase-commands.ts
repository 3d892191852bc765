import type { Eraser } from '#server/accounts/erasure.ts'
import { deletePositionsOf } from '#server/search/position-store.ts'

/** Deletes the sitter's recorded positions; the search rows are deleted with the profile. */
export const eraseFromSearch: Eraser = async ({ db }, { sitterId }) => {
  if (sitterId) await deletePositionsOf(db, sitterId)
}
