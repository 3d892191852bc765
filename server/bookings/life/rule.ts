import {
  type Actor,
  type BookingEvent,
  bookingEvents,
  type BookingStatus,
  parties,
  type Party,
  type PaymentMode,
  type SystemEvent,
  systemEvents,
} from '#contract/codes.ts'
import { keysOf, recordOf } from '#contract/entries.ts'
import type { BookingFacts, Clocks } from '#server/bookings/facts.ts'
import { guardRules, moments } from '#server/bookings/guards.ts'
import type { Check, Effect, Event, Guard, Moment, Transition } from '#server/bookings/life/transition.ts'
import { transitions } from '#server/bookings/transitions.ts'

const momentOf = (moment: Moment | null, booking: BookingFacts, clocks: Clocks, by: Actor): Date | null =>
  moment === null ? null : moments[moment](booking, clocks, by)

/** The booking's facts with the case that the event is about. */
export const withCase = (booking: BookingFacts, caseId: string | undefined): BookingFacts =>
  caseId === undefined ? booking : { ...booking, about: booking.cases.find(({ id }) => id === caseId) }

/** Returns the status after an event; undefined if the event is impossible from the given status. */
export const statusAfter = (event: Event, from: BookingStatus | 'new'): BookingStatus | undefined =>
  transitions[event].to[from]

/** The rule that prevents an event, with its instant if it is a time limit. */
export type BrokenRule = {
  rule: Guard | Check | 'actor' | 'status' | 'circle' | 'too_early' | 'too_late'
  at?: Date
}

/**
 * Returns the first rule that an event breaks: actor, status, care circle, guards, time. The command of the event adds
 * its checks.
 */
export function brokenRule(
  event: Event,
  by: Actor,
  booking: BookingFacts,
  at: Date,
  clocks: Clocks,
): BrokenRule | null {
  const { guards, opens, deadline, ...transition } = transitions[event]
  if (!transition.by.includes(by)) return { rule: 'actor' }
  if (!statusAfter(event, booking.status)) return { rule: 'status' }
  if (booking.circle && !transition.inCircle) return { rule: 'circle' }
  const guard = guards.find((one) => !guardRules[one](booking, by, at, clocks))
  if (guard) return { rule: guard }
  const from = momentOf(opens, booking, clocks, by)
  if (from !== null && at < from) return { rule: 'too_early', at: from }
  const until = momentOf(deadline, booking, clocks, by)
  return until !== null && at >= until ? { rule: 'too_late', at: until } : null
}

export const mayMove = (...args: Parameters<typeof brokenRule>): boolean => brokenRule(...args) === null

/** Returns the sides that a row notifies when this actor caused the event. */
export const partiesToNotify = (
  { tells, tellsOther }: Pick<Transition, 'tells' | 'tellsOther'>,
  by: Actor,
): Party[] => parties.filter((to) => tells[to] !== null && !(tellsOther && to === by))

/** Effects that follow from a payment, so they wait until it is made. */
const afterPayment: readonly Effect[] = ['capture_payment', 'count_promo', 'end_siblings']
/**
 * Effects that require a payment; with a provider they are replaced by a request for it, and `pay_change` and
 * `pay_tip` do the work.
 */
const paymentRequests: Partial<Record<Effect, Effect>> = {
  apply_change: 'ask_change_payment',
  tip: 'ask_tip',
}

/**
 * Returns the row of an event for a booking. With a provider, an event that needs money only requests it, and `pay`,
 * `pay_charge`, `pay_change` and `pay_tip` do the rest. `amount` is the cost of a request, a change or a tip; an
 * event that costs nothing more takes effect at once.
 */
export function rowFor(event: Event, mode: PaymentMode, amount = 1): Transition {
  const row = transitions[event]
  if (mode === 'manual' || row.isPayment) return row
  if (row.needsCard && amount > 0) return cardFirst(row)
  if (row.effects.some((effect) => paymentRequests[effect]) && amount > 0)
    return { ...row, effects: row.effects.map((effect) => paymentRequests[effect] ?? effect), ...row.unpaid }
  if (!row.effects.includes('capture_payment')) return row
  const { words, tells } = row.unpaid ?? { words: row.words, tells: { owner: null, sitter: null } }
  return {
    ...row,
    to: recordOf(keysOf(row.to), () => 'awaiting_payment'),
    effects: [...row.effects.filter((effect) => !afterPayment.includes(effect)), 'ask_payment'],
    words,
    tells,
  }
}

/** A request is only prepared until its owner has given a card; `give_card` sends it. */
const cardFirst = (row: Transition): Transition => ({
  ...row,
  to: { new: 'awaiting_card', inquiry: 'awaiting_card' },
  effects: row.effects.filter((effect) => effect !== 'note_sent'),
  ...row.unpaid,
})

/** Returns the facts to check an event against: the booking itself, or one variant for each of its cases. */
const subjectsOf = (event: Event, booking: BookingFacts): BookingFacts[] =>
  transitions[event].about === 'case' ? booking.cases.map((about) => ({ ...booking, about })) : [booking]

type About = { caseId?: string }
const aboutOf = ({ about }: BookingFacts): About => (about ? { caseId: about.id } : {})

export type Action = { event: BookingEvent; deadlineAt: Date | null } & About

/** Returns what this side may do at this instant, and until when. */
export const actionsFor = (party: Party, booking: BookingFacts, at: Date, clocks: Clocks): Action[] =>
  bookingEvents.flatMap((event) =>
    subjectsOf(event, booking)
      .filter((subject) => mayMove(event, party, subject, at, clocks))
      .map((subject) => ({
        event,
        deadlineAt: momentOf(transitions[event].deadline, subject, clocks, party),
        ...aboutOf(subject),
      })),
  )

export type DueEvent = { event: SystemEvent; dueAt: Date } & About

/** Every system event that is possible for this booking in its present state, the soonest first. */
const systemEventsAhead = (booking: BookingFacts, clocks: Clocks): DueEvent[] =>
  systemEvents
    .flatMap((event) => subjectsOf(event, booking).map((subject) => ({ event, subject })))
    .flatMap(({ event, subject }): DueEvent[] => {
      const dueAt = momentOf(transitions[event].opens, subject, clocks, 'system')
      return dueAt && mayMove(event, 'system', subject, dueAt, clocks)
        ? [{ event, dueAt, ...aboutOf(subject) }]
        : []
    })
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())

/** Returns the next system event and when it is due; null if the booking waits for people or has ended. */
export const nextSystemEvent = (booking: BookingFacts, clocks: Clocks): DueEvent | null =>
  systemEventsAhead(booking, clocks)[0] ?? null

/**
 * Returns the system event that is due now. Events that have become impossible, for example after a long outage, are
 * skipped.
 */
export const dueEvent = (booking: BookingFacts, at: Date, clocks: Clocks): DueEvent | null =>
  systemEventsAhead(booking, clocks).find(
    ({ event, dueAt, caseId }) =>
      dueAt <= at && mayMove(event, 'system', withCase(booking, caseId), at, clocks),
  ) ?? null
