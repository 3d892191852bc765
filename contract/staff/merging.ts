import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, text } from '#contract/values.ts'

/** `accountId` is the account that stays. */
const ofPerson = { access: 'people.merge', params: z.object({ accountId: Id }) } as const

/** Something of the account that goes, and how much of it: "3 pets". */
const Lines = z.array(z.string())

const MergePreview = z.object({
  from: z.object({ accountId: Id, name: z.string(), email: z.string() }),
  /** What prevents the merge, each in a sentence that says what to do; empty if nothing does. */
  obstacles: z.array(z.string()),
  moves: Lines,
  /** What ends with the account that goes, because the other has its own or it cannot move. */
  ends: Lines,
})

export const previewMerge = endpoint({
  ...ofPerson,
  method: 'GET',
  path: '/v1/admin/people/:accountId/merge',
  summary: 'Get what a merge would move into this account, and what prevents it (staff)',
  query: z.object({ fromAccountId: Id }),
  response: MergePreview,
  problems: ['account-not-found', 'person-change-refused'],
})

export const mergePeople = endpoint({
  ...ofPerson,
  method: 'POST',
  path: '/v1/admin/people/:accountId/merge',
  summary:
    'Merge another account of the same person into this one: what it has moves, it is closed for good, and both addresses get the reason by mail (staff)',
  /** `reason` is sent to both addresses. */
  body: z.strictObject({ fromAccountId: Id, reason: text(1000, 10) }),
  response: MergePreview,
  freshSignIn: 'required',
  problems: ['account-not-found', 'person-change-refused'],
})

export type MergePreview = z.infer<typeof MergePreview>
