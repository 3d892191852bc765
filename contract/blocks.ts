import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './values.ts'

export const Block = z.object({ accountId: Id, name: z.string(), blockedAt: Instant })

export const listBlocks = endpoint({
  method: 'GET',
  path: '/v1/blocks',
  access: 'account',
  summary: 'List your blocks, newest first; at most 500',
  response: z.object({ items: z.array(Block), nextCursor: z.null() }),
  problems: [],
})

export const addBlock = endpoint({
  method: 'POST',
  path: '/v1/blocks',
  access: 'account',
  summary:
    'Block someone you have a conversation or booking with: neither can message or book the other; agreed bookings continue',
  status: 201,
  body: z.strictObject({ accountId: Id }),
  response: Block,
  problems: ['account-not-found', 'blocks-full'],
})

export const removeBlock = endpoint({
  method: 'DELETE',
  path: '/v1/blocks/:accountId',
  access: 'account',
  summary: 'Unblock a person; succeeds if they are not blocked',
  params: z.object({ accountId: Id }),
  response: z.object({}),
  problems: [],
})

export type Block = z.infer<typeof Block>
