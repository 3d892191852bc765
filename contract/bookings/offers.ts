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
    'Offer the owner of an earlier booking another time, unasked: a new booking, at the price of `calculate-offer`',
  status: 201,
  idempotencyKey: 'required',
  params: z.object({ bookingId: Id }),
  /** The service and the pets are those of the earlier booking, its extras are left out. */
  body: z.strictObject({
    ...daysShape,
    /** What the sitter takes off the subtotal. */
    discount: Amount.min(0).default(0),
    note: text(2000).nullable().default(null),
    /** Of the quote that was shown. */
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
