import { type Actor, isStay } from '#contract/codes.ts'
import {
  appealEnd,
  freeSubjects,
  isAbsence,
  isOpen,
  isSubjectFree,
  isWaiting,
  isWholeAbsence,
  decisionIfUnanswered,
  waitingMinutes,
} from '#server/bookings/case/case.ts'
import { missableVisits } from '#server/bookings/case/missed.ts'
import type { BookingFacts, Clocks } from '#server/bookings/facts.ts'
import { nextReminder } from '#server/bookings/life/reminder.ts'
import type { Guard, Moment } from '#server/bookings/life/transition.ts'
import { payReminder } from '#server/bookings/pay/extra.ts'
import { addHours, addMinutes, earliest, latest } from '#server/kernel/day.ts'
import { chargeReminder, unansweredAt } from '#server/payments/late-charge.ts'

/** After the end; rules section 10, row 30. */
const tipDays = 30

type MomentRule = (booking: BookingFacts, clocks: Clocks, by: Actor) => Date | null

export const moments: Record<Moment, MomentRule> = {
  check_in_opens: ({ startsAt }, { checkIn }) => addHours(startsAt, -checkIn.beforeHours),
  auto_start: ({ startsAt }, { stay }) => addHours(startsAt, stay.autoStartHours),
  /** The owner can confirm the end only after it. */
  check_out_opens: ({ lastUnitStartsAt, endsAt }, _, by) => (by === 'owner' ? endsAt : lastUnitStartsAt),
  end: ({ endsAt }) => endsAt,
  auto_complete: ({ endsAt }, { stay }) => addHours(endsAt, stay.autoCompleteHours),
  payout: ({ payoutDueAt }) => payoutDueAt,
  close: ({ endsAt, cases }, clocks) =>
    cases.reduce(
      (until, one) => latest(until, appealEnd(one, clocks) ?? until),
      addHours(endsAt, clocks.closeDays * 24),
    ),
  tip_until: ({ endsAt, endedAt }) => addHours(endedAt ?? endsAt, tipDays * 24),
  reminder: nextReminder,
  expiry: ({ expiresAt }) => expiresAt,
  /** A booking that has already begun cannot be accepted, even if the request has not expired. */
  answer_until: ({ expiresAt, startsAt }) => (expiresAt ? earliest(expiresAt, startsAt) : startsAt),
  change_until: ({ change }) => (change && !change.isAccepted ? change.expiresAt : null),
  pay_reminder: ({ extra }) => extra && payReminder(extra),
  pay_until: ({ extra }) => extra?.payBy ?? null,
  charge_reminder: ({ charge }) => charge && chargeReminder(charge),
  charge: ({ charge }) => (charge && !charge.askedAt ? charge.at : null),
  charge_unanswered: ({ charge, startsAt }) => charge && unansweredAt(charge, startsAt),
  no_show_from: ({ startsAt, service }, { noShow }, by) =>
    addMinutes(startsAt, waitingMinutes(service, by, noShow)),
  case_until: ({ endsAt, endedAt }, clocks) =>
    addHours(earliest(endsAt, endedAt ?? endsAt), clocks.case.maxDays * 24),
  case_answer_until: ({ about }) => about?.answerBy ?? null,
  appeal_until: ({ about }, clocks) => (about ? appealEnd(about, clocks) : null),
}

type GuardRule = (booking: BookingFacts, by: Actor, at: Date, clocks: Clocks) => boolean

/**
 * True if the request was a question that the sitter has seen. It becomes a question again if its days have not begun
 * by then.
 */
const hasQuestionLeft = ({ sentAt, expiresAt, startsAt }: BookingFacts): boolean =>
  sentAt !== null && (expiresAt === null || expiresAt < startsAt)

export const guardRules: Record<Guard, GuardRule> = {
  is_stay: ({ service }) => isStay(service),
  question_left: (booking) => hasQuestionLeft(booking),
  no_question_left: (booking) => !hasQuestionLeft(booking),
  payout_due: ({ payoutDueAt }) => payoutDueAt !== null,
  cancelled_by_owner: ({ cancelledBy }) => cancelledBy === 'owner',
  nothing_held: ({ held }) => held === 0,
  no_change_pending: ({ change }) => change === null,
  change_by_other: ({ change }, by) => change !== null && !change.isAccepted && change.by !== by,
  /** An accepted change can be withdrawn by the owner, who has to pay for it. */
  change_by_self: ({ change }, by) => change !== null && (change.isAccepted ? 'owner' : change.by) === by,
  nothing_to_charge: ({ charge }) => charge === null,
  no_charge_running: ({ charge }) => !charge?.askedAt,
  no_tip_pending: ({ extra }) => extra === null,
  change_awaits_payment: ({ extra }) => extra?.purpose === 'change',
  tip_awaits_payment: ({ extra }) => extra?.purpose === 'tip',
  instant_allowed: ({ instant }) => instant,
  is_visit: ({ service }) => !isStay(service),
  never_checked_in: ({ checkedInAt }) => checkedInAt === null,
  not_missed: ({ status, service, cases }) =>
    status === 'in_progress' || isStay(service) || cases.some(isAbsence),
  never_flagged: ({ cases }) => !cases.some(isAbsence),
  no_case_open: ({ cases }) => !cases.some(isOpen),
  no_absence_open: ({ cases }) => !cases.some((one) => isOpen(one) && isAbsence(one)),
  absence_free: (booking, by, at, clocks) => isSubjectFree('no_show', booking.cases, by, at, clocks),
  whole_attended: ({ cases }) => !cases.some((one) => isOpen(one) && isWholeAbsence(one)),
  subject_free: ({ cases }, by, at, clocks) => freeSubjects(cases, by, at, clocks).length > 0,
  visit_missable: (booking, by, at, clocks) => missableVisits(booking, by, at, clocks).length > 0,
  case_open: ({ about }) => about !== undefined && isOpen(about),
  case_by_other: ({ about }, by) => isWaiting(about) && about?.openedBy !== by,
  case_unanswered: ({ about, checkedInAt }) =>
    isWaiting(about) && decisionIfUnanswered(about, checkedInAt) === null,
  absence_unanswered: ({ about, checkedInAt }) => decisionIfUnanswered(about, checkedInAt) === 'booking',
  visit_unanswered: ({ about, checkedInAt }) => decisionIfUnanswered(about, checkedInAt) === 'visit',
  case_appealable: ({ about }) => about?.status === 'resolved' && about.appealedAt === null,
}
