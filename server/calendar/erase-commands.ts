import type { Erase } from '#server/accounts/leaving.ts'
import { deleteFeedsOf } from '#server/calendar/feed-store.ts'
import * as store from '#server/calendar/store.ts'

/** How many places were taken stays, as everywhere in the books; when the person was free or busy goes. */
export const eraseFromCalendar: Erase = async (_deps, tx, { sitterId, bookingIds }) => {
  await store.deleteBusyOf(tx, bookingIds)
  if (!sitterId) return
  await deleteFeedsOf(tx, sitterId)
  await store.deleteOverridesOf(tx, sitterId)
}
