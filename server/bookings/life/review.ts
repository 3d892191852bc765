import type { BookingStatus, Party } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { type BookingFacts, factsOf } from '#server/bookings/facts.ts'
import { type BookingRecord, termsOfRow } from '#server/bookings/record/record.ts'
import { addHours } from '#server/kernel/day.ts'

const done: readonly BookingStatus[] = ['completed', 'closed']

export type ReviewFacts = Pick<BookingFacts, 'status' | 'startsAt' | 'endsAt' | 'endedAt' | 'cancelledBy'> & {
  cancelledAt: Date | null
}

/**
 * True within the review window. It opens at the end, or when the other side cancelled less than 24 hours before the
 * start or later.
 */
export function isReviewable(
  booking: ReviewFacts,
  party: Party,
  at: Date,
  { review }: Pick<Settings, 'review'>,
): boolean {
  const from = reviewableFrom(booking, party)
  return from !== null && at >= from && at < addHours(from, review.windowDays * 24)
}

/** Returns when this side's review window closes and the reviews are published; null if there is no window. */
export function reviewsCloseAt(
  booking: ReviewFacts,
  party: Party,
  { review }: Pick<Settings, 'review'>,
): Date | null {
  const from = reviewableFrom(booking, party)
  return from && addHours(from, review.windowDays * 24)
}

function reviewableFrom(booking: ReviewFacts, party: Party): Date | null {
  const { status, startsAt, endsAt, endedAt, cancelledAt, cancelledBy } = booking
  if (done.includes(status)) return endedAt ?? endsAt
  const byOther = cancelledBy === (party === 'owner' ? 'sitter' : 'owner')
  if (status !== 'cancelled' || !cancelledAt || !byOther) return null
  return cancelledAt >= addHours(startsAt, -24) ? cancelledAt : null
}

export const reviewFactsOf = (record: BookingRecord): ReviewFacts => ({
  ...factsOf(record),
  cancelledAt: record.cancelled_at,
})

export const reviewedBy = (record: BookingRecord, party: Party): boolean =>
  record.events.some(({ event, by }) => event === 'review' && by === party)

export const mayReview = (record: BookingRecord, party: Party, at: Date): boolean =>
  !record.circle &&
  !reviewedBy(record, party) &&
  isReviewable(reviewFactsOf(record), party, at, termsOfRow(record).settings)
