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
import type { BookingFacts, Clocks } from '#server/bookings/facts.ts'
import { holds, moments } from '#server/bookings/guards.ts'
import { isBetweenFriends } from '#server/bookings/life/circle.ts'
import type { Effect, Event, Guard, Moment, Transition } from '#server/bookings/life/transition.ts'
import { transitions } from '#server/bookings/transitions.ts'

const momentOf = (moment: Moment | null, booking: BookingFacts, clocks: Clocks, by: Actor): Date | null =>
  moment === null ? null : moments[moment](booking, clocks, by)

/** The booking as an event about one of its cases sees it. */
export const withCase = (booking: BookingFacts, caseId: string | undefined): BookingFacts =>
  caseId === undefined ? booking : { ...booking, about: booking.cases.find(({ id }) => id === caseId) }

/** Where an event leads, undefined when it is impossible from there. */
export const statusAfter = (event: Event, from: BookingStatus | 'new'): BookingStatus | undefined =>
  transitions[event].to[from]

/** The rule that keeps an event from happening, and its instant where it is one of time. */
export type Broken = { rule: Guard | 'actor' | 'status' | 'circle' | 'too_early' | 'too_late'; at?: Date }

/** The first rule that an event breaks: actor, status, kind of service, time; the guards of the command come on top. */
export function brokenRule(
  event: Event,
  by: Actor,
  booking: BookingFacts,
  at: Date,
  clocks: Clocks,
): Broken | null {
  const { guards, opens, deadline, ...transition } = transitions[event]
  if (!transition.by.includes(by)) return { rule: 'actor' }
  if (!statusAfter(event, booking.status)) return { rule: 'status' }
  if (booking.circle && !isBetweenFriends(event)) return { rule: 'circle' }
  const guard = guards.find((one) => !(holds[one]?.(booking, by, at, clocks) ?? true))
  if (guard) return { rule: guard }
  const from = momentOf(opens, booking, clocks, by)
  if (from !== null && at < from) return { rule: 'too_early', at: from }
  const until = momentOf(deadline, booking, clocks, by)
  return until !== null && at >= until ? { rule: 'too_late', at: until } : null
}

export const mayMove = (...asked: Parameters<typeof brokenRule>): boolean => brokenRule(...asked) === null

/** Which sides a row sends its sentence to when this actor did it. */
export const toldOf = ({ tells, tellsOther }: Pick<Transition, 'tells' | 'tellsOther'>, by: Actor): Party[] =>
  parties.filter((to) => tells[to] !== null && !(tellsOther && to === by))

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

/** An event is about the booking, or about one of its cases; then it is looked at for each of them. */
const subjectsOf = (event: Event, booking: BookingFacts): BookingFacts[] =>
  transitions[event].about === 'case' ? booking.cases.map((about) => ({ ...booking, about })) : [booking]

type About = { caseId?: string }
const aboutOf = ({ about }: BookingFacts): About => (about ? { caseId: about.id } : {})

export type Action = { event: BookingEvent; deadlineAt: Date | null } & About

/** What this side may do at this instant, and until when. */
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

/** Everything the clock may do to this booking as it stands, the soonest first. */
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

/** What the clock does to this booking next, and when; null when it waits for people or is at its end. */
export const nextSystemEvent = (booking: BookingFacts, clocks: Clocks): DueEvent | null =>
  systemEventsAhead(booking, clocks)[0] ?? null

/** The event the clock has to send now; what has become pointless after a long stop is passed over. */
export const dueEvent = (booking: BookingFacts, at: Date, clocks: Clocks): DueEvent | null =>
  systemEventsAhead(booking, clocks).find(
    ({ event, dueAt, caseId }) =>
      dueAt <= at && mayMove(event, 'system', withCase(booking, caseId), at, clocks),
  ) ?? null
