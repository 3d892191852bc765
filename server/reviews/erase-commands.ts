import { type Erase, formerMember, tracesOf } from '#server/accounts/leaving.ts'
import * as store from '#server/reviews/erase-store.ts'

export const eraseFromReviews: Erase = async (_deps, tx, person) => {
  const { accountId, sitterId, bookingIds } = person
  await store.blankReviewsOf(tx, accountId)
  if (sitterId) await store.blankRepliesOf(tx, sitterId)
  await store.takeOutNames(tx, { bookingIds, words: tracesOf(person), inPlace: formerMember })
}
