import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './values.ts'

export const Block = z.object({ accountId: Id, name: z.string(), blockedAt: Instant })

export const listBlocks = endpoint({
  method: 'GET',
  path: '/v1/blocks',
  access: 'account',
  summary: 'Whom one has blocked, the latest first; at most 500',
  response: z.object({ items: z.array(Block), nextCursor: z.null() }),
  problems: [],
})

export const addBlock = endpoint({
  method: 'POST',
  path: '/v1/blocks',
  access: 'account',
  summary:
    'Block somebody one has a conversation or a booking with: neither can write to the other or ask for a booking. What is agreed goes on',
  status: 201,
  body: z.strictObject({ accountId: Id }),
  response: Block,
  problems: ['account-not-found', 'blocks-full'],
})

export const removeBlock = endpoint({
  method: 'DELETE',
  path: '/v1/blocks/:accountId',
  access: 'account',
  summary: 'Block somebody no longer; harmless when nobody is blocked',
  params: z.object({ accountId: Id }),
  response: z.object({}),
  problems: [],
})

export type Block = z.infer<typeof Block>
