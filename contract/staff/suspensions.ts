import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/values.ts'

export const Suspension = z.object({
  id: Id,
  at: Instant,
  /** Null if it was done on the command line. */
  byName: z.string().nullable(),
  reason: z.string(),
  /** When it ends by itself; null: not before somebody opens the account again. */
  endsAt: Instant.nullable(),
  liftedAt: Instant.nullable(),
  /** Null while it lasts, if its end came, or on the command line. */
  liftedByName: z.string().nullable(),
  liftReason: z.string().nullable(),
})

const params = z.object({ accountId: Id })

export const suspendPerson = endpoint({
  method: 'POST',
  path: '/v1/admin/people/:accountId/suspend',
  access: 'people.suspend',
  summary:
    'Suspend a person: sign-ins end, open requests end, the profile becomes a draft, and the reason is mailed (staff)',
  params,
  /** `reason` is sent to the person. Without `endsAt`, the account stays closed until somebody opens it again. */
  body: z.strictObject({ reason: text(1000, 10), endsAt: Instant.optional() }),
  response: Suspension,
  freshSignIn: 'required',
  problems: ['account-not-found', 'suspension-refused'],
})

export const restorePerson = endpoint({
  method: 'POST',
  path: '/v1/admin/people/:accountId/restore',
  access: 'people.suspend',
  summary: 'Open a suspended account again; the person is told by mail (staff)',
  params,
  /** `reason` is sent to the person. */
  body: z.strictObject({ reason: text(1000, 10) }),
  response: Suspension.nullable(),
  freshSignIn: 'required',
  problems: ['account-not-found', 'suspension-refused'],
})

export type Suspension = z.infer<typeof Suspension>
