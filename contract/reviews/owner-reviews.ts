import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Rating, Review, ReviewSummary } from '#contract/sitters/sitters.ts'
import { Id } from '#contract/values.ts'

/** What sitters wrote about an owner, for the sitter who is asked: it helps to decide. */
export const showOwnerReviews = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId/owner-reviews',
  access: 'account',
  summary: 'What sitters wrote about the owner of one’s booking: for its sitter alone',
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
