import { z } from 'zod'
import { showDeletion } from '#contract/accounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/values.ts'

const ofPerson = { access: 'people.erase', params: z.object({ accountId: Id }) } as const

/** `reason` is sent to the person. */
const body = z.strictObject({ reason: text(1000, 10) })

export const prepareCopyFor = endpoint({
  ...ofPerson,
  method: 'POST',
  path: '/v1/admin/people/:accountId/exports',
  summary: 'Prepare the copy of a person’s data, which only they can download; they are told by mail (staff)',
  status: 201,
  body,
  response: z.object({ askedAt: Instant }),
  freshSignIn: 'required',
  problems: ['account-not-found', 'person-change-refused', 'exports-too-many'],
})

export const showDeletionOf = endpoint({
  ...ofPerson,
  method: 'GET',
  path: '/v1/admin/people/:accountId/deletion',
  summary: 'Get the open matters that block the deletion of an account, and the undo period in days (staff)',
  response: showDeletion.response,
  problems: ['account-not-found'],
})

export const deletePerson = endpoint({
  ...ofPerson,
  method: 'POST',
  path: '/v1/admin/people/:accountId/delete',
  summary:
    'Delete an account: disabled at once and erased after two weeks; until then a link in the e-mail with the reason restores it (staff)',
  body,
  response: z.object({ deletesAt: Instant }),
  freshSignIn: 'required',
  problems: ['account-not-found', 'account-in-use', 'person-change-refused'],
})

export const keepPerson = endpoint({
  ...ofPerson,
  method: 'POST',
  path: '/v1/admin/people/:accountId/keep',
  summary: 'Keep an account that is about to be erased; the person can sign in again (staff)',
  status: 200,
  body,
  response: z.object({}),
  freshSignIn: 'required',
  problems: ['account-not-found', 'person-change-refused'],
})
