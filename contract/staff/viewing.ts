import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/values.ts'

const ofPerson = {
  method: 'POST',
  access: 'people.view',
  params: z.object({ accountId: Id }),
} as const

export const startViewing = endpoint({
  ...ofPerson,
  path: '/v1/admin/people/:accountId/view',
  summary: 'Begin to see the site as a person, reading only, for fifteen minutes (staff)',
  /** `reason` is written into the act; the person is not told. */
  body: z.strictObject({ reason: text(1000, 10) }),
  /** `key` goes into the header `Sitwell-View-As`, beside the bearer token of the same session. */
  response: z.object({ key: z.string(), endsAt: Instant }),
  freshSignIn: 'required',
  problems: ['account-not-found', 'person-change-refused'],
})

export const endViewing = endpoint({
  ...ofPerson,
  path: '/v1/admin/people/:accountId/view/end',
  summary: 'Write down that you no longer see the site as this person (staff)',
  body: z.strictObject({}),
  response: z.object({}),
  problems: [],
})
