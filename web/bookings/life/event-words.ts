import type { Booking } from '#contract/bookings/bookings.ts'
import type { BookingEvent, BookingStatus } from '#contract/codes.ts'
import type { ThreadEvent } from '#contract/live/codes.ts'
import type { Tone } from '#web/ui/badge.tsx'
import type { ButtonKind } from '#web/ui/button.tsx'

/** A missed visit is reported next to the visit, and a case is answered next to the case. */
export type BarEvent = Exclude<BookingEvent, 'report_missed' | 'answer_case' | 'appeal_case'>

/**
 * The button of each event, in the order in which buttons are shown. `labels` differ by status: an offer or a question
 * must not be called a request.
 */
export const eventButtons: Record<
  BarEvent,
  { label: string; kind: ButtonKind; labels?: Partial<Record<BookingStatus, string>> }
> = {
  accept: { label: 'Accept booking', kind: 'primary' },
  accept_offer: { label: 'Accept the offer', kind: 'primary' },
  instant_book: { label: 'Book now', kind: 'primary' },
  request: { label: 'Request to book', kind: 'primary' },
  accept_change: { label: 'Accept the change', kind: 'primary' },
  decline_change: { label: 'Decline the change', kind: 'secondary' },
  withdraw_change: { label: 'Withdraw the change', kind: 'secondary' },
  check_in: { label: 'Check in', kind: 'primary' },
  check_out: { label: 'Check out', kind: 'primary' },
  offer: { label: 'Make an offer', kind: 'secondary' },
  decline: { label: 'Decline', kind: 'secondary', labels: { offered: 'Withdraw the offer' } },
  withdraw: {
    label: 'Withdraw the request',
    kind: 'secondary',
    labels: {
      inquiry: 'Withdraw the question',
      offered: 'Decline the offer',
      awaiting_payment: 'Give up the booking',
    },
  },
  cancel: { label: 'Cancel booking', kind: 'secondary' },
  end_early: { label: 'End early', kind: 'secondary' },
  cancel_by_sitter: { label: 'Cancel booking', kind: 'secondary' },
  waive: { label: 'Charge less', kind: 'secondary' },
  tip: { label: 'Give a tip', kind: 'secondary' },
  propose_change: { label: 'Change booking', kind: 'secondary' },
  report_no_show: { label: 'Nobody is there', kind: 'secondary' },
  open_case: { label: 'Something went wrong', kind: 'secondary' },
}

export type HistoryEvent = Booking['timeline'][number]['event']

/** How the history calls an event that has no detail. */
export const historyWords: Record<HistoryEvent, { words: string; tone: Tone }> = {
  inquire: { words: 'Question asked', tone: 'neutral' },
  request: { words: 'Request sent', tone: 'gold' },
  give_card: { words: 'Card added', tone: 'gold' },
  card_expired: { words: 'Expired because no card was added', tone: 'neutral' },
  reopen_question: { words: 'Turned back into a question', tone: 'neutral' },
  instant_book: { words: 'Booked at once', tone: 'green' },
  offer: { words: 'Offer made', tone: 'gold' },
  accept_offer: { words: 'Offer accepted', tone: 'green' },
  remind: { words: 'Sitter reminded', tone: 'neutral' },
  withdraw: { words: 'Request withdrawn', tone: 'neutral' },
  accept: { words: 'Accepted', tone: 'green' },
  decline: { words: 'Declined', tone: 'rust' },
  cancel: { words: 'Cancelled by the owner', tone: 'rust' },
  end_early: { words: 'Ended early by the owner', tone: 'rust' },
  cancel_by_sitter: { words: 'Cancelled by the sitter', tone: 'rust' },
  check_in: { words: 'Checked in', tone: 'green' },
  check_out: { words: 'Checked out', tone: 'green' },
  waive: { words: 'Price reduced', tone: 'green' },
  tip: { words: 'Tip given', tone: 'gold' },
  keep_card: { words: 'Confirmed, card saved', tone: 'green' },
  remind_charge: { words: 'Reminded of the charge', tone: 'neutral' },
  swap_card: { words: 'Card replaced', tone: 'neutral' },
  charge_card: { words: 'The card is being charged', tone: 'gold' },
  pay_charge: { words: 'Paid', tone: 'green' },
  pay: { words: 'Paid', tone: 'green' },
  payment_failed: { words: 'Not paid yet', tone: 'rust' },
  dispute_opened: { words: 'The bank is asking about the payment', tone: 'gold' },
  dispute_escalated: { words: 'The bank has taken the payment for now', tone: 'rust' },
  dispute_won: { words: 'The payment stands', tone: 'green' },
  dispute_lost: { words: 'The bank took the payment back', tone: 'rust' },
  dispute_reversed: { words: 'The payment stands after all', tone: 'green' },
  dispute_borne: { words: 'Decided who covers the payment', tone: 'neutral' },
  payment_expired: { words: 'Not paid in time', tone: 'neutral' },
  propose_change: { words: 'Change proposed', tone: 'gold' },
  accept_change: { words: 'Change accepted', tone: 'green' },
  decline_change: { words: 'Change declined', tone: 'neutral' },
  withdraw_change: { words: 'Change withdrawn', tone: 'neutral' },
  pay_change: { words: 'Change paid', tone: 'green' },
  change_payment_failed: { words: 'Change not paid yet', tone: 'rust' },
  remind_change_payment: { words: 'Owner reminded', tone: 'neutral' },
  change_payment_expired: { words: 'Change not paid in time', tone: 'neutral' },
  pay_tip: { words: 'Tip paid', tone: 'green' },
  tip_payment_failed: { words: 'Tip not paid yet', tone: 'rust' },
  remind_tip_payment: { words: 'Owner reminded', tone: 'neutral' },
  tip_payment_expired: { words: 'Tip not paid in time', tone: 'neutral' },
  report_no_show: { words: 'No-show reported', tone: 'rust' },
  report_missed: { words: 'Missed visit reported', tone: 'rust' },
  open_case: { words: 'Case opened', tone: 'gold' },
  answer_case: { words: 'Case answered', tone: 'neutral' },
  appeal_case: { words: 'Appeal', tone: 'gold' },
  flag_not_checked_in: { words: 'Nobody checked in', tone: 'gold' },
  pass_on_case: { words: 'Case not answered', tone: 'neutral' },
  resolve_no_show: { words: 'Decided by the rules', tone: 'green' },
  resolve_missed: { words: 'Decided by the rules', tone: 'green' },
  resolve_case: { words: 'Case decided', tone: 'green' },
  cancel_by_operator: { words: 'Ended by the operator', tone: 'rust' },
  expire_change: { words: 'Change not answered', tone: 'neutral' },
  expire: { words: 'Expired without an answer', tone: 'neutral' },
  auto_start: { words: 'Began', tone: 'neutral' },
  auto_complete: { words: 'Completed', tone: 'neutral' },
  release_payout: { words: 'Earnings settled', tone: 'neutral' },
  close: { words: 'Closed', tone: 'neutral' },
  publish_reviews: { words: 'Reviews published', tone: 'green' },
  review: { words: 'Review written', tone: 'gold' },
}

/** How a conversation calls an event, where the words of the history do not fit beside messages. */
const threadWords: Partial<Record<ThreadEvent, string>> = {
  accept: 'Booking accepted',
  withdraw: 'Withdrawn',
  expire: 'Not answered in time',
}

export const wordsInThread = (event: ThreadEvent): string => threadWords[event] ?? historyWords[event].words
