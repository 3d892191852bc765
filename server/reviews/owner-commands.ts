import type { EndpointResponse } from '#contract/endpoint.ts'
import type { showOwnerReviews } from '#contract/reviews/owner-reviews.ts'
import { photosOf } from '#server/files/commands.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { averageShown } from '#server/reviews/reputation.ts'
import * as store from '#server/reviews/store.ts'
import { summaryOf } from '#server/reviews/summary.ts'
import { viewReview } from '#server/reviews/view.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { displayName } from '#server/sitters/profile.ts'

const shown = 6

/**
 * Returns the owner's reputation to the sitter of a booking, who needs it to decide; anybody else gets the 404 of an
 * unknown booking.
 */
export async function readOwnerReviews(
  deps: Deps,
  { accountId }: Viewer,
  bookingId: string,
): Promise<EndpointResponse<typeof showOwnerReviews>> {
  const { db } = deps
  const owner = await store.findOwnerFor(db, bookingId, accountId)
  if (!owner) throw new Problem('booking-not-found')
  const { settings } = await currentSettings(db)
  const given = await store.findStarsOfOwner(db, owner.id)
  const rows = await store.listAboutOwner(db, owner.id, shown)
  const photos = await photosOf(
    deps,
    'review',
    rows.map(({ id }) => id),
    'publicly',
  )
  const sum = given.reduce((all, { overall }) => all + overall, 0)
  return {
    name: owner.erased ? 'Former member' : displayName(owner.name),
    rating: {
      average: averageShown({ sum, count: given.length }, settings.review.minShown),
      count: given.length,
    },
    bookings: await store.countStays(db, owner.id),
    summary: summaryOf(given, deps.now(), settings.review),
    items: rows.map((row) => viewReview(row, photos(row.id))),
  }
}
