import type { Party } from '#contract/codes.ts'
import type { NoticeKind } from '#contract/notices/kinds.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import { addHours } from '#server/kernel/day.ts'

/** The kind of notice each event causes, for both sides or by side; null if it notifies nobody. */
const kinds: Record<Event | 'review', NoticeKind | Record<Party, NoticeKind> | null> = {
  inquire: 'booking-asked',
  request: 'booking-asked',
  give_card: 'booking-asked',
  offer: 'booking-asked',
  propose_change: 'booking-asked',
  remind: 'answer-due',
  withdraw: 'booking-answered',
  decline: 'booking-answered',
  expire: 'booking-answered',
  card_expired: 'booking-answered',
  reopen_question: 'booking-answered',
  decline_change: 'booking-answered',
  withdraw_change: 'booking-answered',
  expire_change: 'booking-answered',
  change_payment_expired: 'booking-answered',
  accept: 'booking-settled',
  accept_offer: 'booking-settled',
  instant_book: 'booking-settled',
  keep_card: 'booking-settled',
  accept_change: 'booking-settled',
  pay_change: 'booking-settled',
  cancel: 'booking-settled',
  end_early: 'booking-settled',
  cancel_by_sitter: 'booking-settled',
  cancel_by_operator: 'booking-settled',
  payment_expired: 'booking-settled',
  check_in: 'booking-progress',
  auto_start: 'booking-progress',
  check_out: 'booking-progress',
  auto_complete: 'booking-progress',
  pay: 'booking-settled',
  pay_charge: 'payment',
  swap_card: 'payment',
  charge_card: null,
  remind_charge: 'payment',
  payment_failed: { owner: 'payment-due', sitter: 'payment' },
  change_payment_failed: { owner: 'payment-due', sitter: 'payment' },
  remind_change_payment: 'payment-due',
  tip: 'payment',
  pay_tip: 'payment',
  tip_payment_failed: 'payment',
  remind_tip_payment: 'payment',
  tip_payment_expired: 'payment',
  waive: 'payment',
  dispute_opened: 'payment',
  dispute_escalated: 'payment',
  dispute_won: 'payment',
  dispute_lost: 'payment',
  dispute_borne: 'payment',
  dispute_reversed: 'payment',
  report_no_show: 'case',
  report_missed: 'case',
  flag_not_checked_in: 'case',
  open_case: 'case',
  answer_case: 'case-news',
  appeal_case: 'case-news',
  pass_on_case: 'case-news',
  resolve_no_show: 'case-news',
  resolve_missed: 'case-news',
  resolve_case: 'case-news',
  review: 'review-received',
  publish_reviews: 'review-received',
  release_payout: null,
  close: null,
}

const nearHours = 24
/** An answer that is due within this time may be due before the next morning. */
const overNightHours = 12

type Booking = { starts_at: Date; expires_at: Date | null }

/**
 * Returns the kind of notice. It is more urgent if the booking begins within a day, or if an answer is due before the
 * morning.
 */
export function noticeKindOf(
  event: Event | 'review',
  to: Party,
  booking: Booking,
  at: Date,
): NoticeKind | null {
  const entry = kinds[event]
  const kind = entry === null || typeof entry === 'string' ? entry : entry[to]
  const isNear = booking.starts_at <= addHours(at, nearHours)
  const isDueSoon = booking.expires_at !== null && booking.expires_at <= addHours(at, overNightHours)
  if (kind === 'booking-asked' && (isNear || isDueSoon)) return 'answer-due'
  return kind === 'booking-settled' && isNear ? 'booking-settled-today' : kind
}
