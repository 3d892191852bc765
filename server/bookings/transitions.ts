import type {
  Actor,
  BookingBeginning,
  BookingEvent,
  BookingStatus,
  OperatorEvent,
  Party,
  SystemEvent,
} from '#contract/codes.ts'
import {
  type CaseEffect,
  type CaseGuard,
  type CaseMoment,
  caseTransitions,
} from '#server/bookings/case-transitions.ts'
import { changeTransitions } from '#server/bookings/change-transitions.ts'
import { chargeTransitions } from '#server/bookings/charge-transitions.ts'
import { disputeTransitions } from '#server/bookings/dispute-transitions.ts'
import { extraTransitions } from '#server/bookings/extra-transitions.ts'
import { paymentTransitions } from '#server/bookings/payment-transitions.ts'
import { startTransitions } from '#server/bookings/start-transitions.ts'

export type Event = BookingBeginning | BookingEvent | OperatorEvent | SystemEvent

/** An instant in a booking's life; `booking.ts` says when it is. */
export type Moment =
  | 'check_in_opens'
  | 'auto_start'
  | 'last_unit_starts'
  | 'end'
  | 'auto_complete'
  | 'payout'
  | 'close'
  | 'tip_until'
  | 'reminder'
  | 'expiry'
  | 'answer_until'
  | 'change_until'
  | 'pay_reminder'
  | 'pay_until'
  | 'charge_reminder'
  | 'charge'
  | 'charge_unanswered'
  | CaseMoment

/**
 * What must hold beside status, actor and time. From `email_proven` on they are checked by the command, under its locks.
 */
export type Guard =
  | 'is_stay'
  | 'question_left'
  | 'no_question_left'
  | 'nothing_to_charge'
  | 'no_charge_running'
  | 'no_tip_pending'
  | 'change_awaits_payment'
  | 'tip_awaits_payment'
  | 'payout_due'
  | 'cancelled_by_owner'
  | 'nothing_held'
  | 'no_change_pending'
  | 'change_by_other'
  | 'change_by_self'
  | 'instant_allowed'
  | 'email_proven'
  | 'inquiries_below_limit'
  | CaseGuard
  | 'sitter_takes_bookings'
  | 'draft_planned'
  | 'pets_accepted'
  | 'places_free'
  | 'quote_current'
  | 'requests_below_limit'
  | 'preview_current'
  | 'within_held'
  | 'reason_given'
  | 'change_priced'

/** What the command does in the same transaction. */
export type Effect =
  /** Nobody's page is out of date because of it. */
  | 'keep_version'
  | 'freeze_terms'
  | 'set_expiry'
  | 'note_sent'
  | 'reserve_promo'
  | 'count_promo'
  | 'return_promo'
  | 'take_places'
  | 'free_places'
  | 'free_undelivered_places'
  | 'end_siblings'
  | 'void_payment'
  | 'forget_request'
  | 'ask_payment'
  | 'capture_payment'
  | 'note_failed_payment'
  | 'keep_charge'
  | 'ask_charge'
  | 'drop_charge'
  | 'refund'
  | 'refund_more'
  | 'tip'
  | 'release'
  | 'note_late_cancellation'
  | 'mark_arrival'
  | 'mark_end'
  | 'write_change'
  | 'apply_change'
  | 'ask_change_payment'
  | 'apply_paid_change'
  | 'ask_tip'
  | 'take_tip'
  | 'end_tip'
  | 'note_unpaid_extra'
  | 'note_pay_reminder'
  | CaseEffect
  | 'end_change'
  | 'earn_credit'

export type BookingJob = 'bookings.notify' | 'bookings.tell-operators' | 'sitters.refresh-figures'

export type Transition = {
  by: readonly Actor[]
  /** Where each status goes; from a status that is not listed the event is impossible. */
  to: Partial<Record<BookingStatus | 'new', BookingStatus>>
  guards: readonly Guard[]
  effects: readonly Effect[]
  jobs: readonly BookingJob[]
  /** From this instant on, and before that one. */
  opens: Moment | null
  deadline: Moment | null
  /** What it means for the sitter's response rate. */
  response: 'answered' | 'missed' | null
  /** For the history; `{owner}` and `{sitter}` are names. */
  words: string
  /** The sentence each side is sent, null when it need not be told. */
  tells: Record<Party, string | null>
  /** Of an event that needs money, where a provider has to move it first. */
  unpaid?: Pick<Transition, 'words' | 'tells'>
}

const notify = ['bookings.notify'] as const
const notifyAndCount = ['bookings.notify', 'sitters.refresh-figures'] as const
const quiet = { owner: null, sitter: null } as const

/** The whole life of a booking (rules section 10). Add a row here before adding an `if` anywhere. */
export const transitions: Record<Event, Transition> = {
  ...startTransitions,
  ...paymentTransitions,
  ...chargeTransitions,
  cancel: {
    by: ['owner'],
    to: { confirmed: 'cancelled' },
    guards: ['preview_current'],
    effects: ['refund', 'drop_charge', 'free_places', 'end_change'],
    jobs: notifyAndCount,
    opens: null,
    deadline: 'end',
    response: null,
    words: '{owner} cancelled the booking',
    tells: {
      owner: 'Your booking with {sitter} is cancelled',
      sitter: '{owner} cancelled the booking: your days are free again',
    },
  },
  end_early: {
    by: ['owner'],
    to: { in_progress: 'completed' },
    guards: ['preview_current'],
    effects: ['refund', 'free_undelivered_places', 'mark_end', 'end_change'],
    jobs: notifyAndCount,
    opens: null,
    deadline: 'end',
    response: null,
    words: '{owner} ended the booking early',
    tells: {
      owner: 'Your booking with {sitter} has ended early',
      sitter: '{owner} ended the booking early',
    },
  },
  cancel_by_sitter: {
    by: ['sitter'],
    to: { confirmed: 'cancelled', in_progress: 'completed' },
    guards: ['reason_given'],
    effects: [
      'refund',
      'drop_charge',
      'free_undelivered_places',
      'note_late_cancellation',
      'mark_end',
      'end_change',
    ],
    jobs: notifyAndCount,
    opens: null,
    deadline: 'end',
    response: null,
    words: '{sitter} cancelled the booking',
    tells: {
      owner: '{sitter} had to cancel: you pay for nothing that was not delivered',
      sitter: 'You cancelled the booking of {owner}',
    },
  },
  check_in: {
    by: ['sitter'],
    to: { confirmed: 'in_progress' },
    guards: ['nothing_to_charge'],
    effects: ['mark_arrival'],
    jobs: notify,
    opens: 'check_in_opens',
    deadline: 'end',
    response: null,
    words: '{sitter} checked in',
    tells: { owner: '{sitter} has checked in', sitter: null },
  },
  auto_start: {
    by: ['system'],
    to: { confirmed: 'in_progress' },
    guards: ['is_stay', 'no_absence_open', 'nothing_to_charge'],
    effects: [],
    jobs: notify,
    opens: 'auto_start',
    deadline: null,
    response: null,
    words: 'The stay began without a check-in',
    tells: {
      owner: 'Your stay with {sitter} has begun, without a check-in',
      sitter: 'The stay of {owner} has begun: you did not check in',
    },
  },
  check_out: {
    by: ['sitter'],
    to: { in_progress: 'completed' },
    guards: [],
    effects: ['mark_end', 'end_change', 'earn_credit'],
    jobs: notifyAndCount,
    opens: 'last_unit_starts',
    deadline: 'auto_complete',
    response: null,
    words: '{sitter} checked out, the booking is complete',
    tells: { owner: '{sitter} has checked out: tell others how it went', sitter: null },
  },
  auto_complete: {
    by: ['system'],
    to: { confirmed: 'completed', in_progress: 'completed' },
    guards: ['no_absence_open', 'not_missed', 'nothing_to_charge'],
    effects: ['mark_end', 'end_change', 'earn_credit'],
    jobs: notifyAndCount,
    opens: 'auto_complete',
    deadline: null,
    response: null,
    words: 'The booking was completed without a check-out',
    tells: {
      owner: 'Your booking with {sitter} is complete: tell others how it went',
      sitter: 'The booking of {owner} is complete',
    },
  },
  waive: {
    by: ['sitter'],
    to: { cancelled: 'cancelled' },
    guards: ['cancelled_by_owner', 'payout_due', 'within_held'],
    effects: ['refund_more'],
    jobs: notify,
    opens: null,
    deadline: 'payout',
    response: null,
    words: '{sitter} gave back {amount} more',
    tells: { owner: '{sitter} gives you back more than was agreed', sitter: null },
  },
  tip: {
    by: ['owner'],
    to: { completed: 'completed', closed: 'closed' },
    guards: ['no_tip_pending'],
    effects: ['tip'],
    jobs: notify,
    opens: null,
    deadline: 'tip_until',
    response: null,
    words: '{owner} gave a tip of {amount}',
    tells: { owner: null, sitter: '{owner} gives you a tip' },
    unpaid: { words: '{owner} gave a tip of {amount}, the payment is being made', tells: quiet },
  },
  release_payout: {
    by: ['system'],
    to: { in_progress: 'in_progress', completed: 'completed', cancelled: 'cancelled' },
    guards: ['payout_due'],
    effects: ['release'],
    jobs: [],
    opens: 'payout',
    deadline: null,
    response: null,
    words: 'The earnings of {sitter} were settled',
    tells: quiet,
  },
  close: {
    by: ['system'],
    to: { completed: 'closed' },
    guards: ['nothing_held', 'no_case_open'],
    effects: [],
    jobs: [],
    opens: 'close',
    deadline: null,
    response: null,
    words: 'The booking was closed',
    tells: quiet,
  },
  ...changeTransitions,
  ...extraTransitions,
  ...caseTransitions,
  ...disputeTransitions,
}
