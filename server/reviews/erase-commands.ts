import { type Erase, formerMember, tracesOf } from '#server/accounts/leaving.ts'
import * as store from '#server/reviews/erase-store.ts'

export const eraseFromReviews: Erase = async ({ db }, person) => {
  const { accountId, sitterId, bookingIds } = person
  await store.blankReviewsOf(db, accountId)
  if (sitterId) await store.blankRepliesOf(db, sitterId)
  await store.takeOutNames(db, { bookingIds, words: tracesOf(person), inPlace: formerMember })
}
