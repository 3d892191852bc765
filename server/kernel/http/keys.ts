import type { Endpoint } from '#contract/endpoint.ts'
import { keyPrefix } from '#contract/keys/codes.ts'
import { scopeOf } from '#contract/keys/scopes.ts'
import type { TokenViewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

export const isApiKey = (token: string): boolean => token.startsWith(keyPrefix)

/**
 * Returns the viewer of a request if its API key reaches the endpoint, and refuses it otherwise. Public endpoints
 * without a scope answer a key as a visitor.
 */
export function admitByScope<V extends TokenViewer>(endpoint: Endpoint, viewer: V): V | null {
  if (!viewer.key) return viewer
  const scope = scopeOf(endpoint)
  if (scope !== undefined && viewer.key.scopes.includes(scope)) return viewer
  if (endpoint.access === 'public') return null
  if (scope === undefined)
    throw new Problem('api-key-refused', {
      detail: 'No API key can do this, whatever its scopes are. A person has to do it on the site.',
    })
  throw new Problem('api-key-scope-missing', {
    detail: `This needs an API key with the scope “${scope}”.`,
    scope,
  })
}
