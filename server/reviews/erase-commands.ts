import { type Eraser, formerMember, identifyingStringsOf } from '#server/accounts/erasure.ts'
import * as store from '#server/reviews/erase-store.ts'

export const eraseFromReviews: Eraser = async ({ db }, person) => {
  const { accountId, sitterId, bookingIds } = person
  await store.blankReviewsOf(db, accountId)
  if (sitterId) await store.blankRepliesOf(db, sitterId)
  await store.redactNames(db, { bookingIds, words: identifyingStringsOf(person), inPlace: formerMember })
}
