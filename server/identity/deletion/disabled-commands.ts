import { pendingDeletionMessage } from '#server/identity/deletion/deletion.ts'
import { findDeletion } from '#server/identity/deletion/store.ts'
import { IdentityError } from '#server/identity/error.ts'
import type { Db } from '#server/kernel/db/db.ts'

/** Returns why a user with correct credentials is refused. */
export async function disabledError(db: Db, uid: string): Promise<IdentityError> {
  const deletion = await findDeletion(db, uid)
  return new IdentityError('USER_DISABLED', deletion && pendingDeletionMessage(deletion.due_at))
}
