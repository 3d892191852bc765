import type { Eraser } from '#server/accounts/erasure.ts'
import * as store from '#server/bookings/leave/erase-store.ts'
import { removeFilesOf } from '#server/files/commands.ts'
import { allowErasing } from '#server/kernel/erasing.ts'

/** Erases what was written about bookings. Their dates, their money and the sequence of events stay. */
export const eraseFromBookings: Eraser = async (deps, { accountId, sitterId, bookingIds }) => {
  await allowErasing(deps.db)
  await removeFilesOf(deps, 'evidence', await store.clearTexts(deps.db, { bookingIds }))
  await store.renamePets(deps.db, { bookingIds, ownerId: accountId, name: 'Pet' })
  await store.deleteAddress(deps.db, accountId)
  if (sitterId) await store.deleteBackupsOf(deps.db, sitterId)
}
