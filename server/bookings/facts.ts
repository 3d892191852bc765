import type { Actor, BookingStatus, Party, Service } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { type CaseFacts, caseFactsOf, payoutAllowedAt } from '#server/bookings/case/case.ts'
import type { Visit } from '#server/bookings/case/missed.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import { heldOf, nextPayout } from '#server/bookings/money/payout.ts'
import { chargeFactsOf } from '#server/bookings/pay/charge.ts'
import { type Extra, extraFactsOf } from '#server/bookings/pay/extra.ts'
import { type BookingRecord, payableFrom, termsOfRow } from '#server/bookings/record/record.ts'
import type { Charge } from '#server/payments/late-charge.ts'

/** Everything that determines which events are possible next. */
export type BookingFacts = {
  status: BookingStatus
  service: Service
  /** Care by a friend, free of charge. */
  circle: boolean
  startsAt: Date
  endsAt: Date
  lastUnitStartsAt: Date
  expiresAt: Date | null
  /** When the sitter was first notified of it; null for a request that was never sent. */
  sentAt: Date | null
  /** The actual end: the check-out, or an early end. */
  endedAt: Date | null
  /** When the next part of the sitter's money is released; null if there is none to release at present. */
  payoutDueAt: Date | null
  /** Amount that was paid and neither refunded nor released. */
  held: number
  cancelledBy: Actor | null
  /** The change that is waiting for an answer or, once accepted, for its payment. */
  change: { by: Party; expiresAt: Date; isAccepted: boolean } | null
  /** The open payment on top of the price, made through a provider. */
  extra: Extra | null
  /** The future charge of a saved card; null once it is paid, and if it was paid at the confirmation. */
  charge: Charge | null
  timeZone: string
  /** When the request that waits for an answer was sent, and when the sitter was last reminded of it. */
  askedAt: Date
  remindedAt: Date | null
  /** The sitter lets this owner book without a request. */
  instant: boolean
  checkedInAt: Date | null
  /** In order of time. */
  visits: readonly Visit[]
  /** Indexes of the visits at which the sitter arrived, according to the report cards, counted from 0. */
  visited: readonly number[]
  /** In the order in which they were opened. */
  cases: readonly CaseFacts[]
  /** The case that an event is about. */
  about?: CaseFacts | undefined
}
export type Clocks = Pick<Settings, 'stay' | 'checkIn' | 'closeDays' | 'case' | 'noShow'>

type Happened = { event: string; at: Date }

/** `newEvent` is the event being recorded, which is not in the history yet. */
export const factsOf = (record: BookingRecord, newEvent?: Happened): BookingFacts => {
  const payable = payableFrom(record)
  const next = nextPayout(payable, termsOfRow(record).settings.payout)
  const factsWithoutPayout = factsWithoutPayoutOf(
    record,
    newEvent ? [...record.events, newEvent] : record.events,
  )
  const payoutDueAt =
    next && payoutAllowedAt(factsWithoutPayout.cases, next.dueAt, termsOfRow(record).settings)
  return { ...factsWithoutPayout, payoutDueAt, held: heldOf(payable) }
}

const factsWithoutPayoutOf = (record: BookingRecord, events: readonly Happened[]) => ({
  status: record.status,
  service: record.service,
  circle: record.circle,
  startsAt: record.starts_at,
  endsAt: record.ends_at,
  lastUnitStartsAt: record.units.at(-1)!.starts_at,
  expiresAt: record.expires_at,
  sentAt: record.sent_at,
  endedAt: record.ended_at,
  cancelledBy: record.cancelled_by,
  checkedInAt: record.checked_in_at,
  visits: record.units.map((unit) => ({ startsAt: unit.starts_at, endsAt: unit.ends_at })),
  visited: record.visited,
  cases: record.cases.map(caseFactsOf),
  change: record.change && {
    by: record.change.proposed_by,
    expiresAt: record.change.expires_at,
    isAccepted: record.change.status === 'awaiting_payment',
  },
  extra: record.extra && extraFactsOf(record.extra),
  charge: chargeFactsOf(record, events),
  timeZone: record.time_zone,
  askedAt: lastTime(events, 'give_card') ?? lastTime(events, 'request') ?? record.created_at,
  remindedAt: lastTime(events, 'remind'),
  instant: record.may_book_at_once,
})

const lastTime = (events: readonly Happened[], event: Event): Date | null =>
  events.findLast((entry) => entry.event === event)?.at ?? null
