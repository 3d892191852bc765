import { removeFilesOf } from '#server/files/commands.ts'
import type { InTx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import * as store from '#server/messages/retention-store.ts'

/** Deletes conversations with their messages and photos. Returns how many were found, at most `limit`. */
export async function deleteOldConversations(
  deps: Pick<Deps, 'db' | 'now'>,
  criteria: store.ExpiryCriteria,
): Promise<number> {
  const found = await store.findOld(deps.db, criteria)
  for (const { id, lastSeq } of found)
    await ensureTransaction(deps, (deps) => deleteConversation(deps, id, lastSeq))
  return found.length
}

async function deleteConversation(deps: InTx<Pick<Deps, 'now'>>, id: string, lastSeq: number) {
  // Somebody may just have written a new message.
  if (!(await store.lockOld(deps.db, id, lastSeq))) return
  await removeFilesOf(deps, 'message', await store.findMessageIds(deps.db, id))
  await store.deleteConversation(deps.db, id)
}
