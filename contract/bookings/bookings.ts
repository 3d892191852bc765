import { z } from 'zod'
import {
  actors,
  addOnCodes,
  bookingEvents,
  bookingScopes,
  bookingStatuses,
  openCaseKinds,
  operatorEvents,
  parties,
  paymentModes,
  paymentStatuses,
  policies,
  priceLineCodes,
  promoPayers,
  services,
  systemEvents,
} from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Face } from '#contract/files/files.ts'
import { ExtraPayment, LateCharge } from '#contract/payments/payments.ts'
import { Amount, ClockTime, Currency, Day, Id, Instant } from '#contract/values.ts'
import { BookingCase } from './cases.ts'
import { BookingBeginning, draftShape, refineDraft } from './draft.ts'
import { AgreedVisit, BookingPet, BookingVisit, daysShape, RefundNow } from './parts.ts'
import { BookingStep } from './step.ts'

/**
 * Stays give `startOn` and `endOn`; visits, walks and day care give `visits`. Pets are saved (`petIds`) or described
 * (`pets`).
 */
export const BookingDraft = z.strictObject(draftShape).superRefine(refineDraft)

/** One row of a price: `units × unitAmount = amount`, rounded once. */
export const PriceLine = z.object({
  code: z.enum(priceLineCodes),
  label: z.string(),
  units: z.number(),
  unitAmount: Amount,
  amount: Amount,
  petId: z.string().optional(),
  dates: z.array(Day).optional(),
})

/** The refund for a cancellation no later than `until`; the last row has `until: null`. */
export const RefundStep = z.object({ until: Instant.nullable(), refund: Amount })

/** The discount of a promo code: a line of the subtotal if the sitter pays for it, else subtracted from the total. */
export const AppliedPromo = z.object({
  code: z.string(),
  amount: Amount,
  paidBy: z.enum(promoPayers),
  /** The viewer’s own credit, which is applied without a code. */
  credit: z.boolean().optional(),
})

export const Quote = z.object({
  currency: Currency,
  timeZone: z.string(),
  lines: z.array(PriceLine),
  subtotal: Amount,
  ownerFee: Amount,
  ownerFeeRule: z.string(),
  /** Subtotal plus fee, less a promo code paid by the platform. */
  total: Amount,
  promo: AppliedPromo.optional(),
  /** Only for the sitter. */
  sitterFee: Amount.optional(),
  /** Why the fee is lower than usual, if it is. */
  sitterFeeRule: z.string().optional(),
  sitterPayout: Amount.optional(),
  units: z.int(),
  refundSchedule: z.array(RefundStep),
  policy: z.enum(policies),
  holidays: z.array(z.object({ name: z.string(), startOn: Day, endOn: Day })),
  /** This viewer may book instantly, with the event `instant_book`; absent from quotes stored with bookings. */
  instant: z.boolean().optional(),
  /** Binds the price; send it with `POST /v1/bookings`. */
  quoteHash: z.string(),
  validUntil: Instant,
})

const PartyView = z.object({
  id: Id,
  accountId: Id,
  name: z.string(),
  face: Face,
  /** Only between confirmation and the end. */
  phoneNumber: z.string().nullable(),
  location: z.string().nullable(),
})

/** The request as it was before the sitter's counter-offer; the booking itself holds the offer. */
export const Offer = z.object({
  /** Null if there was no request. */
  before: z
    .object({
      startOn: Day,
      startTime: ClockTime,
      endOn: Day,
      endTime: ClockTime,
      visits: z.array(z.object({ on: Day, time: ClockTime, minutes: z.int() })),
      datesOpen: z.boolean(),
      total: Amount,
    })
    .nullable(),
  /** The sitter's discount. */
  discount: Amount,
  note: z.string().nullable(),
})

/** A booking after a change, and the resulting difference in price. */
const changedShape = {
  startOn: Day,
  startTime: ClockTime,
  endOn: Day,
  endTime: ClockTime,
  visits: z.array(BookingVisit),
  pets: z.array(z.object({ id: Id, name: z.string() })),
  /** For a booking in progress: when the new pets apply; units begun earlier keep theirs. Null if nothing differs. */
  petsFrom: Instant.nullable(),
  quote: Quote,
  /** Amount the owner pays on top; negative if it is refunded. */
  difference: Amount,
  /** Amount still due for removed items, because they were removed too late. */
  kept: Amount,
  /** The rule applied, in words. */
  rule: z.string(),
  /** Deadline for the other side's answer. */
  expiresAt: Instant,
}

export const ChangePreview = z.object({
  ...changedShape,
  /** Binds the preview; send it with the event `propose_change`. */
  changeHash: z.string(),
})

/** A change that waits for the other side's answer, or is accepted and waits for its payment. */
export const PendingChange = z.object({
  ...changedShape,
  id: Id,
  status: z.enum(['pending', 'awaiting_payment']),
  proposedBy: z.enum(parties),
  proposedAt: Instant,
  note: z.string().nullable(),
})

export const Booking = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(bookingStatuses),
  version: z.int(),
  service: z.enum(services),
  /** Care by a friend from the owner’s care circle: it is free and cannot be reviewed. */
  circle: z.boolean(),
  /** The viewer's side. */
  role: z.enum(parties),
  sitter: PartyView,
  owner: PartyView,
  pets: z.array(BookingPet),
  startOn: Day,
  startTime: ClockTime,
  endOn: Day,
  endTime: ClockTime,
  visits: z.array(AgreedVisit),
  /** A question without dates: the days above are only those of its example price. */
  datesOpen: z.boolean(),
  startsAt: Instant,
  endsAt: Instant,
  timeZone: z.string(),
  /** The sitter's town, in which the owner may search for other sitters. */
  placeId: z.int().nullable(),
  quote: Quote,
  payment: z.object({
    status: z.enum(paymentStatuses),
    mode: z.enum(paymentModes),
    paid: Amount,
    refunded: Amount,
    /** The amount to pay (`now`), or to authorise so that it can be charged on acceptance; null otherwise. */
    due: z.object({ amount: Amount, now: z.boolean() }).nullable(),
    extra: ExtraPayment.nullable(),
    /** For a booking far ahead: when its card will be charged; null afterwards, or if it is charged on acceptance. */
    charge: LateCharge.nullable(),
  }),
  /** Refund to the owner for cancelling or ending the booking now; null if neither is possible. */
  refundNow: RefundNow.nullable(),
  /** Refund for a cancellation by the sitter now; null if impossible. */
  refundIfSitterCancels: RefundNow.nullable(),
  /** The maximum that the sitter may refund beyond the rules; null if the viewer cannot. */
  waivable: Amount.nullable(),
  /** While an offer waits for the owner: what it replaces. */
  offer: Offer.nullable(),
  /** The viewer is the sitter and may offer the owner another time (`POST /v1/bookings/{bookingId}/offers`). */
  offerable: z.boolean(),
  /** Actions available to this viewer. Clients display them and never derive them. */
  actions: z.array(
    z.object({
      event: z.enum(bookingEvents),
      deadlineAt: Instant.nullable(),
      /** For `answer_case` and `appeal_case`: which of the `cases`; send it with the event. */
      caseId: Id.optional(),
    }),
  ),
  expiresAt: Instant.nullable(),
  cancelledBy: z.enum(actors).nullable(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  reviewable: z.boolean(),
  /** The viewer's deadline for a review; null if no review is possible now. */
  reviewBy: Instant.nullable(),
  change: PendingChange.nullable(),
  /** Cases in the order in which they were opened; several may be open, each about a different subject. */
  cases: z.array(BookingCase),
  /** Subjects about which this viewer may open a case now (`open_case`). */
  caseSubjects: z.array(z.enum(openCaseKinds)),
  /** Agreed terms: hours to answer a no-show report, working days to decide a case, hours a case may delay a payout. */
  caseTerms: z.object({ reportHours: z.int(), decideWorkingDays: z.int(), holdHours: z.int() }),
  /** The extras of the booking, in the form that a change expects. */
  addOns: z.array(z.object({ code: z.enum(addOnCodes), petId: Id.optional(), count: z.int() })),
  /** Extras that a change may add, at the agreed price. */
  extras: z.array(z.object({ code: z.enum(addOnCodes), amount: Amount })),
  /** The public note on the sitter's profile about a late cancellation by the sitter; null if there is none. */
  lateCancellation: z.object({ reply: z.string().nullable() }).nullable(),
  timeline: z.array(
    z.object({
      at: Instant,
      event: z.enum(['inquire', ...bookingEvents, ...operatorEvents, ...systemEvents, 'review']),
      by: z.enum(actors),
      detail: z.string().nullable(),
    }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
})

export const bookingRuleProblems = [
  'sitter-not-found',
  'sitter-unavailable',
  'sitter-own',
  'service-not-offered',
  'dates-refused',
  'notice-too-short',
  'horizon-exceeded',
  'pet-not-found',
  'pet-refused',
  'pets-too-many',
  'add-on-not-offered',
  'promo-invalid',
  'capacity-full',
] as const

export const calculateCost = endpoint({
  method: 'POST',
  path: '/v1/bookings/calculate-cost',
  access: 'public',
  summary: 'Calculate the full price of a booking, line by line; described pets need no account',
  calculates: true,
  body: BookingDraft,
  response: Quote,
  problems: bookingRuleProblems,
})

export const createBooking = endpoint({
  method: 'POST',
  path: '/v1/bookings',
  access: 'account',
  summary:
    'Create a booking: a request at the quoted price, an instant booking where the sitter allows it, or a question',
  status: 201,
  idempotencyKey: 'required',
  body: BookingBeginning,
  response: Booking,
  problems: [
    ...bookingRuleProblems,
    'price-changed',
    'requests-too-many',
    'instant-off',
    'inquiries-too-many',
    'not-open',
    'consent-needed',
    'email-unverified',
    'person-blocked',
    'person-unavailable',
  ],
})

export const moveBooking = endpoint({
  method: 'PUT',
  path: '/v1/bookings',
  access: 'account',
  summary: 'Send an event to a booking (owner or sitter)',
  body: BookingStep,
  response: Booking,
  problems: [
    ...bookingRuleProblems,
    'booking-not-found',
    'version-stale',
    'booking-action-not-allowed',
    'price-changed',
    'requests-too-many',
    'not-open',
    'instant-off',
    'refund-changed',
    'amount-too-high',
    'change-refused',
    'person-blocked',
    'person-unavailable',
  ],
})

export const calculateOffer = endpoint({
  method: 'POST',
  path: '/v1/bookings/:bookingId/calculate-offer',
  access: 'account',
  summary:
    'Calculate the price of an offer for an open request or an earlier booking; omitted days stay unchanged (sitter)',
  params: z.object({ bookingId: Id }),
  body: z.strictObject({ ...daysShape, discount: Amount.min(0).default(0) }),
  response: Quote,
  problems: [...bookingRuleProblems, 'booking-not-found', 'booking-action-not-allowed', 'amount-too-high'],
})

export const showBooking = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId',
  access: 'account',
  summary: 'Get a booking (owner or sitter)',
  params: z.object({ bookingId: Id }),
  response: Booking,
  problems: ['booking-not-found'],
})

export const listBookings = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/bookings',
  access: 'account',
  summary: 'List your bookings as owner or sitter, newest first; upcoming ones soonest first',
  params: z.object({ accountId: Id }),
  query: z.object({
    role: z.enum(parties).optional(),
    scope: z.enum(bookingScopes).optional(),
    /** Only bookings with a day from `from` to `to`, without questions whose days are open. */
    from: Day.optional(),
    to: Day.optional(),
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(24),
  }),
  response: z.object({ items: z.array(Booking), nextCursor: z.string().nullable() }),
  problems: ['account-not-found', 'cursor-invalid'],
})

export type BookingDraft = z.output<typeof BookingDraft>
export type BookingDraftInput = z.input<typeof BookingDraft>
export type AppliedPromo = z.infer<typeof AppliedPromo>
export type PriceLine = z.infer<typeof PriceLine>
export type RefundStep = z.infer<typeof RefundStep>
export type ChangePreview = z.infer<typeof ChangePreview>
export type Quote = z.infer<typeof Quote>
export type Booking = z.infer<typeof Booking>
export type BookingMove = z.output<(typeof moveBooking)['body']>
