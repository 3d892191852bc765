import type { Erase } from '#server/accounts/leaving.ts'
import * as store from '#server/bookings/leave/erase-store.ts'
import { removeFilesOf } from '#server/files/commands.ts'
import { allowErasing } from '#server/kernel/erasing.ts'

/** Erases what was written about bookings. Their dates, their money and the sequence of events stay. */
export const eraseFromBookings: Erase = async (deps, tx, { accountId, sitterId, bookingIds }) => {
  await allowErasing(tx)
  await removeFilesOf(deps, tx, 'evidence', await store.blankWords(tx, { bookingIds }))
  await store.renamePets(tx, { bookingIds, ownerId: accountId, name: 'Pet' })
  await store.deleteAddress(tx, accountId)
  if (sitterId) await store.deleteBackupsOf(tx, sitterId)
}
