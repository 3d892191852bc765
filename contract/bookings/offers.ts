import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Id, text } from '#contract/values.ts'
import { Booking, bookingRuleProblems } from './bookings.ts'
import { daysShape } from './parts.ts'

export const offerAgain = endpoint({
  method: 'POST',
  path: '/v1/bookings/:bookingId/offers',
  access: 'account',
  summary:
    'Create an unsolicited offer to the owner of an earlier booking: a new booking at the `calculate-offer` price (sitter)',
  status: 201,
  idempotencyKey: 'required',
  params: z.object({ bookingId: Id }),
  /** Service and pets are those of the earlier booking; its extras are not included. */
  body: z.strictObject({
    ...daysShape,
    /** The sitter's discount on the subtotal. */
    discount: Amount.min(0).default(0),
    note: text(2000).nullable().default(null),
    /** Hash of the displayed quote. */
    quoteHash: z.string().max(100),
  }),
  response: Booking,
  problems: [
    ...bookingRuleProblems,
    'booking-not-found',
    'booking-action-not-allowed',
    'price-changed',
    'amount-too-high',
    'person-blocked',
    'person-unavailable',
  ],
})
