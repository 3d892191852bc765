import type { Booking } from '#contract/bookings/bookings.ts'
import type { RoughPlace } from '#contract/bookings/step.ts'
import { isStay, type Party } from '#contract/codes.ts'
import { heldOf, type Payable } from '#server/bookings/money/payout.ts'
import { promotionOf } from '#server/bookings/money/promo.ts'
import type { Refundable } from '#server/bookings/money/refund.ts'
import type { BookingTerms } from '#server/bookings/money/terms.ts'
import { moneyOf } from '#server/bookings/record/paid.ts'
import type { BookingParts } from '#server/bookings/record/parts-store.ts'
import { partyOf } from '#server/bookings/record/status.ts'
import type { BookingRow } from '#server/bookings/record/store.ts'
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
