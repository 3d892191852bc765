import {
  type Actor,
  bookingEvents,
  type BookingEvent,
  type BookingStatus,
  isStay,
  type Party,
  type PaymentMode,
  runningStatuses,
  type Service,
  type SystemEvent,
  systemEvents,
  waitingStatuses,
} from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { type Extra, payReminder } from '#server/bookings/extra.ts'
import { nextReminder } from '#server/bookings/reminder.ts'
import {
  type Effect,
  type Event,
  type Guard,
  type Moment,
  type Transition,
  transitions,
} from '#server/bookings/transitions.ts'
import {
  appealEnd,
  type CaseFacts,
  isAbsence,
  isOpen,
  isWaiting,
  openCase,
  settledBy,
  waitingMinutes,
} from '#server/bookings/case.ts'
import { missableVisits, type Visit } from '#server/bookings/missed.ts'
import { addHours, addMinutes, earliest, latest } from '#server/calendar/day.ts'
import { type Charge, chargeReminder, unansweredAt } from '#server/payments/late-charge.ts'

/** All that decides what may happen to a booking next. */
export type BookingFacts = {
  status: BookingStatus
  service: Service
  startsAt: Date
  endsAt: Date
  lastUnitStartsAt: Date
  expiresAt: Date | null
  /** Since when the sitter knows of it; null of a request that was never sent. */
  sentAt: Date | null
  /** When it was really over: at the check-out, or when it was ended early. */
  endedAt: Date | null
  /** When the next part of the sitter's money is released; null while and once there is none to release. */
  payoutDueAt: Date | null
  /** What was paid and neither given back nor released. */
  held: number
  cancelledBy: Actor | null
  /** The change that waits for an answer, or is accepted and waits for its payment. */
  change: { by: Party; expiresAt: Date; isAccepted: boolean } | null
  /** What is to be paid on top through a provider. */
  extra: Extra | null
  /** The charge of a card that is kept; null once it is paid, and where it was paid at the confirmation. */
  charge: Charge | null
  timeZone: string
  /** When the request was sent that waits for an answer, and when the sitter was last reminded of it. */
  askedAt: Date
  remindedAt: Date | null
  /** The sitter lets this owner book without a request. */
  instant: boolean
  checkedInAt: Date | null
  /** In order of time. */
  visits: readonly Visit[]
  /** In the order in which they were opened. */
  cases: readonly CaseFacts[]
}
type Clocks = Pick<Settings, 'stay' | 'checkIn' | 'closeDays' | 'case' | 'noShow'>

/** After the end; rules section 10, row 30. */
const tipDays = 30

type MomentRule = (booking: BookingFacts, clocks: Clocks, by: Actor) => Date | null

const moments: Record<Moment, MomentRule> = {
  check_in_opens: ({ startsAt }, { checkIn }) => addHours(startsAt, -checkIn.beforeHours),
  auto_start: ({ startsAt }, { stay }) => addHours(startsAt, stay.autoStartHours),
  last_unit_starts: ({ lastUnitStartsAt }) => lastUnitStartsAt,
  end: ({ endsAt }) => endsAt,
  auto_complete: ({ endsAt }, { stay }) => addHours(endsAt, stay.autoCompleteHours),
  payout: ({ payoutDueAt }) => payoutDueAt,
  close: ({ endsAt, cases }, clocks) =>
    latest(addHours(endsAt, clocks.closeDays * 24), appealEnd(cases, clocks) ?? endsAt),
  tip_until: ({ endsAt, endedAt }) => addHours(endedAt ?? endsAt, tipDays * 24),
  reminder: nextReminder,
  expiry: ({ expiresAt }) => expiresAt,
  /** Nobody accepts what has already begun, even if the request has not expired. */
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
  case_answer_until: ({ cases }) => openCase(cases)?.answerBy ?? null,
  appeal_until: ({ cases }, clocks) => appealEnd(cases, clocks),
}

const momentOf = (moment: Moment | null, booking: BookingFacts, clocks: Clocks, by: Actor): Date | null =>
  moment === null ? null : moments[moment](booking, clocks, by)

type GuardRule = (booking: BookingFacts, by: Actor, at: Date, clocks: Clocks) => boolean

/** What the sitter knew before it became a request was a question, and is one again until its days begin. */
const hasQuestionLeft = ({ sentAt, expiresAt, startsAt }: BookingFacts): boolean =>
  sentAt !== null && (expiresAt === null || expiresAt < startsAt)

const holds: Partial<Record<Guard, GuardRule>> = {
  is_stay: ({ service }) => isStay(service),
  question_left: (booking) => hasQuestionLeft(booking),
  no_question_left: (booking) => !hasQuestionLeft(booking),
  payout_due: ({ payoutDueAt }) => payoutDueAt !== null,
  cancelled_by_owner: ({ cancelledBy }) => cancelledBy === 'owner',
  nothing_held: ({ held }) => held === 0,
  no_change_pending: ({ change }) => change === null,
  change_by_other: ({ change }, by) => change !== null && !change.isAccepted && change.by !== by,
  /** Whoever has to pay for what is agreed may leave it. */
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
  no_case_open: ({ cases }) => !openCase(cases),
  no_absence_open: ({ cases }) => !cases.some((one) => isOpen(one) && isAbsence(one)),
  no_own_case: ({ cases }, by) =>
    !cases.some(({ openedBy, kind }) => openedBy === by && kind !== 'missed_visit'),
  visit_missable: (booking, by, at, clocks) => missableVisits(booking, by, at, clocks).length > 0,
  case_open: ({ cases }) => openCase(cases) !== undefined,
  case_by_other: ({ cases }, by) => isWaiting(openCase(cases)) && openCase(cases)?.openedBy !== by,
  case_unanswered: ({ cases, checkedInAt }) =>
    isWaiting(openCase(cases)) && settledBy(openCase(cases), checkedInAt) === null,
  absence_unanswered: ({ cases, checkedInAt }) => settledBy(openCase(cases), checkedInAt) === 'booking',
  visit_unanswered: ({ cases, checkedInAt }) => settledBy(openCase(cases), checkedInAt) === 'visit',
  case_appealable: ({ cases }) => !openCase(cases) && cases.at(-1)?.appealedAt === null,
}

/** Where an event leads, undefined when it is impossible from there. */
export const statusAfter = (event: Event, from: BookingStatus | 'new'): BookingStatus | undefined =>
  transitions[event].to[from]

/** Status, actor, time and kind of service; the guards of the command come on top. */
export function mayMove(event: Event, by: Actor, booking: BookingFacts, at: Date, clocks: Clocks): boolean {
  const { guards, opens, deadline, ...transition } = transitions[event]
  if (!transition.by.includes(by) || !statusAfter(event, booking.status)) return false
  if (guards.some((guard) => !(holds[guard]?.(booking, by, at, clocks) ?? true))) return false
  const from = momentOf(opens, booking, clocks, by)
  const until = momentOf(deadline, booking, clocks, by)
  return (from === null || from <= at) && (until === null || at < until)
}

/** What follows from a payment, and so waits for it. */
const afterPayment: readonly Effect[] = ['capture_payment', 'count_promo', 'end_siblings']
/** What asks for more where a provider has to move it, and is done by `pay_change` and `pay_tip`. */
const askedFirst: Partial<Record<Effect, Effect>> = { apply_change: 'ask_change_payment', tip: 'ask_tip' }

/**
 * The row of an event for a booking: with a provider, what needs money only asks for it, and `pay`, `pay_charge`,
 * `pay_change` and `pay_tip` do the rest. `amount` is what a change or a tip costs: what costs nothing more is done at once.
 */
export function rowFor(event: Event, mode: PaymentMode, amount = 1): Transition {
  const row = transitions[event]
  if (mode === 'manual' || event === 'pay' || event === 'pay_charge') return row
  if (event === 'request' && amount > 0) return cardFirst(row)
  if (row.effects.some((effect) => askedFirst[effect]) && amount > 0)
    return { ...row, effects: row.effects.map((effect) => askedFirst[effect] ?? effect), ...row.unpaid }
  if (!row.effects.includes('capture_payment')) return row
  const { words, tells } = row.unpaid ?? { words: row.words, tells: { owner: null, sitter: null } }
  const from = Object.keys(row.to) as (keyof Transition['to'])[]
  return {
    ...row,
    to: Object.fromEntries(from.map((status) => [status, 'awaiting_payment' as const])),
    effects: [...row.effects.filter((effect) => !afterPayment.includes(effect)), 'ask_payment'],
    words,
    tells,
  }
}

/** A request is prepared until its owner has given a card; `give_card` sends it. */
const cardFirst = (row: Transition): Transition => ({
  ...row,
  to: { new: 'awaiting_card', inquiry: 'awaiting_card' },
  effects: row.effects.filter((effect) => effect !== 'note_sent'),
  ...row.unpaid,
})

export type Action = { event: BookingEvent; deadlineAt: Date | null }

/** What this side may do at this instant, and until when. */
export const actionsFor = (party: Party, booking: BookingFacts, at: Date, clocks: Clocks): Action[] =>
  bookingEvents
    .filter((event) => mayMove(event, party, booking, at, clocks))
    .map((event) => ({ event, deadlineAt: momentOf(transitions[event].deadline, booking, clocks, party) }))

export type DueEvent = { event: SystemEvent; dueAt: Date }

/** Everything the clock may do to this booking as it stands, the soonest first. */
const systemEventsAhead = (booking: BookingFacts, clocks: Clocks): DueEvent[] =>
  systemEvents
    .flatMap((event): DueEvent[] => {
      const dueAt = momentOf(transitions[event].opens, booking, clocks, 'system')
      return dueAt && mayMove(event, 'system', booking, dueAt, clocks) ? [{ event, dueAt }] : []
    })
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())

/** What the clock does to this booking next, and when; null when it waits for people or is at its end. */
export const nextSystemEvent = (booking: BookingFacts, clocks: Clocks): DueEvent | null =>
  systemEventsAhead(booking, clocks)[0] ?? null

/** The event the clock has to send now; what has become pointless after a long stop is passed over. */
export const dueEvent = (booking: BookingFacts, at: Date, clocks: Clocks): SystemEvent | null =>
  systemEventsAhead(booking, clocks).find(
    ({ event, dueAt }) => dueAt <= at && mayMove(event, 'system', booking, at, clocks),
  )?.event ?? null

/** How long a request waits for its card, and nobody else for it. */
const cardHours = 1

/** How long what waits for an answer may wait (rules section 9); null where nothing waits. */
export function expiryOf(
  status: BookingStatus,
  sentAt: Date,
  startsAt: Date,
  settings: Pick<Settings, 'request' | 'offer' | 'inquiry'>,
): Date | null {
  const { offer, inquiry } = settings
  if (status === 'awaiting_card') return earliest(addHours(sentAt, cardHours), startsAt)
  if (status === 'requested') return requestExpiry(sentAt, startsAt, settings)
  if (status === 'offered')
    return earliest(addHours(sentAt, offer.ttlHours), addHours(startsAt, -offer.leadHours))
  return status === 'inquiry' ? earliest(addHours(sentAt, inquiry.ttlDays * 24), startsAt) : null
}

/** A day to answer, but not until the start, and never less than two hours (rules section 9). */
export function requestExpiry(sentAt: Date, startsAt: Date, { request }: Pick<Settings, 'request'>): Date {
  const usual = earliest(addHours(sentAt, request.ttlHours), addHours(startsAt, -request.leadHours))
  return latest(usual, addHours(sentAt, request.minTtlHours))
}

/** Both ids are those of accounts; a stranger is neither side. */
export function partyOf(
  booking: { ownerAccountId: string; sitterAccountId: string },
  accountId: string,
): Party | undefined {
  if (accountId === booking.ownerAccountId) return 'owner'
  if (accountId === booking.sitterAccountId) return 'sitter'
  return undefined
}

const running: readonly BookingStatus[] = runningStatuses
const consuming: readonly BookingStatus[] = ['awaiting_payment', ...running]
const waiting: readonly BookingStatus[] = waitingStatuses
const done: readonly BookingStatus[] = ['completed', 'closed']

/** Only these take places in the sitter's calendar. */
export const consumesCapacity = (status: BookingStatus): boolean => consuming.includes(status)
/** Addresses and telephone numbers are shown between confirmation and end only. */
export const showsContacts = (status: BookingStatus): boolean => running.includes(status)
/** Waits for an answer: what an owner may have only so many of for the same dates. */
export const isOpenRequest = (status: BookingStatus): boolean => waiting.includes(status)

/** A cancellation by the sitter so close to the start that the profile records it; neutral, for 12 months. */
export const isLateCancellation = (startsAt: Date, at: Date, { record }: Pick<Settings, 'record'>): boolean =>
  at >= addHours(startsAt, -record.sitterCancelDays * 24)

export type ReviewFacts = Pick<BookingFacts, 'status' | 'startsAt' | 'endsAt' | 'endedAt' | 'cancelledBy'> & {
  cancelledAt: Date | null
}

/** After the end, or when the other side cancelled in the last 24 hours before the start or later. */
export function isReviewable(
  booking: ReviewFacts,
  party: Party,
  at: Date,
  { review }: Pick<Settings, 'review'>,
): boolean {
  const from = reviewableFrom(booking, party)
  return from !== null && at >= from && at < addHours(from, review.windowDays * 24)
}

/** When the window of this side is over and what was written is published; null when there is none. */
export function reviewsCloseAt(
  booking: ReviewFacts,
  party: Party,
  { review }: Pick<Settings, 'review'>,
): Date | null {
  const from = reviewableFrom(booking, party)
  return from && addHours(from, review.windowDays * 24)
}

function reviewableFrom(booking: ReviewFacts, party: Party): Date | null {
  const { status, startsAt, endsAt, endedAt, cancelledAt, cancelledBy } = booking
  if (done.includes(status)) return endedAt ?? endsAt
  const byOther = cancelledBy === (party === 'owner' ? 'sitter' : 'owner')
  if (status !== 'cancelled' || !cancelledAt || !byOther) return null
  return cancelledAt >= addHours(startsAt, -24) ? cancelledAt : null
}
