import { type Erase, formerMember, tracesOf } from '#server/accounts/leaving.ts'
import * as store from '#server/messages/erase-store.ts'

export const eraseFromMessages: Erase = async ({ now }, tx, person) => {
  const { accountId, conversationIds } = person
  await store.deleteForsaken(tx, accountId, conversationIds)
  await store.blankMessagesOf(tx, accountId, now())
  await store.takeOutNames(tx, { conversationIds, words: tracesOf(person), inPlace: formerMember })
}
