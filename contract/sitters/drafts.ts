import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/values.ts'

/** The unfinished steps of the wizard, stored on the server so that another device can continue. */
export const SitterDraft = z.object({
  step: z.string().max(30),
  data: z.record(z.string().max(60), z.json()),
  savedAt: Instant.nullable(),
  version: z.int(),
})
export const showSitterDraft = endpoint({
  method: 'GET',
  path: '/v1/sitter-draft',
  access: 'account',
  summary: 'The unfinished sitter profile, empty when there is none',
  response: SitterDraft,
  problems: [],
})
export const saveSitterDraft = endpoint({
  method: 'PUT',
  path: '/v1/sitter-draft',
  access: 'account',
  summary: 'Keep the unfinished sitter profile',
  body: z.strictObject({
    step: z.string().max(30),
    data: z.record(z.string().max(60), z.json()),
    version: z.int().optional(),
  }),
  response: SitterDraft,
  problems: ['version-stale'],
})

export type SitterDraft = z.infer<typeof SitterDraft>
