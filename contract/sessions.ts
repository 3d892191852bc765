import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './values.ts'

export const Session = z.object({
  id: Id,
  createdAt: Instant,
  /** The last refresh: while a device is in use it comes at least once an hour. */
  lastUsedAt: Instant,
  /** What the device says about itself, null when it says nothing known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The network without the part that tells one household from the next. */
  network: z.string(),
  isCurrent: z.boolean(),
})

const Sessions = z.object({ items: z.array(Session), nextCursor: z.null() })

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/sessions',
  access: 'token',
  summary: 'Where one is signed in, the last used first',
  response: Sessions,
  problems: [],
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/v1/sessions/end',
  access: 'token',
  summary: 'End one session, all others, or all; their tokens are refused at once; answers what remains',
  body: z.union([
    z.strictObject({ id: Id }),
    z.strictObject({ all: z.union([z.literal(true), z.literal('others')]) }),
  ]),
  response: Sessions,
  problems: ['session-not-found'],
})

export type Session = z.infer<typeof Session>
