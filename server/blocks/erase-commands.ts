import type { Eraser } from '#server/accounts/erasure.ts'
import { deleteBlocksOf } from '#server/blocks/store.ts'

export const eraseFromBlocks: Eraser = async ({ db }, { accountId }) => {
  await deleteBlocksOf(db, accountId)
}
