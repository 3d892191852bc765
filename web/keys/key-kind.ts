import type { ReactNode } from 'react'
import { keyScopes, type KeyScope } from '#contract/keys/codes.ts'
import type { ApiKey } from '#contract/keys/keys.ts'
import { api } from '#web/api.ts'
import { scopeWords } from '#web/keys/key-words.ts'

export type NewKey<S extends string> = { name: string; scopes: S[]; expiresInDays: number | null }
/** What the page shows of any key. */
export type AnyKey<S extends string> = Omit<ApiKey, 'scopes'> & { scopes: readonly S[] }

/** The keys of a list, which are those of a person or those of the site: what they may do, and the calls about them. */
export type KeyKind<S extends string, K extends AnyKey<S>> = {
  /** The name of the list. */
  label: string
  scopes: readonly S[]
  words: Record<S, string>
  add: (body: NewKey<S>) => Promise<{ apiKey: K; secret: string }>
  remove: (keyId: string) => Promise<{ items: K[] }>
  /** Whether deleting a key needs a recent sign-in. */
  protectsRemoval: boolean
  /** What else is known of a key. */
  more?: (key: K) => ReactNode
}

export const ownKeys: KeyKind<KeyScope, ApiKey> = {
  label: 'Your API keys',
  scopes: keyScopes,
  words: scopeWords,
  add: (body) => api('POST /v1/api-keys', { body }),
  remove: (keyId) => api('DELETE /v1/api-keys/:keyId', { params: { keyId } }),
  protectsRemoval: false,
}
