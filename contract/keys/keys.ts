import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, line } from '#contract/values.ts'
import { keyDays, keyStates, maxKeyDays, keyScopes } from './codes.ts'

/** A key as its owner sees it later; the key itself is shown once. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** The last characters of the key. */
  ending: z.string(),
  createdAt: Instant,
  /** Null if it does not expire. */
  expiresAt: Instant.nullable(),
  /** The hour of the last request; null before the first one. */
  usedAt: Instant.nullable(),
  state: z.enum(keyStates),
})

const shared = { path: '/v1/api-keys', access: 'account' } as const
const isUnique = (all: readonly string[]) => new Set(all).size === all.length

/** The request body for a new key; `scopes` are those that it can be given. */
export const newKey = <const S extends readonly string[]>(scopes: S) =>
  z.strictObject({
    name: line(60, 1),
    scopes: z
      .array(z.enum(scopes))
      .min(1, 'Choose what the key may do')
      .refine(isUnique, 'Name each scope once'),
    /** Null for a key that does not expire. */
    expiresInDays: z.int().min(1).max(maxKeyDays).nullable().default(keyDays),
  })

export const listApiKeys = endpoint({
  ...shared,
  method: 'GET',
  summary: 'List your API keys, the newest first',
  hiddenFromStaff: true,
  response: z.object({ items: z.array(ApiKey) }),
  problems: [],
})

export const addApiKey = endpoint({
  ...shared,
  method: 'POST',
  summary: 'Create an API key, which acts as you within its scopes; the key is in this answer only',
  status: 201,
  freshSignIn: 'required',
  answersSecret: true,
  body: newKey(keyScopes),
  response: z.object({ apiKey: ApiKey, secret: z.string() }),
  problems: ['api-keys-too-many'],
})

export const removeApiKey = endpoint({
  ...shared,
  path: '/v1/api-keys/:keyId',
  method: 'DELETE',
  summary: 'Delete your API key; it is refused at once',
  params: z.object({ keyId: Id }),
  response: z.object({ items: z.array(ApiKey) }),
  problems: ['api-key-not-found'],
})

export type ApiKey = z.infer<typeof ApiKey>
