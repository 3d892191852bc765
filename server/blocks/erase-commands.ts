import type { Erase } from '#server/accounts/leaving.ts'
import { deleteBlocksOf } from '#server/blocks/store.ts'

export const eraseFromBlocks: Erase = async (_deps, tx, { accountId }) => {
  await deleteBlocksOf(tx, accountId)
}
