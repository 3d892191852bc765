import { sql } from 'kysely'
import type { Tx } from '#server/kernel/db/db.ts'
import { withoutWords } from '#server/kernel/erasing.ts'

/** A conversation whose two people are both gone goes as a whole, with its messages. */
export const deleteForsaken = (tx: Tx, accountId: string, conversationIds: readonly string[]) =>
  sql`
    delete from conversation using account owner, sitter join account keeper on keeper.id = sitter.account_id
    where conversation.id = any(${[...conversationIds]}::uuid[]) and owner.id = conversation.owner_id
      and sitter.id = conversation.sitter_id
      and (owner.erased_at is not null or owner.id = ${accountId})
      and (keeper.erased_at is not null or keeper.id = ${accountId})`.execute(tx)

/** That there was a message stays, so that the other side can follow what was said. */
export const blankMessagesOf = (tx: Tx, accountId: string, at: Date) =>
  sql`
    update message set body = '', removed_at = coalesce(removed_at, ${at})
    where author_id = ${accountId} and body is not null`.execute(tx)

/** The other person's words stay theirs, without the name and the addresses. */
export const takeOutNames = (
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
