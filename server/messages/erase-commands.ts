import { type Erase, formerMember, tracesOf } from '#server/accounts/leaving.ts'
import * as store from '#server/messages/erase-store.ts'

export const eraseFromMessages: Erase = async ({ db, now }, person) => {
  const { accountId, conversationIds } = person
  await store.deleteForsaken(db, accountId, conversationIds)
  await store.blankMessagesOf(db, accountId, now())
  await store.takeOutNames(db, { conversationIds, words: tracesOf(person), inPlace: formerMember })
}
