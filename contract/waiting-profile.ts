import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Sitter } from './sitters/sitters.ts'
import { Id } from './values.ts'

/** A sitter profile that was brought from elsewhere for the proven e-mail address of this account. */
export const WaitingProfile = z.object({
  name: z.string(),
  headline: z.string(),
  bio: z.string(),
  /** Stays from elsewhere that would take days of the calendar. */
  stays: z.int(),
})

const params = z.object({ accountId: Id })

export const showWaitingProfile = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/waiting-profile',
  access: 'account',
  summary:
    'Get the sitter profile that was brought from elsewhere for your e-mail address; null if there is none',
  params,
  response: z.object({ profile: WaitingProfile.nullable() }),
  problems: ['account-not-found'],
})

export const acceptWaitingProfile = endpoint({
  method: 'POST',
  path: '/v1/accounts/:accountId/waiting-profile',
  access: 'account',
  summary: 'Take over the profile that waits for you as an unpublished draft',
  status: 201,
  params,
  body: z.strictObject({}),
  response: Sitter,
  problems: ['account-not-found', 'sitter-not-found', 'sitter-exists'],
})

export const refuseWaitingProfile = endpoint({
  method: 'DELETE',
  path: '/v1/accounts/:accountId/waiting-profile',
  access: 'account',
  summary: 'Delete the profile that waits for you; succeeds if there is none',
  params,
  response: z.object({ profile: z.null() }),
  problems: ['account-not-found'],
})

export type WaitingProfile = z.infer<typeof WaitingProfile>
