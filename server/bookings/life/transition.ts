import type {
  Actor,
  BookingBeginning,
  BookingEvent,
  BookingStatus,
  OperatorEvent,
  Party,
  SystemEvent,
} from '#contract/codes.ts'
import type { NoticeKind } from '#contract/notices/kinds.ts'

export type Event = BookingBeginning | BookingEvent | OperatorEvent | SystemEvent

/** The instants, conditions and effects that only cases have. */
type CaseMoment = 'no_show_from' | 'case_until' | 'case_answer_until' | 'appeal_until'
type CaseGuard =
  | 'is_visit'
  | 'never_checked_in'
  | 'not_missed'
  | 'never_flagged'
  | 'no_case_open'
  | 'no_absence_open'
  | 'absence_free'
  | 'whole_attended'
  | 'subject_free'
  | 'case_open'
  | 'case_by_other'
  | 'case_unanswered'
  | 'absence_unanswered'
  | 'visit_missable'
  | 'visit_unanswered'
  | 'case_appealable'
type CaseEffect =
  | 'open_case'
  | 'answer_case'
  | 'appeal_case'
  | 'pass_on_case'
  | 'settle_absence'
  | 'settle_visit'
  | 'resolve_case'
  | 'split'
  | 'close_case'

/** An instant in a booking's life; `guards.ts` computes it. */
export type Moment =
  | 'check_in_opens'
  | 'auto_start'
  | 'check_out_opens'
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

/** Conditions of the booking itself, in addition to status, actor and time; `guards.ts` evaluates all of them. */
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
  | CaseGuard

/** Conditions that need more than the booking: the command of the event checks them under its locks. */
export type Check =
  | 'email_proven'
  | 'inquiries_below_limit'
  | 'sitter_takes_bookings'
  | 'draft_planned'
  | 'pets_accepted'
  | 'places_free'
  | 'quote_current'
  | 'requests_below_limit'
  | 'nothing_open'
  | 'owner_here'
  | 'no_offer_open'
  | 'preview_current'
  | 'within_held'
  | 'reason_given'
  | 'change_priced'

/** The work that an event does in its transaction. */
export type Effect =
  /** Leaves the version unchanged, because nothing shown on an open page has changed. */
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

export type BookingJob =
  | 'bookings.notify'
  | 'bookings.tell-operators'
  | 'circle.call-backup'
  | 'sitters.refresh-figures'

export type Transition = {
  by: readonly Actor[]
  /** The next status, by current status. From a status that is not listed the event is impossible. */
  to: Partial<Record<BookingStatus | 'new', BookingStatus>>
  guards: readonly Guard[]
  checks?: readonly Check[]
  effects: readonly Effect[]
  jobs: readonly BookingJob[]
  /** Set if the event names one of the booking's cases. Events that open a case, or concern none, leave it out. */
  about?: 'case'
  /** Possible from `opens` on and before `deadline`; null sets no limit. */
  opens: Moment | null
  deadline: Moment | null
  /** Effect on the sitter's response rate. */
  response: 'answered' | 'missed' | null
  /** What the event costs the owner: the price, or the difference of the change. Without it, the amount sent along. */
  costs?: 'total' | 'change'
  /** With a provider, the owner has to give a card first (`give_card`), unless the booking is free of charge. */
  needsCard?: true
  /** The event is the payment itself, so its row is the same with and without a provider. */
  isPayment?: true
  /** Refused if one side blocks the other. Agreed bookings continue despite a block, and every booking can be ended. */
  refusedByBlock?: true
  /** The sitter's external calendars are read once more before the event, while nothing is locked. */
  readsCalendars?: true
  /** Exists in the care circle too. All other events concern money, prices or decisions by the marketplace. */
  inCircle?: true
  /**
   * The system may also execute it, as a consequence of another booking; it then says nothing about how the sitter
   * answers.
   */
  asConsequence?: true
  /** The kind of notice that the event causes, for both sides or by side; null if it notifies nobody. */
  notice: NoticeKind | Record<Party, NoticeKind> | null
  /**
   * Sentence for the history. `{owner}`, `{sitter}`, `{by}` and `{other}` are names; `{subject}` is the subject of
   * the case.
   */
  words: string
  /** The sentence each side is sent; null if it is not notified. */
  tells: Record<Party, string | null>
  /** Set on events that either side can cause: the side that did so is not notified. */
  tellsOther?: true
  /** Wording of an event that needs money, used while a provider has to collect it first. */
  unpaid?: Pick<Transition, 'words' | 'tells'>
  /** Wording by the status the event starts from, where the sentences above do not fit. */
  wordsFrom?: Partial<Record<BookingStatus, { words: string; tells?: Partial<Record<Party, string>> }>>
}

export const notify = ['bookings.notify'] as const satisfies Transition['jobs']
export const notifyAndCount = [
  'bookings.notify',
  'sitters.refresh-figures',
] as const satisfies Transition['jobs']
/** For events that notify neither side. */
export const quiet = { owner: null, sitter: null } as const satisfies Transition['tells']
