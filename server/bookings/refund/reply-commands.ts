import type { Booking } from '#contract/bookings/bookings.ts'
import { lockRecord } from '#server/bookings/life/commands.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { type BookingRecord, partyIn } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import { lateCancellationNotedAt } from '#server/bookings/refund/late-cancellation-note.ts'
import { showBooking } from '#server/bookings/show-commands.ts'
import { addHours } from '#server/kernel/day.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { currentSettings } from '#server/settings/commands.ts'

/** Adds the sitter's reply to the public note of a late cancellation: once, and only while the note is shown. */
export function replyToLateCancellation(
  deps: Deps,
  { accountId }: Viewer,
  bookingId: string,
  reply: string,
): Promise<Booking> {
  return ensureTransaction(deps, async (deps) => {
    const parties = await store.lockSitterOf(deps.db, bookingId)
    const party = partyIn(parties, accountId)
    const record = await lockRecord(deps.db, bookingId)
    const { settings } = await currentSettings(deps.db)
    const now = deps.now()
    const refusal =
      party === 'sitter'
        ? refusalFor(record, now, settings.record.shownDays)
        : 'Only the sitter it is about can reply to it.'
    if (refusal) throw new Problem('booking-action-not-allowed', { detail: refusal })
    const { status } = record
    await store.updateBooking(deps.db, record, {
      status,
      cancel_reply: reply,
      cancel_replied_at: now,
      updated_at: now,
    })
    return showBooking(deps, await recordOf(deps.db, bookingId), accountId)
  })
}

function refusalFor(record: BookingRecord, now: Date, shownDays: number): string | null {
  const notedAt = lateCancellationNotedAt(record)
  if (!notedAt) return 'There is no note about this booking on the profile.'
  if (record.cancel_reply !== null) return 'You have already replied to it.'
  return now < addHours(notedAt, shownDays * 24) ? null : 'The note is no longer shown.'
}
