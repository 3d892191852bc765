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
import { ExtraPayment, LateCharge } from '#contract/payments/payments.ts'
import { Amount, ClockTime, Currency, Day, Id, Instant } from '#contract/values.ts'
import { BookingCase } from './cases.ts'
import { BookingBeginning, draftShape, refineDraft } from './draft.ts'
import { AgreedVisit, BookingPet, BookingVisit, daysShape, RefundNow } from './parts.ts'
import { BookingStep } from './step.ts'

/** Stays give `startOn` and `endOn`; visits, walks and day care give `visits`. Pets are saved (`petIds`) or described (`pets`). */
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

/** What would come back when cancelled no later than `until`; the last row has `until: null`. */
export const RefundStep = z.object({ until: Instant.nullable(), refund: Amount })

/** What a code takes off. Paid by the sitter it is a line of the subtotal; paid by the platform it is taken off the total. */
export const AppliedPromo = z.object({
  code: z.string(),
  amount: Amount,
  paidBy: z.enum(promoPayers),
  /** One’s own credit, taken off without being named. */
  credit: z.boolean().optional(),
})

export const Quote = z.object({
  currency: Currency,
  timeZone: z.string(),
  lines: z.array(PriceLine),
  subtotal: Amount,
  ownerFee: Amount,
  ownerFeeRule: z.string(),
  /** The subtotal and the fee, less a promo code that the platform pays. */
  total: Amount,
  promo: AppliedPromo.optional(),
  /** Only for the sitter. */
  sitterFee: Amount.optional(),
  /** Why it is lower than usual, when it is. */
  sitterFeeRule: z.string().optional(),
  sitterPayout: Amount.optional(),
  units: z.int(),
  refundSchedule: z.array(RefundStep),
  policy: z.enum(policies),
  holidays: z.array(z.object({ name: z.string(), startOn: Day, endOn: Day })),
  /** This viewer may book at once, with the event `instant_book`; absent from the quotes kept with bookings. */
  instant: z.boolean().optional(),
  /** Binds the price; repeat it in `POST /v1/bookings`. */
  quoteHash: z.string(),
  validUntil: Instant,
})

const PartyView = z.object({
  id: Id,
  accountId: Id,
  name: z.string(),
  /** Only between confirmation and the end. */
  phoneNumber: z.string().nullable(),
  location: z.string().nullable(),
})

/** What was asked before the sitter offered something else; what is offered is in the booking itself. */
export const Offer = z.object({
  /** Null when nobody had asked. */
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
  /** What the sitter takes off. */
  discount: Amount,
  note: z.string().nullable(),
})

/** What a change makes of a booking, and what it moves between the two. */
const changedShape = {
  startOn: Day,
  startTime: ClockTime,
  endOn: Day,
  endTime: ClockTime,
  visits: z.array(BookingVisit),
  pets: z.array(z.object({ id: Id, name: z.string() })),
  /** Since when these are the pets, of a booking that has begun; what began before keeps its own. Null when they stay, or all is ahead. */
  petsFrom: Instant.nullable(),
  quote: Quote,
  /** What the owner pays on top; below zero it is given back. */
  difference: Amount,
  /** What stays paid of the things that are taken out, because they were asked out too late. */
  kept: Amount,
  /** The rule that decided, in words. */
  rule: z.string(),
  /** Until then the other side may answer. */
  expiresAt: Instant,
}

export const ChangePreview = z.object({
  ...changedShape,
  /** Binds what is shown; repeat it in the event `propose_change`. */
  changeHash: z.string(),
})

/** A change that waits for the answer of the other side, or is accepted and waits for its payment. */
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
  /** Care by a friend of the owner’s care circle: it costs nothing and is not reviewed. */
  circle: z.boolean(),
  /** Which side the viewer is. */
  role: z.enum(parties),
  sitter: PartyView,
  owner: PartyView,
  pets: z.array(BookingPet),
  startOn: Day,
  startTime: ClockTime,
  endOn: Day,
  endTime: ClockTime,
  visits: z.array(AgreedVisit),
  /** A question that names no days yet: those above are only what its example price is for. */
  datesOpen: z.boolean(),
  startsAt: Instant,
  endsAt: Instant,
  timeZone: z.string(),
  /** The sitter's town, in which an owner may look for others. */
  placeId: z.int().nullable(),
  quote: Quote,
  payment: z.object({
    status: z.enum(paymentStatuses),
    mode: z.enum(paymentModes),
    paid: Amount,
    refunded: Amount,
    /** What the owner has to pay (`now`), or to promise so that it can be taken when the sitter accepts; null otherwise. */
    due: z.object({ amount: Amount, now: z.boolean() }).nullable(),
    extra: ExtraPayment.nullable(),
    /** Of a booking far ahead: when its card is charged; null once it is, and where it is charged at the acceptance. */
    charge: LateCharge.nullable(),
  }),
  /** What cancelling or ending it at this moment would give back to the owner; null when neither is possible. */
  refundNow: RefundNow.nullable(),
  /** What the sitter cancelling at this moment would give back; null when impossible. */
  refundIfSitterCancels: RefundNow.nullable(),
  /** What the sitter may give back beyond the rules; null when the viewer cannot. */
  waivable: Amount.nullable(),
  /** While an offer waits for the owner: what it takes the place of. */
  offer: Offer.nullable(),
  /** The viewer is its sitter and may offer the owner another time, as a new booking (`POST /v1/bookings/{bookingId}/offers`). */
  offerable: z.boolean(),
  /** What this viewer may do now. Clients show these; they never work them out. */
  actions: z.array(
    z.object({
      event: z.enum(bookingEvents),
      deadlineAt: Instant.nullable(),
      /** Of `answer_case` and `appeal_case`: which of the `cases`; repeat it with the event. */
      caseId: Id.optional(),
    }),
  ),
  expiresAt: Instant.nullable(),
  cancelledBy: z.enum(actors).nullable(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  reviewable: z.boolean(),
  /** Until then the viewer may review it; null when that is not possible now. */
  reviewBy: Instant.nullable(),
  change: PendingChange.nullable(),
  /** In the order in which they were opened; several may be open, each about something else. */
  cases: z.array(BookingCase),
  /** What this viewer may open a case about now (`open_case`). */
  caseSubjects: z.array(z.enum(openCaseKinds)),
  /** Agreed with the booking: hours to answer a report, working days to decide a case, hours after the end in which one holds the money. */
  caseTerms: z.object({ reportHours: z.int(), decideWorkingDays: z.int(), holdHours: z.int() }),
  /** The extras of the booking, as a change would name them. */
  addOns: z.array(z.object({ code: z.enum(addOnCodes), petId: Id.optional(), count: z.int() })),
  /** The extras that a change may add, at the price that was agreed. */
  extras: z.array(z.object({ code: z.enum(addOnCodes), amount: Amount })),
  /** The public note that a cancellation by the sitter close to the start leaves on the profile; null without one. */
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
  summary: 'The full price of a booking, line by line; without an account for described pets',
  body: BookingDraft,
  response: Quote,
  problems: bookingRuleProblems,
})

export const createBooking = endpoint({
  method: 'POST',
  path: '/v1/bookings',
  access: 'account',
  summary:
    'Request a booking at the quoted price, book at once where the sitter allows it, or ask a question',
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
    'email-unverified',
    'person-blocked',
    'person-unavailable',
  ],
})

export const moveBooking = endpoint({
  method: 'PUT',
  path: '/v1/bookings',
  access: 'account',
  summary: 'Send one event to a booking',
  body: BookingStep,
  response: Booking,
  problems: [
    ...bookingRuleProblems,
    'booking-not-found',
    'version-stale',
    'booking-action-not-allowed',
    'price-changed',
    'requests-too-many',
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
    'What an offer of the sitter would cost, before it is made, out of an open request or an earlier booking; days that are left out stay as they are',
  params: z.object({ bookingId: Id }),
  body: z.strictObject({ ...daysShape, discount: Amount.min(0).default(0) }),
  response: Quote,
  problems: [...bookingRuleProblems, 'booking-not-found', 'booking-action-not-allowed', 'amount-too-high'],
})

export const showBooking = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId',
  access: 'account',
  summary: 'A booking, for its owner or its sitter',
  params: z.object({ bookingId: Id }),
  response: Booking,
  problems: ['booking-not-found'],
})

export const listBookings = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/bookings',
  access: 'account',
  summary: 'One’s own bookings, as owner or as sitter',
  params: z.object({ accountId: Id }),
  query: z.object({
    role: z.enum(parties).optional(),
    scope: z.enum(bookingScopes).optional(),
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
