import type { Party } from '#contract/codes.ts'
import { lockRecord, move } from '#server/bookings/life/commands.ts'
import { mayReview, reviewedBy, reviewFactsOf, reviewsCloseAt } from '#server/bookings/life/review.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { type BookingRecord, partyIn, termsOfRow } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import type { TxDeps, Viewer } from '#server/kernel/deps.ts'

export type ReviewableBooking = {
  id: string
  sitterId: string
  party: Party
  /** Why this side cannot review it now, as a sentence; null if it can. */
  refusal: string | null
  closesAt: Date
}

/** Locks the booking of a review, so that concurrent reviews see each other. Strangers get the usual 404. */
export async function lockForReview(
  tx: Tx,
  { accountId }: Viewer,
  id: string,
  at: Date,
): Promise<ReviewableBooking> {
  const parties = await store.lockSitterOf(tx, id)
  const party = partyIn(parties, accountId)
  const record = await lockRecord(tx, id)
  const closesAt = reviewsCloseAt(reviewFactsOf(record), party, termsOfRow(record).settings)
  return {
    id: record.id,
    sitterId: record.sitter_id,
    party,
    refusal: refuseReview(record, party, closesAt, at),
    closesAt: closesAt ?? at,
  }
}

function refuseReview(record: BookingRecord, party: Party, closesAt: Date | null, at: Date): string | null {
  if (mayReview(record, party, at)) return null
  if (reviewedBy(record, party)) return 'You have already reviewed this booking.'
  return closesAt === null
    ? 'A booking can be reviewed once it is completed.'
    : `The time for a review ended ${closesAt.toISOString()}.`
}

/** Records a review in the history of its booking and notifies the other side. The booking must be locked. */
export async function noteReview(
  deps: TxDeps,
  { id, party }: Pick<ReviewableBooking, 'id' | 'party'>,
  accountId: string,
): Promise<void> {
  const { status } = await recordOf(deps.db, id)
  await store.appendEvent(deps.db, {
    booking_id: id,
    at: deps.now(),
    event: 'review',
    from_status: status,
    to_status: status,
    by: party,
    account_id: accountId,
    payload: {},
  })
  const to = party === 'owner' ? 'sitter' : 'owner'
  await deps.enqueue(deps.db, 'bookings.notify', { bookingId: id, event: 'review', to })
}

/** Locks the booking until the end of the transaction, so that its reviews are published only once. */
export async function lockReviewed(tx: Tx, id: string): Promise<void> {
  await store.lockSitterOf(tx, id)
  await lockRecord(tx, id)
}

/**
 * Records in the history of a booking that its reviews are public, and notifies both sides. The booking must be
 * locked.
 */
export async function notePublication(deps: TxDeps, id: string): Promise<void> {
  const input = { event: 'publish_reviews', by: 'system', accountId: null } as const
  await move(deps, await recordOf(deps.db, id), input)
}
