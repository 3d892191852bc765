import type { Booking } from '#contract/bookings/bookings.ts'
import type { CoarsePosition } from '#contract/bookings/step.ts'
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

/** Data that an event stores in the history in addition to its actor and time. */
export type EventPayload = {
  reason?: string
  note?: string
  refund?: { total: number; sitterKeeps: number; rule: string }
  late?: boolean
  /** For a check-in: the sitter's approximate position and the nearest town. Shown only to the owner and the sitter. */
  location?: CoarsePosition & { town?: string }
  /** The start of the missed visit. */
  visitAt?: string
  /** For events of a case: its id. */
  caseId?: string
  amount?: number
  /** Amount returned to the platform in addition. */
  promotion?: number
  /** For an offer: the terms it replaced, and the discount. */
  before?: NonNullable<Booking['offer']>['before']
  discount?: number
  /** For a change: the card is charged later for it together with the rest, and no money moves now. */
  later?: true
  /** For a dispute with the owner's bank: its id. */
  dispute?: string
}

export const termsOfRow = (row: Pick<BookingRow, 'terms'>): BookingTerms =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- requests, questions, offers and changes write this column, always with these terms
  row.terms as BookingTerms
export const payloadOf = (event: { payload: unknown }): EventPayload =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this column is written only together with an event, from the payload of that event
  event.payload as EventPayload

/** Finds an event in the history: by its index if it can recur, otherwise the last one. */
export const happenedIn = ({ events }: Pick<BookingRecord, 'events'>, event: string, idx?: number) =>
  events.findLast((entry) => entry.event === event && (idx === undefined || entry.idx === idx))

/** The accounts of both sides, as named in the ledger. */
export const sidesOf = ({ owner_id, sitter_account_id }: BookingRow): Sides => ({
  ownerId: owner_id,
  sitterId: sitter_account_id,
})

/** The input for computing the payouts of this booking. */
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

/** Terms agreed before weekly series had a limit of their own use the limit of single visits. */
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
    ...refundedSoFar(record),
  }
}

function refundedSoFar(record: BookingRecord): Pick<Refundable, 'given'> {
  if (record.paid === 0) return {}
  return { given: { back: moneyOf(record).refunded, held: heldOf(payableFrom(record)) } }
}

/**
 * Returns which side this account is. A stranger gets the same answer as for a booking that does not exist, and so
 * does the sitter of a booking that is not sent yet.
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
