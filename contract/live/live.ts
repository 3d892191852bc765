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
    'Stream changes to your account as server-sent events; `Last-Event-ID` resumes, and `reset` means reload everything',
  response: z.string(),
  contentType: 'text/event-stream',
  hiddenFromStaff: true,
  problems: [],
})
