import { z } from 'zod'
import { bookingStatuses, caseKinds, extenuatingReasons, services, settlements } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { LateCharge } from '#contract/payments/payments.ts'
import { caseSorts } from '#contract/staff/codes.ts'
import { Amount, Currency, Day, Id, Instant, line, page, PageQuery, text } from '#contract/values.ts'
import { Booking, Quote } from './bookings.ts'
import { BookingCase } from './cases.ts'

/** A booking as an operator sees it: both sides, the price, and the state of the money. */
export const AdminBooking = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(bookingStatuses),
  version: z.int(),
  service: z.enum(services),
  ownerAccountId: Id,
  ownerName: z.string(),
  sitterAccountId: Id,
  sitterId: Id,
  sitterName: z.string(),
  petNames: z.array(z.string()),
  startOn: Day,
  startTime: z.string(),
  endOn: Day,
  endTime: z.string(),
  timeZone: z.string(),
  checkedInAt: Instant.nullable(),
  quote: Quote,
  money: z.object({
    settlement: z.enum(settlements),
    /** Recorded as paid; agreed only, if owner and sitter settle directly. */
    paid: Amount,
    refunded: Amount,
    released: Amount,
    held: Amount,
    charge: LateCharge.nullable(),
  }),
  cancellable: z.boolean(),
  /** Refunds by the rules if the owner or the sitter ended the booking now; null if it cannot be ended. */
  refundByRules: z.object({ owner: Amount, sitter: Amount }).nullable(),
  /** Empty for an API key of the site, and `detail` of the timeline null, because people have written them. */
  cases: z.array(BookingCase),
  timeline: Booking.shape.timeline,
})

/** A booking as a row of an operator's list. */
export const BookingLine = AdminBooking.pick({
  id: true,
  number: true,
  status: true,
  service: true,
  ownerName: true,
  sitterName: true,
  startOn: true,
  endOn: true,
}).extend({ currency: Currency })

const CaseSummary = z.object({ case: BookingCase, booking: BookingLine })

export const AdminCase = z.object({ case: BookingCase, booking: AdminBooking })

const filter = {
  status: z.enum(['open', 'resolved']).default('open'),
  /** The number or id of a booking, or part of the name or e-mail address of one of its people. */
  q: line(100).optional(),
  kind: z.enum(caseKinds).optional(),
  /** Without it, the earliest deadline first, and resolved cases newest first. */
  sort: z.enum(caseSorts).optional(),
}

function sortFits({ status, sort }: { status: string; sort?: string | undefined }, issues: z.RefinementCtx) {
  if (status === 'open' && sort?.endsWith('resolvedAt'))
    issues.addIssue({ code: 'custom', path: ['sort'], message: 'Open cases have no decision to sort by' })
}

export const listCases = endpoint({
  method: 'GET',
  path: '/v1/admin/cases',
  access: 'cases.read',
  summary: 'List open or resolved cases, filtered by number, person or kind (operators)',
  query: PageQuery.extend(filter).superRefine(sortFits),
  response: page(CaseSummary),
  problems: ['cursor-invalid'],
})

export const exportCases = endpoint({
  method: 'GET',
  path: '/v1/admin/cases.csv',
  access: 'cases.read',
  summary:
    'Export open or resolved cases as CSV, without what people have written, at most 10,000 (operators)',
  query: z.object(filter).superRefine(sortFits),
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
  problems: [],
})

export const showCase = endpoint({
  method: 'GET',
  path: '/v1/admin/cases/:caseId',
  access: 'cases.read',
  summary: 'Get a case with its booking (operators)',
  params: z.object({ caseId: Id }),
  response: AdminCase,
  problems: ['case-not-found'],
})

export const resolveCase = endpoint({
  method: 'POST',
  path: '/v1/admin/cases/:caseId/resolve',
  access: 'cases.decide',
  freshSignIn: 'required',
  summary: 'Resolve a case: how much of the held amount is refunded to the owner, and why (operators)',
  params: z.object({ caseId: Id }),
  idempotencyKey: 'required',
  body: z.strictObject({ version: z.int(), refund: Amount.min(0), statement: text(4000, 20) }),
  response: AdminCase,
  problems: ['case-not-found', 'amount-too-high', 'booking-action-not-allowed', 'version-stale'],
})

const bookingParams = z.object({ bookingId: Id })

export const showAdminBooking = endpoint({
  method: 'GET',
  path: '/v1/admin/bookings/:bookingId',
  access: 'bookings.read',
  summary: 'Get a booking with its payments and history (operators)',
  params: bookingParams,
  response: AdminBooking,
  problems: ['booking-not-found'],
})

/** The final shares if `refund` went back to the owner now. */
export const Split = z.object({
  refund: Amount,
  held: Amount,
  sitterKeeps: Amount,
  platformKeeps: Amount,
})

export const previewSplit = endpoint({
  method: 'GET',
  path: '/v1/admin/bookings/:bookingId/split',
  access: 'bookings.read',
  summary: 'Preview what each side would have in the end after a refund of this amount (operators)',
  params: bookingParams,
  query: z.object({ refund: z.coerce.number().pipe(Amount.min(0)) }),
  response: Split,
  problems: ['booking-not-found', 'amount-too-high'],
})

export const cancelByOperator = endpoint({
  method: 'POST',
  path: '/v1/admin/bookings/:bookingId/cancel',
  access: 'bookings.cancel',
  freshSignIn: 'required',
  summary:
    'Cancel a confirmed or running booking with a chosen refund, or a full one for extenuating reasons (operators)',
  params: bookingParams,
  idempotencyKey: 'required',
  body: z
    .strictObject({
      version: z.int(),
      /** Omitted with `extenuating`, which refunds everything. */
      refund: Amount.min(0).optional(),
      extenuating: z.enum(extenuatingReasons).optional(),
      reason: text(2000, 10),
    })
    .superRefine(({ refund, extenuating }, issues) => {
      if ((refund === undefined) === (extenuating === undefined))
        issues.addIssue({
          code: 'custom',
          path: ['refund'],
          message: 'Give either an amount or an extenuating circumstance',
        })
    }),
  response: AdminBooking,
  problems: ['booking-not-found', 'amount-too-high', 'booking-action-not-allowed', 'version-stale'],
})

export type AdminBooking = z.infer<typeof AdminBooking>
export type AdminCase = z.infer<typeof AdminCase>
export type CaseSummary = z.infer<typeof CaseSummary>
export type Split = z.infer<typeof Split>
