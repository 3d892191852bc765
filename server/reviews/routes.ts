import { showOwnerReviews } from '#contract/reviews/owner-reviews.ts'
import * as contract from '#contract/reviews/reviews.ts'
import { type Route, route } from '#server/kernel/http/http.ts'
import { answerReview, writeReview } from '#server/reviews/commands.ts'
import { readOwnerReviews } from '#server/reviews/owner-commands.ts'

export const reviewRoutes: Route[] = [
  route(contract.createReview, ({ deps, viewer, body }) => writeReview(deps, viewer, body)),
  route(showOwnerReviews, ({ deps, viewer, params }) => readOwnerReviews(deps, viewer, params.bookingId)),
  route(contract.replyToReview, ({ deps, viewer, params, body }) =>
    answerReview(deps, viewer, params.reviewId, body.text),
  ),
]
