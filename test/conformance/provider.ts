import { decodeJwt } from 'jose'
import { IdentityError } from '#server/identity/error.ts'
import { nonceMatches, type Proof, readAssertion } from '#server/identity/federation/assertion.ts'
import type { Federation } from '#server/identity/federation/federation.ts'
import type { Settings } from '#test/conformance/settings.ts'
import { z } from 'zod'

export type Claims = Record<string, unknown>

/** Decodes a token written by a suite, without verification: a JSON object, or a signed or unsigned token. */
export function readUnverified(text: string): Claims {
  try {
    if (text.startsWith('{')) return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
    return decodeJwt(text)
  } catch {
    throw new IdentityError('INVALID_IDP_RESPONSE', `Unable to parse id_token: ${text.slice(0, 100)}`)
  }
}

function proofOf(
  provider: string,
  claims: Claims,
  idToken?: string,
  accessToken?: string,
  nonce?: string,
): Proof {
  const named = {
    name: claims['displayName'],
    picture: claims['photoUrl'],
    preferred_username: claims['screenName'] ?? claims['screen_name'],
    ...claims,
  }
  const issuer = provider === 'google.com' ? 'https://accounts.google.com' : `https://${provider}`
  const assertion = readAssertion({ id: provider, issuer, trustsEmail: true }, named)
  if (!assertion) throw new IdentityError('INVALID_IDP_RESPONSE', 'The provider did not identify the person.')
  return { assertion, idToken, accessToken, nonce }
}

/**
 * Accepts every assertion, without a real provider. If addresses may repeat, it withholds the provider's address from
 * the service.
 */
export function unverifiedFederation(origin: string, settings: Settings): Federation {
  const withholdEmail = (proof: Proof): Proof =>
    settings.signIn.allowDuplicateEmails
      ? { ...proof, assertion: { ...proof.assertion, email: null, proven: false } }
      : proof
  return {
    nameOf: (provider) => provider,
    authorizationUrl: async (provider, { state, redirectUri }) =>
      `${origin}/emulator/auth/handler?${new URLSearchParams({ providerId: provider, state, redirectUri }).toString()}`,
    exchange: async (provider, response, { state }) => {
      if (response.searchParams.get('error') === 'access_denied') throw new IdentityError('USER_CANCELLED')
      const code = response.searchParams.get('code')
      if (!code || response.searchParams.get('state') !== state)
        throw new IdentityError('INVALID_IDP_RESPONSE', 'The response of the provider is not valid.')
      return withholdEmail(proofOf(provider, readUnverified(code), code))
    },
    verify: async (provider, { idToken, accessToken, nonce }) => {
      const token = idToken ?? accessToken
      if (!token) throw new IdentityError('INVALID_IDP_RESPONSE', 'An ID token is needed.')
      const claims = readUnverified(token)
      if (claims['nonce'] !== undefined && !nonceMatches(claims['nonce'], nonce))
        throw new IdentityError('MISSING_OR_INVALID_NONCE')
      return withholdEmail(proofOf(provider, claims, idToken, accessToken, nonce))
    },
  }
}
