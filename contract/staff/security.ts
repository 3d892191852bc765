import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, text } from '#contract/values.ts'

const params = z.object({ accountId: Id })
/** `reason` is sent to the person. */
const body = z.strictObject({ reason: text(1000, 10) })
/** On how many devices the person was signed in. */
const response = z.object({ devices: z.int() })

export const signPersonOut = endpoint({
  method: 'POST',
  path: '/v1/admin/people/:accountId/end-sessions',
  access: 'people.secure',
  summary: 'Sign a person out on all devices; the reason is mailed (staff)',
  params,
  body,
  response,
  freshSignIn: 'required',
  problems: ['account-not-found', 'person-change-refused'],
})

export const forcePasswordReset = endpoint({
  method: 'POST',
  path: '/v1/admin/people/:accountId/reset-password',
  access: 'people.secure',
  summary:
    'Remove the password of a person and sign them out on all devices; the reason and the way to a new password are mailed (staff)',
  params,
  body,
  response,
  freshSignIn: 'required',
  problems: ['account-not-found', 'person-change-refused'],
})
