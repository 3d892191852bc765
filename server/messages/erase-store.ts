import { sql } from 'kysely'
import type { Tx } from '#server/kernel/db/db.ts'
import { withoutWords } from '#server/kernel/erasing.ts'

/** Deletes conversations whose two people are both erased, with their messages. */
export const deleteAbandoned = (tx: Tx, accountId: string, conversationIds: readonly string[]) =>
  sql`
    delete from conversation using account owner, sitter join account keeper on keeper.id = sitter.account_id
    where conversation.id = any(${[...conversationIds]}::uuid[]) and owner.id = conversation.owner_id
      and sitter.id = conversation.sitter_id
      and (owner.erased_at is not null or owner.id = ${accountId})
      and (keeper.erased_at is not null or keeper.id = ${accountId})`.execute(tx)

/** Blanks the messages but keeps the rows, so that the other side can follow the conversation. */
export const blankMessagesOf = (tx: Tx, accountId: string, at: Date) =>
  sql`
    update message set body = '', removed_at = coalesce(removed_at, ${at})
    where author_id = ${accountId} and body is not null`.execute(tx)

/** Removes names and addresses from the other person's messages, which otherwise stay. */
export const redactNames = (
  tx: Tx,
  {
    conversationIds,
    words,
    inPlace,
  }: { conversationIds: readonly string[]; words: readonly string[]; inPlace: string },
) =>
  sql`
    update message set body = ${withoutWords(sql`body`, words, inPlace)}
    where conversation_id = any(${[...conversationIds]}::uuid[]) and body <> ''`.execute(tx)
