import type { Party } from '#contract/codes.ts'
import { caseOf, refundFromHeld, resolved, step } from '#server/bookings/case/effects.ts'
import { refundOfVisit } from '#server/bookings/case/missed.ts'
import type { Move, Outcome } from '#server/bookings/effect.ts'
import { heldOf } from '#server/bookings/money/payout.ts'
import { type BookingRecord, payableFrom, refundableFrom } from '#server/bookings/record/record.ts'
import { instantInWords } from '#server/kernel/words.ts'

function cancelledRest({ cancelled_at: at, cancelled_by: by }: BookingRecord) {
  return at === null || by === null || by === 'system' ? null : { at, by }
}

/**
 * Settles an unanswered report of a missed visit: that visit is refunded by the rules, and the others are not affected.
 */
export async function settleVisit(move: Move): Promise<Outcome> {
  const { record, at } = move
  const one = caseOf(move)
  const { opened_by: reporter, visit_at: visitAt } = one
  if (!visitAt) throw new Error(`The case ${one.id} names no visit`)
  const absent: Party = reporter === 'owner' ? 'sitter' : 'owner'
  const due = refundOfVisit(refundableFrom(record), visitAt, absent, cancelledRest(record))
  const amount = Math.min(due, heldOf(payableFrom(record)))
  const name = absent === 'sitter' ? record.sitter_name : record.owner_name
  const outcome =
    absent === 'sitter'
      ? 'It is refunded in full, with its part of the service fee.'
      : 'It counts as cancelled at its start.'
  const statement = `${name} was reported as not there on ${instantInWords(visitAt, record.time_zone)} and did not answer. ${outcome}`
  const change = await refundFromHeld(move, amount)
  const decided = await step(move, one, 'resolve', resolved('system', at, amount, statement))
  return {
    ...decided,
    change,
    payload: {
      ...decided.payload,
      amount,
      reason: statement,
      late: absent === 'sitter',
      visitAt: visitAt.toISOString(),
    },
  }
}
