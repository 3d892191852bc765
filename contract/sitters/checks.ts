import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/values.ts'
import { Sitter } from './sitters.ts'

const params = z.object({ sitterId: Id })

/** A profile that waits for an operator's approval, as everybody would see it. */
export const WaitingSitter = z.object({ sitter: Sitter, submittedAt: Instant })

export const listWaitingSitters = endpoint({
  method: 'GET',
  path: '/v1/admin/sitters',
  access: 'profiles.read',
  summary: 'List sitter profiles awaiting approval, longest wait first (operators)',
  query: z.object({
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(24),
  }),
  response: z.object({ items: z.array(WaitingSitter), nextCursor: z.string().nullable() }),
  problems: ['cursor-invalid'],
})
export const showWaitingSitter = endpoint({
  method: 'GET',
  path: '/v1/admin/sitters/:sitterId',
  access: 'profiles.read',
  summary: 'Get a sitter profile awaiting approval (operators)',
  params,
  response: WaitingSitter,
  problems: ['sitter-not-found'],
})
export const approveSitter = endpoint({
  method: 'POST',
  path: '/v1/admin/sitters/:sitterId/approve',
  access: 'profiles.decide',
  freshSignIn: 'required',
  summary: 'Approve and publish a sitter profile awaiting approval (operators)',
  params,
  /** The version that the operator has read; a profile changed since then must be checked again. */
  body: z.strictObject({ version: z.int() }),
  response: Sitter,
  problems: ['sitter-not-found', 'sitter-not-waiting', 'version-stale'],
})
export const sendSitterBack = endpoint({
  method: 'POST',
  path: '/v1/admin/sitters/:sitterId/send-back',
  access: 'profiles.decide',
  freshSignIn: 'required',
  summary: 'Return a sitter profile awaiting approval to draft, with a reason for the sitter (operators)',
  params,
  body: z.strictObject({ version: z.int(), reason: text(1000, 10) }),
  response: Sitter,
  problems: ['sitter-not-found', 'sitter-not-waiting', 'version-stale'],
})

export type WaitingSitter = z.infer<typeof WaitingSitter>
