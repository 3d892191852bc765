import type { Actor, BookingStatus } from '#contract/codes.ts'
import type { CaseInput } from '#server/bookings/case/input.ts'
import type { OfferedChange } from '#server/bookings/change/offer-commands.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import type { BookingTerms } from '#server/bookings/money/terms.ts'
import type { BookingRecord, EventPayload } from '#server/bookings/record/record.ts'
import type { TxDeps } from '#server/kernel/deps.ts'

export type MoveInput = {
  event: Event
  by: Actor
  accountId: string | null
  reason?: string
  note?: string
  /** The amount of a tip, or of what the sitter waives. */
  amount?: number
  /** The booking as a proposed change would make it. */
  offered?: OfferedChange
  /** Further data to store in the history. */
  more?: EventPayload
  /** The booking was inserted in this transaction, and this is its first event. */
  isNew?: boolean
  /** The statement or decision in a case. */
  dispute?: CaseInput
  /** For a check-in that is reported later: when the sitter arrived. */
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
  deps: TxDeps
  record: BookingRecord
  input: MoveInput
  to: BookingStatus
  at: Date
}
/** `record` is set if the effect changed more than columns of the booking. */
export type Outcome = { change?: Change; payload?: EventPayload; record?: BookingRecord }
