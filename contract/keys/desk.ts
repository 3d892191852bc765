import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/values.ts'
import { siteScopes } from './codes.ts'
import * as own from './keys.ts'

/** A key of the site, which belongs to no person; the key itself is shown once. */
export const SiteKey = own.ApiKey.extend({
  scopes: z.array(z.enum(siteScopes)),
  createdBy: z.object({
    name: z.string(),
    /** They may still create keys; otherwise somebody who has left may know this one. */
    isInCharge: z.boolean(),
  }),
})

const change = { access: 'integrations.change', freshSignIn: 'required' } as const

export const listSiteKeys = endpoint({
  method: 'GET',
  path: '/v1/admin/api-keys',
  access: 'integrations.read',
  summary: 'List the API keys of the site, the newest first (staff)',
  response: z.object({ items: z.array(SiteKey) }),
  problems: [],
})

export const addSiteKey = endpoint({
  ...change,
  method: 'POST',
  path: '/v1/admin/api-keys',
  summary:
    'Create an API key of the site, which belongs to no person and only reads; the key is in this answer only (staff)',
  status: 201,
  answersSecret: true,
  body: own.newKey(siteScopes),
  response: z.object({ apiKey: SiteKey, secret: z.string() }),
  problems: ['api-keys-too-many'],
})

export const removeSiteKey = endpoint({
  ...change,
  method: 'DELETE',
  path: '/v1/admin/api-keys/:keyId',
  summary: 'Delete an API key of the site; it is refused at once (staff)',
  params: z.object({ keyId: Id }),
  response: listSiteKeys.response,
  problems: ['api-key-not-found'],
})

export type SiteKey = z.infer<typeof SiteKey>
