import type { Erase } from '#server/accounts/leaving.ts'
import { deleteBlocksOf } from '#server/blocks/store.ts'

export const eraseFromBlocks: Erase = async ({ db }, { accountId }) => {
  await deleteBlocksOf(db, accountId)
}
