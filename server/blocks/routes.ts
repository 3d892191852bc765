import * as contract from '#contract/blocks.ts'
import { addBlock, listBlocks, removeBlock } from '#server/blocks/commands.ts'
import { route } from '#server/kernel/http/http.ts'

export const blockRoutes = [
  route(contract.listBlocks, async ({ deps, viewer }) => ({
    items: await listBlocks(deps, viewer),
    nextCursor: null,
  })),
  route(contract.addBlock, ({ deps, viewer, body }) => addBlock(deps, viewer, body.accountId)),
  route(contract.removeBlock, ({ deps, viewer, params }) => removeBlock(deps, viewer, params.accountId)),
]
