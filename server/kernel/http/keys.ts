import type { Endpoint } from '#contract/endpoint.ts'
import { keyPrefix } from '#contract/keys/codes.ts'
import { scopeOf, siteReadOf } from '#contract/keys/scopes.ts'
import { isPermission } from '#contract/staff/codes.ts'
import type { ProgramKey, TokenViewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

export const isApiKey = (token: string): boolean => token.startsWith(keyPrefix)

/**
 * Returns the viewer of a request if its API key reaches the endpoint, and refuses it otherwise. Public endpoints
 * without a scope answer a key as a visitor.
 */
export function admitByScope<V extends TokenViewer>(endpoint: Endpoint, viewer: V): V | null {
  const { key } = viewer
  if (!key) return viewer
  const scope = key.isOfSite ? siteReadOf(endpoint)?.scope : scopeOf(endpoint)
  if (scope !== undefined && key.scopes.includes(scope)) return viewer
  if (endpoint.access === 'public') return null
  if (scope === undefined) throw new Problem('api-key-refused', { detail: whyRefused(endpoint, key) })
  const whose = key.isOfSite ? ' of the site' : ''
  throw new Problem('api-key-scope-missing', {
    detail: `This needs an API key${whose} with the scope “${scope}”.`,
    scope,
  })
}

function whyRefused(endpoint: Endpoint, { isOfSite }: ProgramKey): string {
  if (isOfSite && scopeOf(endpoint) !== undefined)
    return 'A key of the site acts as no person. Use an API key that the person has created under “For developers” in their account.'
  if (!isOfSite && siteReadOf(endpoint) !== undefined)
    return 'This needs an API key of the site, which an operator creates under “Integrations” on the desk.'
  const who = isPermission(endpoint.access)
    ? 'A member of staff has to do it on the desk.'
    : 'A person has to do it on the site.'
  return `No API key can do this, whatever its scopes are. ${who}`
}

/** Checks a request with a key of the site, which has no account and no roles. */
export function checkSiteKey(endpoint: Endpoint, viewer: TokenViewer, query: unknown): void {
  admitByScope(endpoint, viewer)
  const refused = siteReadOf(endpoint)?.refused
  if (refused !== undefined && typeof query === 'object' && query !== null && Object.hasOwn(query, refused))
    throw new Problem('api-key-refused', {
      detail: `No key of the site can use “${refused}”, because it also finds e-mail addresses. Leave it out.`,
    })
}
