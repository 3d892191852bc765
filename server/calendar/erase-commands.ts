import type { Eraser } from '#server/accounts/erasure.ts'
import { deleteFeedsOf } from '#server/calendar/feed-store.ts'
import * as store from '#server/calendar/store.ts'

/** Deletes the person's busy times, feeds and overrides. The numbers of places taken stay, like all totals. */
export const eraseFromCalendar: Eraser = async ({ db }, { sitterId, bookingIds }) => {
  await store.deleteBusyOf(db, bookingIds)
  if (!sitterId) return
  await deleteFeedsOf(db, sitterId)
  await store.deleteOverridesOf(db, sitterId)
}
