import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { maxFilesByKind } from '#contract/files/codes.ts'
import { Review } from '#contract/sitters/sitters.ts'
import { Id, text } from '#contract/values.ts'

const Stars = z.int().min(1).max(5)

/** A review stays hidden until both sides have written one or the review window is over (rules section 11). */
export const createReview = endpoint({
  method: 'POST',
  path: '/v1/reviews',
  access: 'account',
  summary:
    'Create a review of a booking that is completed or was cancelled late by the other side; once, within 14 days by default',
  status: 201,
  body: z.strictObject({
    bookingId: Id,
    overall: Stars,
    ratings: z
      .strictObject({
        communication: Stars.optional(),
        care: Stars.optional(),
        home: Stars.optional(),
        asDescribed: Stars.optional(),
        instructions: Stars.optional(),
        punctuality: Stars.optional(),
      })
      .default({}),
    text: text(2000, 20),
    privateNote: text(2000).nullable().default(null),
    /** Shown with the review once it is published. */
    photoIds: z.array(Id).max(maxFilesByKind.review).default([]),
  }),
  response: z.object({ id: Id, published: z.boolean() }),
  problems: ['booking-not-found', 'review-not-allowed', 'file-not-found', 'file-not-ready'],
})

export const replyToReview = endpoint({
  method: 'POST',
  path: '/v1/reviews/:reviewId/reply',
  access: 'account',
  summary: 'Reply to a published review of you; once, within 30 days by default',
  status: 201,
  params: z.object({ reviewId: Id }),
  body: z.strictObject({ text: text(1000, 2) }),
  response: Review,
  problems: ['not-found', 'review-not-allowed'],
})
