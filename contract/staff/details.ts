import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Email, Id, line, PhoneNumber, text } from '#contract/values.ts'

export const correctPerson = endpoint({
  method: 'POST',
  path: '/v1/admin/people/:accountId/correct',
  access: 'people.correct',
  summary:
    'Correct the name, the phone number or the e-mail address of a person, who is told by mail; a new address counts once it is confirmed from its mailbox (staff)',
  params: z.object({ accountId: Id }),
  /** What is absent stays as it is. `reason` is sent to the person. */
  body: z.strictObject({
    name: line(100, 1).optional(),
    phoneNumber: PhoneNumber.nullable().optional(),
    email: Email.optional(),
    reason: text(1000, 10),
  }),
  /** Whether a new address waits to be confirmed. */
  response: z.object({ emailWaits: z.boolean() }),
  freshSignIn: 'required',
  problems: ['account-not-found', 'person-change-refused'],
})
