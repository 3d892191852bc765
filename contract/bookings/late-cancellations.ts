import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, text } from '#contract/values.ts'
import { Booking } from './bookings.ts'

export const replyToLateCancellation = endpoint({
  method: 'POST',
  path: '/v1/bookings/:bookingId/late-cancellation/reply',
  access: 'account',
  summary: 'Reply to the public note about your late cancellation or missed visit, once (sitter)',
  status: 201,
  params: z.object({ bookingId: Id }),
  body: z.strictObject({ text: text(1000, 2) }),
  response: Booking,
  problems: ['booking-not-found', 'booking-action-not-allowed'],
})
