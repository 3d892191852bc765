import type { ReportReason } from '#contract/care/codes.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/reviews/reviews.ts'
import type { Review } from '#contract/sitters/sitters.ts'
import {
  lockForReview,
  lockReviewed,
  notePublication,
  noteReview,
} from '#server/bookings/life/review-commands.ts'
import { attachFiles, photosOf } from '#server/files/commands.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { addHours } from '#server/kernel/day.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { foreignRatings } from '#server/reviews/review.ts'
import * as store from '#server/reviews/store.ts'
import { viewReview } from '#server/reviews/view.ts'
import { currentSettings } from '#server/settings/commands.ts'

type NewReview = HandlerInput<typeof contract.createReview>['body']

/** Saves a review, which stays hidden until the other side has also written one or the window is over. */
export function writeReview(
  deps: Deps,
  viewer: Viewer,
  { bookingId, overall, ratings, text, privateNote, photoIds }: NewReview,
): Promise<{ id: string; published: boolean }> {
  return ensureTransaction(deps, async (deps) => {
    const now = deps.now()
    const booking = await lockForReview(deps.db, viewer, bookingId, now)
    const { party, sitterId, refusal, closesAt } = booking
    if (refusal !== null) throw new Problem('review-not-allowed', { detail: refusal })
    const foreign = foreignRatings(ratings, party)
    if (foreign.length > 0)
      throw new Problem('request-invalid', {
        detail: 'Correct the fields named in "errors" and send it again.',
        errors: foreign.map((name) => ({
          path: `ratings.${name}`,
          message: 'This is rated by the other side',
        })),
      })
    const id = newId(now)
    await store.insertReview(deps.db, {
      id,
      booking_id: booking.id,
      author: party,
      account_id: viewer.accountId,
      sitter_id: sitterId,
      overall,
      ratings: JSON.stringify(ratings),
      body: text,
      private_note: privateNote || null,
      hidden_until: closesAt,
      created_at: now,
    })
    await attachFiles(deps, viewer, { fileIds: photoIds, kind: 'review', subjectId: id })
    await noteReview(deps, booking, viewer.accountId)
    const published = (await store.findAuthors(deps.db, booking.id)).length === 2
    if (published) {
      await store.publishOfBooking(deps.db, booking.id, now)
      await notePublication(deps, booking.id)
      await announce(deps.db, 'sitter', sitterId)
    }
    await deps.enqueue(deps.db, 'sitters.refresh-figures', { sitterId })
    return { id, published }
  })
}

/**
 * Saves the public reply of the reviewed person, once. A hidden or another person's review gives the same 404 as an
 * unknown one.
 */
export function answerReview(deps: Deps, viewer: Viewer, reviewId: string, text: string): Promise<Review> {
  return ensureTransaction(deps, async (deps) => {
    const now = deps.now()
    const row = await store.lockPublishedReview(deps.db, reviewId)
    const subject = row?.author === 'owner' ? row.sitter_account_id : row?.owner_id
    if (!row || subject !== viewer.accountId) throw new Problem('not-found')
    if (row.reply !== null)
      throw new Problem('review-not-allowed', { detail: 'You have already replied to this review.' })
    const { settings } = await currentSettings(deps.db)
    const { replyDays } = settings.review
    if (now > addHours(row.published_at, replyDays * 24))
      throw new Problem('review-not-allowed', {
        detail: `You can reply to a review within ${replyDays} days of its publication.`,
      })
    await store.saveReply(deps.db, reviewId, text, now)
    await announce(deps.db, 'sitter', row.sitter_id)
    const photos = await photosOf(deps, 'review', [reviewId], 'publicly')
    return viewReview({ ...row, reply: text }, photos(reviewId))
  })
}

/**
 * Removes the text of a published review. Its existence and the reason for removal stay public (rules section 11). It
 * no longer counts in any figure.
 */
export async function removeReview(deps: TxDeps, reviewId: string, reason: ReportReason): Promise<void> {
  const row = await store.removeReviewRow(deps.db, reviewId, reason, deps.now())
  if (!row) throw new Problem('not-found')
  await announce(deps.db, 'sitter', row.sitter_id)
  await deps.enqueue(deps.db, 'sitters.refresh-figures', { sitterId: row.sitter_id })
}

const batch = 100

/** Publishes the reviews whose waiting time is over; concurrent runs are harmless. */
export async function publishReviews(deps: Deps): Promise<{ published: number }> {
  let published = 0
  for (;;) {
    const due = await store.findDue(deps.db, deps.now(), batch)
    for (const bookingId of due) published += await publishOf(deps, bookingId)
    if (due.length < batch) return { published }
  }
}

const publishOf = (deps: Deps, bookingId: string): Promise<number> =>
  ensureTransaction(deps, async (deps) => {
    await lockReviewed(deps.db, bookingId)
    const rows = await store.publishOfBooking(deps.db, bookingId, deps.now())
    const [first] = rows
    if (!first) return 0
    await notePublication(deps, bookingId)
    await deps.enqueue(deps.db, 'sitters.refresh-figures', { sitterId: first.sitter_id })
    return rows.length
  })
