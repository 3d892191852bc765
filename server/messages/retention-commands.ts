import { removeFilesOf } from '#server/files/commands.ts'
import { type Tx } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import * as store from '#server/messages/retention-store.ts'

/** Deletes conversations with their messages and photos. Returns how many were found, at most `limit`. */
export async function forgetOldConversations(
  deps: Pick<Deps, 'db' | 'now'>,
  old: store.Old,
): Promise<number> {
  const found = await store.findOld(deps.db, old)
  for (const { id, lastSeq } of found)
    await inTransaction(deps.db, (tx) => forgetConversation(deps, tx, id, lastSeq))
  return found.length
}

async function forgetConversation(deps: Pick<Deps, 'now'>, tx: Tx, id: string, lastSeq: number) {
  // Somebody may just have written a new message.
  if (!(await store.lockOld(tx, id, lastSeq))) return
  await removeFilesOf(deps, tx, 'message', await store.findMessageIds(tx, id))
  await store.deleteConversation(tx, id)
}
