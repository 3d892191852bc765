import { type Eraser, formerMember, identifyingStringsOf } from '#server/accounts/erasure.ts'
import * as store from '#server/messages/erase-store.ts'

export const eraseFromMessages: Eraser = async ({ db, now }, person) => {
  const { accountId, conversationIds } = person
  await store.deleteAbandoned(db, accountId, conversationIds)
  await store.blankMessagesOf(db, accountId, now())
  await store.redactNames(db, { conversationIds, words: identifyingStringsOf(person), inPlace: formerMember })
}
