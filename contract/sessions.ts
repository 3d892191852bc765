import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './values.ts'

export const Session = z.object({
  id: Id,
  createdAt: Instant,
  /** Time of the last token refresh; a device in use refreshes at least once an hour. */
  lastUsedAt: Instant,
  /** Parsed from the device's user agent; null if not recognised. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The network address without the part that identifies a single household. */
  network: z.string(),
  isCurrent: z.boolean(),
})

const Sessions = z.object({ items: z.array(Session), nextCursor: z.null() })

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/sessions',
  access: 'token',
  summary: 'List your sessions, most recently used first',
  hiddenFromStaff: true,
  response: Sessions,
  problems: [],
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/v1/sessions/end',
  access: 'token',
  summary:
    'End one session, all others, or all; their tokens are refused at once; returns the remaining sessions',
  body: z.union([
    z.strictObject({ id: Id }),
    z.strictObject({ all: z.union([z.literal(true), z.literal('others')]) }),
  ]),
  response: Sessions,
  problems: ['session-not-found'],
})

export type Session = z.infer<typeof Session>
