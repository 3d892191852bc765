import type { Eraser } from '#server/accounts/erasure.ts'
import { allowErasing } from '#server/kernel/erasing.ts'
import { deleteNotesAbout } from '#server/staff/note-store.ts'
import { blankActs } from '#server/staff/store.ts'

/** Erases what was written about the person while the site was run; the acts themselves stay. */
export const eraseFromStaffActs: Eraser = async (
  { db },
  { accountId, sitterId, bookingIds, conversationIds },
) => {
  await allowErasing(db)
  const ids = [accountId, ...(sitterId ? [sitterId] : []), ...bookingIds, ...conversationIds]
  await blankActs(db, { accountId, ids })
}

/** Erases what staff have noted about the person; what the person noted about others stays with them. */
export const eraseStaffNotes: Eraser = ({ db }, { accountId }) => deleteNotesAbout(db, accountId)
