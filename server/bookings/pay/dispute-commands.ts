import { lockRecord, move } from '#server/bookings/life/commands.ts'
import { payloadOf } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Jobs } from '#server/kernel/jobs/jobs.ts'
import { lockSitter } from '#server/sitters/commands.ts'

/** Records an event of a bank dispute in the history of the booking once, which notifies both sides. */
export function noteDispute(deps: Deps, report: Jobs['bookings.note-dispute']): Promise<void> {
  const { bookingId, disputeId, event, amount, reason } = report
  return ensureTransaction(deps, async (deps) => {
    const parties = await store.findPartiesOf(deps.db, bookingId)
    if (!parties) return
    await lockSitter(deps.db, parties.sitter_id)
    const record = await lockRecord(deps.db, bookingId)
    const isKnown = record.events.some((one) => one.event === event && payloadOf(one).dispute === disputeId)
    if (isKnown) return
    await move(deps, record, {
      event,
      by: 'system',
      accountId: null,
      ...(reason === undefined ? {} : { reason }),
      more: { amount, dispute: disputeId },
    })
  })
}
