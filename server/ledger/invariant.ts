import { bookingStatuses, parties, paymentModes } from '#contract/codes.ts'
import { entriesOf, keysOf } from '#contract/entries.ts'
import type { InvariantName } from '#contract/ledger.ts'
import { rowFor } from '#server/bookings/life/rule.ts'
import type { Event, Transition } from '#server/bookings/life/transition.ts'
import { transitions } from '#server/bookings/transitions.ts'

/** The invariants, in words for the operator (promises rule 10). */
export const invariantDescriptions: Record<InvariantName, string> = {
  ledger_balances: 'Every transfer of the ledger has at least two entries that sum to zero',
  no_liability_below_zero: 'Nobody’s balance, no booking’s escrow and no tax is below zero',
  finished_bookings_settled: 'The escrow of every finished booking is empty, unless an open case holds it',
  booking_money_in_ledger: 'What bookings say was paid, given back and released is what the ledger says',
  disputes_accounted:
    'What banks took back and nobody bears yet is what the disputes say, and nothing of it is left once it is decided',
  promo_limits_kept:
    'No promo code has given more than its budget or been used more often by one owner than it may, and every booking with a code is counted',
  fee_invoices_in_ledger:
    'Every fee invoice is the sum of its lines, and what the ledger says that sitters owe is the sum of their open ones',
  no_day_above_capacity:
    'No day of a sitter or their home is above its capacity, and every booked place is counted',
  histories_legal: 'Every history of a booking is a way that the table of transitions allows',
  clock_on_time: 'Nothing that the clock should have done to a booking waits for more than three minutes',
  jobs_on_time: 'No job and no mail waits for more than a minute',
}

/** A step that a history may contain; `from` is null for the first one. */
export type LegalStep = { event: string; by: string; from: string | null; to: string }

const isNew = (from: string): boolean => from === 'new'

const moves = paymentModes.flatMap((mode) =>
  keysOf(transitions).flatMap((event) => stepsOf(event, rowFor(event, mode))),
)

function stepsOf(event: Event, { by, to, asConsequence }: Transition): LegalStep[] {
  const actors = asConsequence ? [...by, 'system'] : by
  const ways = entriesOf(to)
  return actors.flatMap((actor) =>
    ways.map(([from, into]) => ({ event, by: actor, from: isNew(from) ? null : from, to: into })),
  )
}

const reviews = parties.flatMap((by) =>
  bookingStatuses.map((status): LegalStep => ({ event: 'review', by, from: status, to: status })),
)

/** All legal steps: the table of transitions, plus reviews, which change no status. */
export const legalSteps: readonly LegalStep[] = [...moves, ...reviews]

/** Hours; older movements are checked once a night. */
export const watchedHours = 48

/** The invariants about overdue work, checked whenever the metrics are read. */
export const overdueWorkInvariants: readonly InvariantName[] = ['clock_on_time', 'jobs_on_time']

export const clockToleranceSeconds = 180
export const jobToleranceSeconds = 60
