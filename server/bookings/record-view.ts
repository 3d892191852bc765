import type { RoughPlace } from '#contract/booking-step.ts'
import type { Booking } from '#contract/bookings.ts'
import { isStay, type Party } from '#contract/codes.ts'
import { isOpenRequest, isReviewable, partyOf, type ReviewFacts } from '#server/bookings/booking.ts'
import type { BookingFacts } from '#server/bookings/facts.ts'
import { chargeFactsOf, isCharging } from '#server/bookings/charge-view.ts'
import { heldOf, nextPayout, type Payable } from '#server/bookings/payout.ts'
import { moneyOf } from '#server/bookings/paid-view.ts'
import { promotionOf } from '#server/bookings/promo.ts'
import {
  type Refund,
  type Refundable,
  refundAt,
  refundOfNothing,
  type RefundParty,
} from '#server/bookings/refund.ts'
import { caseFactsOf } from '#server/bookings/case-view.ts'
import { payoutFreeAt } from '#server/bookings/case.ts'
import { extraFactsOf } from '#server/bookings/extra-view.ts'
import type { BookingParts } from '#server/bookings/parts-store.ts'
import type { BookingRow } from '#server/bookings/store.ts'
import type { BookingTerms } from '#server/bookings/terms.ts'
import type { Event, Guard } from '#server/bookings/transition.ts'
import { Problem } from '#server/kernel/problem.ts'
import type { Sides } from '#server/ledger/postings.ts'

/** A booking with everything that belongs to it. */
export type BookingRecord = BookingRow & BookingParts

/** What an event leaves in the history beside who and when. */
export type EventPayload = {
  reason?: string
  note?: string
  refund?: { total: number; sitterKeeps: number; rule: string }
  late?: boolean
  /** Of a check-in: roughly where the sitter was, and the nearest town; for the two sides of the booking alone. */
  location?: RoughPlace & { town?: string }
  /** The visit that was missed, by its beginning. */
  visitAt?: string
  /** Of what is said or decided in a disagreement: in which. */
  caseId?: string
  amount?: number
  /** What went back to the platform beside it. */
  promotion?: number
  /** Of an offer: what it took the place of, and what it takes off. */
  before?: NonNullable<Booking['offer']>['before']
  discount?: number
  /** Of a change: the card is charged for it with the rest, and nothing moves now. */
  later?: true
  /** Of a dispute with the owner's bank: which. */
  dispute?: string
}

// Only requests, questions and offers write this column, always with these terms.
export const termsOfRow = (row: Pick<BookingRow, 'terms'>): BookingTerms => row.terms as BookingTerms
export const payloadOf = (event: { payload: unknown }): EventPayload => event.payload as EventPayload

/** The event in the history, by its place where it can happen again; otherwise the last one. */
export const happenedIn = ({ events }: Pick<BookingRecord, 'events'>, event: string, idx?: number) =>
  events.findLast((entry) => entry.event === event && (idx === undefined || entry.idx === idx))

type Happened = { event: string; at: Date }

/** `happening` is the event that is being written and not yet in the history. */
export const factsOf = (record: BookingRecord, happening?: Happened): BookingFacts => {
  const payable = payableFrom(record)
  const next = nextPayout(payable, termsOfRow(record).settings.payout)
  const course = courseOf(record, happening ? [...record.events, happening] : record.events)
  const payoutDueAt = next && payoutFreeAt(course.cases, next.dueAt, termsOfRow(record).settings)
  return { ...course, payoutDueAt, held: heldOf(payable) }
}

const courseOf = (record: BookingRecord, events: readonly Happened[]) => ({
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

/** The accounts of both people, as the ledger names them. */
export const sidesOf = ({ owner_id, sitter_account_id }: BookingRow): Sides => ({
  ownerId: owner_id,
  sitterId: sitter_account_id,
})

/** What the payouts of this booking are worked out from. */
export function payableFrom(record: BookingRecord): Payable {
  const terms = termsOfRow(record)
  const { subtotal, ownerFee } = record.quote
  return {
    status: record.status,
    isStay: isStay(record.service),
    startsAt: record.starts_at,
    endsAt: record.ends_at,
    endedAt: record.ended_at,
    cancelledAt: record.cancelled_at,
    units: record.units.map((unit, index) => ({ endsAt: unit.ends_at, net: terms.nets[index]! })),
    subtotal,
    ownerFee,
    sitterFeeBasisPoints: terms.sitterFeeBasisPoints,
    taxBasisPoints: terms.settings.fees.taxBasisPoints,
    ...moneyOf(record),
    released: record.released,
    releasedBefore: terms.releasedBefore,
  }
}

/** Terms that were agreed before weekly series had hours of their own keep those of every visit. */
function policyOf({ settings: { policy } }: BookingTerms): Refundable['terms'] {
  const agreed: Omit<Refundable['terms'], 'seriesHours'> & { seriesHours?: number } = policy
  return { ...agreed, seriesHours: agreed.seriesHours ?? agreed.unitHours }
}

export function refundableFrom(record: BookingRecord): Refundable {
  const terms = termsOfRow(record)
  const { subtotal, ownerFee, promo } = record.quote
  return {
    service: record.service,
    policy: terms.policy,
    timeZone: record.time_zone,
    startsAt: record.starts_at,
    endsAt: record.ends_at,
    confirmedAt: record.confirmed_at,
    checkedInAt: record.checked_in_at,
    units: record.units.map((unit, index) => ({
      on: unit.on_date,
      startsAt: unit.starts_at,
      endsAt: unit.ends_at,
      net: terms.nets[index]!,
    })),
    addOns: terms.addOns,
    latePickup: terms.latePickup,
    subtotal,
    ownerFee,
    promotion: promotionOf(promo),
    sitterFeeBasisPoints: terms.sitterFeeBasisPoints,
    terms: policyOf(terms),
    ...givenOf(record),
  }
}

function givenOf(record: BookingRecord): Pick<Refundable, 'given'> {
  if (record.paid === 0) return {}
  return { given: { back: moneyOf(record).refunded, held: heldOf(payableFrom(record)) } }
}

/**
 * Which side this account is; a stranger gets the same answer as for a booking that does not exist, and so does the
 * sitter before it is sent.
 */
export function partyIn(
  booking: Pick<BookingRow, 'owner_id' | 'sitter_account_id' | 'sent_at'> | undefined,
  accountId: string,
): Party {
  const party =
    booking &&
    partyOf({ ownerAccountId: booking.owner_id, sitterAccountId: booking.sitter_account_id }, accountId)
  if (!party || (party === 'sitter' && !booking?.sent_at)) throw new Problem('booking-not-found')
  return party
}

export const reviewFactsOf = (record: BookingRecord): ReviewFacts => ({
  ...factsOf(record),
  cancelledAt: record.cancelled_at,
})

export const reviewedBy = (record: BookingRecord, party: Party): boolean =>
  record.events.some(({ event, by }) => event === 'review' && by === party)

export const mayReview = (record: BookingRecord, party: Party, at: Date): boolean =>
  !record.circle &&
  !reviewedBy(record, party) &&
  isReviewable(reviewFactsOf(record), party, at, termsOfRow(record).settings)

const lateEvents: readonly string[] = ['cancel_by_sitter', 'resolve_no_show', 'resolve_missed']

/** Since when the profile says that the sitter called it off close to the start, or missed a visit; null when it does not. */
export function lateNoteAt({ events, cancelled_at: cancelledAt }: BookingRecord): Date | null {
  const late = events.findLast(
    ({ event, payload }) => lateEvents.includes(event) && payloadOf({ payload }).late === true,
  )
  if (!late) return null
  const { visitAt } = payloadOf(late)
  return visitAt ? new Date(visitAt) : cancelledAt
}

/** By the rules, unless nothing has been charged yet. */
export const refundOf = (record: BookingRecord, at: Date, by: RefundParty): Refund =>
  record.charge_at
    ? refundOfNothing(refundableFrom(record), isCharging(record))
    : refundAt(refundableFrom(record), at, by)

/** What keeps this side from offering the owner another time out of a booking; the calendar comes on top. */
export function brokenAgain(
  {
    status,
    circle,
    owner_erased_at: ownerErasedAt,
  }: Pick<BookingRow, 'status' | 'circle' | 'owner_erased_at'>,
  party: Party,
): Extract<Guard, 'nothing_open' | 'owner_here'> | 'actor' | null {
  if (party !== 'sitter' || circle) return 'actor'
  if (isOpenRequest(status)) return 'nothing_open'
  return ownerErasedAt === null ? null : 'owner_here'
}
