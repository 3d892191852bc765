import { sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'

export type ExpiryCriteria = { quietSince: Date; erasedBefore: Date; limit: number }

/**
 * Finds conversations without messages or bookings since `quietSince`, and those whose two accounts were both erased
 * before `erasedBefore`.
 */
export async function findOld(
  db: Db,
  { quietSince, erasedBefore, limit }: ExpiryCriteria,
): Promise<{ id: string; lastSeq: number }[]> {
  const { rows } = await sql<{ id: string; lastSeq: number }>`
    select conversation.id, conversation.last_seq as "lastSeq" from conversation
      join account as owner on owner.id = conversation.owner_id
      join sitter on sitter.id = conversation.sitter_id
      join account as keeper on keeper.id = sitter.account_id
    where owner.erased_at < ${erasedBefore} and keeper.erased_at < ${erasedBefore}
      or conversation.last_at < ${quietSince} and not exists (
        select from booking
        where booking.owner_id = conversation.owner_id and booking.sitter_id = conversation.sitter_id
          and greatest(booking.ends_at, booking.ended_at, booking.created_at) >= ${quietSince})
    order by conversation.id limit ${limit}`.execute(db)
  return rows
}

/** Locks the conversation against new messages until the transaction ends; false if it is gone or has a new message. */
export const lockOld = async (tx: Tx, id: string, lastSeq: number): Promise<boolean> =>
  (await tx
    .selectFrom('conversation')
    .select('id')
    .where('id', '=', id)
    .where('last_seq', '=', lastSeq)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export const findMessageIds = async (tx: Tx, conversationId: string): Promise<string[]> =>
  (await tx.selectFrom('message').select('id').where('conversation_id', '=', conversationId).execute()).map(
    ({ id }) => id,
  )

/** Deletes a conversation; its messages are deleted by cascade. */
export const deleteConversation = (tx: Tx, id: string) =>
  tx.deleteFrom('conversation').where('id', '=', id).execute()
