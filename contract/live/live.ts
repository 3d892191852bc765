import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { liveTopics } from './codes.ts'

/** Announces a change to something visible to the account: its topic and ids. The client then reads the data again. */
export const LiveEvent = z
  .object({ topic: z.enum(liveTopics) })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type LiveEvent = z.output<typeof LiveEvent>

export const streamEvents = endpoint({
  method: 'GET',
  path: '/v1/events',
  access: 'account',
  summary:
    'Server-sent events of what changes for this account, until the connection ends. `Last-Event-ID` goes on behind the event named; `reset` says that this is not possible and everything is to be read anew',
  response: z.string(),
  contentType: 'text/event-stream',
  problems: [],
})
