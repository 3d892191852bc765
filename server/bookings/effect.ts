import type { Actor, BookingStatus } from '#contract/codes.ts'
import type { CaseInput } from '#server/bookings/case/input.ts'
import type { OfferedChange } from '#server/bookings/change/offer-commands.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import type { BookingTerms } from '#server/bookings/money/terms.ts'
import type { BookingRecord, EventPayload } from '#server/bookings/record/record.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'

export type MoveInput = {
  event: Event
  by: Actor
  accountId: string | null
  reason?: string
  note?: string
  /** Of a tip, or of what the sitter waives. */
  amount?: number
  /** What a proposal would make of the booking. */
  offered?: OfferedChange
  /** What else the history keeps of it. */
  more?: EventPayload
  /** The booking has been written in this transaction, and this is its first event. */
  isNew?: boolean
  /** What is said or decided in a disagreement. */
  dispute?: CaseInput
  /** Of a check-in that was told later: when the sitter was there. */
  arrivedAt?: Date
}

export type Change = Partial<
  Pick<
    BookingRecord,
    | 'paid'
    | 'refunded'
    | 'released'
    | 'changed_back'
    | 'payment_status'
    | 'charge_at'
    | 'confirmed_at'
    | 'expires_at'
    | 'sent_at'
    | 'checked_in_at'
    | 'ended_at'
    | 'cancelled_at'
    | 'cancelled_by'
    | 'answered_at'
    | 'reason'
  >
> & { terms?: BookingTerms }
export type Move = {
  deps: Deps
  tx: Tx
  record: BookingRecord
  input: MoveInput
  to: BookingStatus
  at: Date
}
/** `record` when the effect rewrote more than columns of the booking. */
export type Outcome = { change?: Change; payload?: EventPayload; record?: BookingRecord }
