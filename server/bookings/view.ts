import { createHash } from 'node:crypto'
import type { Booking, Quote } from '#contract/bookings/bookings.ts'
import type { RefundNow } from '#contract/bookings/parts.ts'
import { bookingEvents, type Party } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { brokenOfferRule } from '#server/bookings/begin/offer.ts'
import { viewVisits } from '#server/bookings/care/visit-view.ts'
import { freeSubjects } from '#server/bookings/case/case.ts'
import { viewCase } from '#server/bookings/case/view.ts'
import { countAddOns, extrasOf, quoteFor, viewChange } from '#server/bookings/change/view.ts'
import { factsOf } from '#server/bookings/facts.ts'
import { viewEvent } from '#server/bookings/history-view.ts'
import { mayReview, reviewFactsOf, reviewsCloseAt } from '#server/bookings/life/review.ts'
import { actionsFor, mayMove } from '#server/bookings/life/rule.ts'
import { type Refund, refundSchedule } from '#server/bookings/money/refund.ts'
import { viewCharge } from '#server/bookings/pay/charge-view.ts'
import { dueOf, viewExtra } from '#server/bookings/pay/extra-view.ts'
import { ownerAmounts } from '#server/bookings/record/paid.ts'
import {
  type BookingRecord,
  termsOfRow,
  payloadOf,
  refundableFrom,
  partyIn,
} from '#server/bookings/record/record.ts'
import { isOpenRequest, showsContacts } from '#server/bookings/record/status.ts'
import { lateCancellationNotedAt } from '#server/bookings/refund/late-cancellation-note.ts'
import { refundOf } from '#server/bookings/refund/refund.ts'
import { transitions } from '#server/bookings/transitions.ts'
import type { PhotosOf } from '#server/files/commands.ts'
import { faceOf } from '#server/files/face.ts'

/** Hash of the refund that was shown, so that nobody confirms one refund and gets another. */
const previewHashOf = (id: string, { total, services, addOns, ownerFee, sitterKeeps }: Refund): string =>
  createHash('sha256')
    .update(JSON.stringify([id, total, services, addOns, ownerFee, sitterKeeps]))
    .digest('base64url')

/** Events by which this side cancels a booking, before it begins and while it runs. */
const callOffsBy = (party: Party) =>
  bookingEvents.filter(
    (event) => transitions[event].by.includes(party) && transitions[event].effects.includes('refund'),
  )

/** Returns the refund if this side cancels the booking at this instant; null if it cannot. */
export function previewRefund(record: BookingRecord, party: Party, at: Date): RefundNow | null {
  const facts = factsOf(record)
  const { settings } = termsOfRow(record)
  if (!callOffsBy(party).some((event) => mayMove(event, party, facts, at, settings))) return null
  const refund = refundOf(record, at, party)
  const { total, services, addOns, ownerFee, promotion, sitterKeeps, rule } = refund
  return {
    total,
    services,
    addOns,
    ownerFee,
    ...(promotion > 0 ? { promotion } : {}),
    sitterKeeps,
    rule,
    previewHash: previewHashOf(record.id, refund),
  }
}

function viewReviewing(
  record: BookingRecord,
  party: Party,
  at: Date,
): Pick<Booking, 'reviewable' | 'reviewBy'> {
  const reviewable = mayReview(record, party, at)
  const until = reviewable ? reviewsCloseAt(reviewFactsOf(record), party, termsOfRow(record).settings) : null
  return { reviewable, reviewBy: until?.toISOString() ?? null }
}

/** The two sides and the pets. Phone numbers and addresses are shown only while the booking needs them. */
function viewPeople(record: BookingRecord): Pick<Booking, 'sitter' | 'owner' | 'pets'> {
  const contacts = showsContacts(record.status)
  return {
    sitter: {
      id: record.sitter_id,
      accountId: record.sitter_account_id,
      name: record.sitter_name,
      face: faceOf(record.sitter_account_id, record.sitter_face),
      phoneNumber: contacts ? record.sitter_phone_number : null,
      location: contacts ? record.sitter_location : null,
    },
    owner: {
      id: record.owner_id,
      accountId: record.owner_id,
      name: record.owner_name,
      face: faceOf(record.owner_id, record.owner_face),
      phoneNumber: contacts ? record.owner_phone_number : null,
      location: contacts ? record.owner_location : null,
    },
    pets: record.pets.map(({ id, name, species, breed, coat, weight_grams }) => ({
      id,
      name,
      species,
      breed,
      coat,
      weightKg: weight_grams === null ? null : weight_grams / 1000,
    })),
  }
}

function viewPayment(record: BookingRecord, party: Party, at: Date): Booking['payment'] {
  const charge = viewCharge(record, termsOfRow(record), at, party)
  return {
    status: record.payment_status,
    mode: record.payment_mode,
    ...ownerAmounts(record),
    due: dueOf(record, party, charge !== null),
    extra: record.extra && viewExtra(record.extra),
    charge,
  }
}

const viewCaseTerms = ({ case: { noShowHours, decideWorkingDays, holdHours } }: Settings) => ({
  reportHours: noShowHours,
  decideWorkingDays,
  holdHours,
})

/** Returns the booking as this account may see it at this instant. */
export function viewBooking(record: BookingRecord, accountId: string, at: Date, photosOf: PhotosOf): Booking {
  const party = partyIn(record, accountId)
  const { settings } = termsOfRow(record)
  const facts = factsOf(record)
  const actions = actionsFor(party, facts, at, settings)
  return {
    id: record.id,
    number: record.number,
    status: record.status,
    version: record.version,
    service: record.service,
    circle: record.circle,
    role: party,
    ...viewPeople(record),
    startOn: record.start_on,
    startTime: record.start_time,
    endOn: record.end_on,
    endTime: record.end_time,
    visits: viewVisits(record, { party, facts, at, settings }),
    datesOpen: record.dates_open,
    startsAt: record.starts_at.toISOString(),
    endsAt: record.ends_at.toISOString(),
    timeZone: record.time_zone,
    placeId: record.sitter_place_id,
    quote: viewQuote(record, party, at),
    payment: viewPayment(record, party, at),
    refundNow: previewRefund(record, 'owner', at),
    refundIfSitterCancels: previewRefund(record, 'sitter', at),
    waivable: mayMove('waive', party, facts, at, settings) ? facts.held : null,
    offer: viewOffer(record),
    offerable: brokenOfferRule(record, party) === null,
    actions: actions.map((action) => ({
      ...action,
      deadlineAt: action.deadlineAt?.toISOString() ?? null,
    })),
    expiresAt: isOpenRequest(record.status) ? (record.expires_at?.toISOString() ?? null) : null,
    cancelledBy: record.cancelled_by,
    reason: record.reason,
    message: record.message,
    ...viewReviewing(record, party, at),
    lateCancellation: lateCancellationNotedAt(record) ? { reply: record.cancel_reply } : null,
    change: record.change && viewChange(record.change, record, party),
    cases: record.cases.map((one) => viewCase(one, photosOf)),
    caseTerms: viewCaseTerms(settings),
    caseSubjects: actions.some(({ event }) => event === 'open_case')
      ? freeSubjects(facts.cases, party, at, settings)
      : [],
    addOns: countAddOns(termsOfRow(record).addOns),
    extras: extrasOf(record.service, termsOfRow(record).rates),
    timeline: record.events.map((event) => viewEvent(event, record, 'party')),
    createdAt: record.created_at.toISOString(),
    updatedAt: record.updated_at.toISOString(),
  }
}

/** The agreed quote with the refund steps that are still ahead. The sitter's earnings are shown only to the sitter. */
function viewQuote(record: BookingRecord, party: Party, at: Date): Quote {
  const quote = quoteFor(record.quote, party)
  const ahead = showsContacts(record.status) || isOpenRequest(record.status)
  return {
    ...quote,
    refundSchedule: ahead ? refundSchedule(refundableFrom(record), at) : quote.refundSchedule,
  }
}

/** The offer that is waiting for the owner's answer, and the terms it replaces. */
function viewOffer(record: BookingRecord): Booking['offer'] {
  if (record.status !== 'offered') return null
  const made = record.events.findLast(({ event }) => event === 'offer')
  if (!made) return null
  const { before = null, discount = 0, note = null } = payloadOf(made)
  return { before, discount, note }
}
