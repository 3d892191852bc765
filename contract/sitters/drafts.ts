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
  summary: 'Get the draft of your sitter profile; empty if there is none',
  response: SitterDraft,
  problems: [],
})
export const saveSitterDraft = endpoint({
  method: 'PUT',
  path: '/v1/sitter-draft',
  access: 'account',
  summary: 'Replace the draft of your sitter profile',
  body: z.strictObject({
    step: z.string().max(30),
    data: z.record(z.string().max(60), z.json()),
    version: z.int().optional(),
  }),
  response: SitterDraft,
  problems: ['version-stale'],
})

export type SitterDraft = z.infer<typeof SitterDraft>
