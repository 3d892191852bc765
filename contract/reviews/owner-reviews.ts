import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Rating, Review, ReviewSummary } from '#contract/sitters/sitters.ts'
import { Id } from '#contract/values.ts'

/** Shows a sitter who has received a request what other sitters wrote about the owner, as a help for the decision. */
export const showOwnerReviews = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId/owner-reviews',
  access: 'account',
  summary: 'Get the reviews by sitters of the owner of your booking, newest first (sitter)',
  params: z.object({ bookingId: Id }),
  response: z.object({
    name: z.string(),
    rating: Rating,
    /** Bookings of this owner that took place, with any sitter. */
    bookings: z.int(),
    summary: ReviewSummary,
    /** The newest first. */
    items: z.array(Review),
  }),
  problems: ['booking-not-found'],
})
