import { createRemoteJWKSet, errors as joseErrors, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { z } from 'zod'
import { IdentityError } from '#server/identity/error.ts'
import {
  type Assertion,
  nonceMatches,
  type Proof,
  readAssertion,
} from '#server/identity/federation/assertion.ts'
import { googleIssuer, type Provider } from '#server/identity/federation/provider.ts'
import { toleranceSeconds } from '#server/identity/tokens/id-token.ts'
import type { Deps } from '#server/kernel/deps.ts'

export const FlowSecrets = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })
export type FlowSecrets = z.infer<typeof FlowSecrets>
/** A sign-in that is about to begin at a provider. */
type Flow = FlowSecrets & { redirectUri: string; scopes: string[]; parameters: Record<string, string> }
export type Credential = {
  idToken: string | undefined
  accessToken: string | undefined
  nonce: string | undefined
}

/** Client for the providers of an instance. */
export type Federation = {
  /** The provider's display name; undefined if there is no such provider. */
  nameOf: (provider: string) => string | undefined
  /** The address at which the browser signs in. */
  authorizationUrl: (provider: string, flow: Flow) => Promise<string>
  /** Exchanges the provider's response for a proof of the user. */
  exchange: (provider: string, response: URL, secrets: FlowSecrets) => Promise<Proof>
  /** Checks an ID token that the app obtained itself. */
  verify: (provider: string, credential: Credential) => Promise<Proof>
}

const timeoutSeconds = 5
const rediscoverMs = 3_600_000
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

type DiscoveredProvider = {
  config: client.Configuration
  keySet: ReturnType<typeof createRemoteJWKSet>
  discoveredAt: Date
}

/** OpenID Connect: code flow with PKCE, state and nonce; every signature is checked. */
export function createFederation({ now, log }: FederationDeps, providers: Provider[]): Federation {
  const byId = new Map(providers.map((provider) => [provider.id, provider]))
  const discoveredProviderOf = createProviderDiscovery({ now, log })

  /** Calls a provider, and converts every failure into a refusal of the protocol. */
  async function callProvider<T>(
    id: string,
    call: (provider: Provider, discovered: DiscoveredProvider) => Promise<T>,
  ): Promise<T> {
    const provider = byId.get(id)
    if (!provider) throw new IdentityError('OPERATION_NOT_ALLOWED')
    try {
      return await call(provider, await discoveredProviderOf(provider))
    } catch (error) {
      if (error instanceof IdentityError) throw error
      const refusal = refusalOf(error)
      log.warn({ err: error, provider: id }, 'identity provider')
      throw refusal
    }
  }

  return {
    nameOf: (id) => byId.get(id)?.name,
    authorizationUrl: (id, flow) => callProvider(id, (_, { config }) => authorizationUrl(config, flow)),
    exchange: (id, response, secrets) =>
      callProvider(id, (provider, { config }) => exchange(provider, config, response, secrets)),
    verify: (id, credential) =>
      callProvider(id, (provider, discovered) => verify(provider, discovered, credential, now())),
  }
}

type FederationDeps = Pick<Deps, 'now' | 'log'>

/** Discovers providers, and again after an hour; concurrent calls share one discovery. */
function createProviderDiscovery({
  now,
  log,
}: FederationDeps): (provider: Provider) => Promise<DiscoveredProvider> {
  const discoveredProviders = new Map<string, DiscoveredProvider>()
  const running = new Map<string, Promise<DiscoveredProvider>>()

  async function rediscover(
    provider: Provider,
    known: DiscoveredProvider | undefined,
  ): Promise<DiscoveredProvider> {
    try {
      const discovered = await discover(provider, now())
      discoveredProviders.set(provider.id, discovered)
      return discovered
    } catch (error) {
      // An outdated configuration is better than none.
      if (!known) throw error
      log.warn({ err: error, provider: provider.id }, 'identity provider not discovered again')
      return known
    } finally {
      running.delete(provider.id)
    }
  }

  return async (provider) => {
    const known = discoveredProviders.get(provider.id)
    if (known && now().getTime() - known.discoveredAt.getTime() < rediscoverMs) return known
    const discovery = running.get(provider.id) ?? rediscover(provider, known)
    running.set(provider.id, discovery)
    return discovery
  }
}

const authorizationUrl = async (
  config: client.Configuration,
  { state, nonce, verifier, redirectUri, scopes, parameters }: Flow,
): Promise<string> =>
  client
    .buildAuthorizationUrl(config, {
      ...parameters,
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    .toString()

async function exchange(
  provider: Provider,
  config: client.Configuration,
  response: URL,
  { state, nonce, verifier }: FlowSecrets,
): Promise<Proof> {
  const tokens = await client.authorizationCodeGrant(config, response, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = { ...tokens.claims() }
  const assertion = await complete(provider, config, claims, tokens.access_token)
  return { assertion, idToken: tokens.id_token, accessToken: tokens.access_token, nonce }
}

async function verify(
  provider: Provider,
  { config, keySet }: DiscoveredProvider,
  { idToken, accessToken, nonce }: Credential,
  at: Date,
): Promise<Proof> {
  // An access token does not show which client it was issued to.
  if (!idToken) throw new IdentityError('INVALID_IDP_RESPONSE', 'An ID token is needed.')
  const { issuer, id_token_signing_alg_values_supported: offered = ['RS256'] } = config.serverMetadata()
  const { payload } = await jwtVerify(idToken, keySet, {
    issuer: issuer === googleIssuer ? [issuer, new URL(issuer).host] : issuer,
    audience: provider.clientId,
    algorithms: asymmetric.filter((name) => offered.includes(name)),
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance: toleranceSeconds,
    currentDate: at,
  })
  if (Array.isArray(payload.aud) && payload['azp'] !== provider.clientId)
    throw new IdentityError('INVALID_IDP_RESPONSE', 'The ID token was issued to another client.')
  if (!nonceMatches(payload['nonce'], nonce)) throw new IdentityError('MISSING_OR_INVALID_NONCE')
  const assertion = await complete(provider, config, payload, accessToken)
  return { assertion, idToken, accessToken, nonce }
}

async function discover(provider: Provider, at: Date): Promise<DiscoveredProvider> {
  const issuer = new URL(provider.issuer)
  const insecure = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []
  const config = await client.discovery(
    issuer,
    provider.clientId,
    { [client.clockTolerance]: toleranceSeconds },
    clientSecret(provider.clientSecret),
    { timeout: timeoutSeconds, execute: [client.enableNonRepudiationChecks, ...insecure] },
  )
  const { jwks_uri: keys } = config.serverMetadata()
  if (!keys) throw new Error('The provider publishes no keys')
  const keySet = createRemoteJWKSet(new URL(keys), {
    timeoutDuration: timeoutSeconds * 1000,
    cooldownDuration: 30_000,
  })
  return { config, keySet, discoveredAt: at }
}

/**
 * Sends the secret in the header if the provider supports that, which is the standard's default, otherwise in the
 * body.
 */
function clientSecret(secret: string): client.ClientAuth {
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? inHeader : inBody
    return authenticate(server, ...rest)
  }
}

/** Completes the claims from the user info, because many providers return the address only there. */
async function complete(
  provider: Provider,
  config: client.Configuration,
  claims: Record<string, unknown>,
  accessToken: string | undefined,
): Promise<Assertion> {
  const isComplete = claims['email'] !== undefined && claims['name'] !== undefined
  const canFetchUserInfo =
    accessToken !== undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const userInfo: Record<string, unknown> =
    isComplete || !canFetchUserInfo
      ? {}
      : await client.fetchUserInfo(config, accessToken, String(claims['sub']))
  const { email, email_verified: verified, ...others } = userInfo
  // The address and its verification must come from the same source.
  const address =
    claims['email'] === undefined && email !== undefined ? { email, email_verified: verified } : {}
  const assertion = readAssertion(provider, { ...others, ...claims, ...address })
  if (!assertion) throw new IdentityError('INVALID_IDP_RESPONSE', 'The provider did not identify the person.')
  return assertion
}

function refusalOf(error: unknown): IdentityError {
  if (error instanceof client.AuthorizationResponseError)
    return error.error === 'access_denied'
      ? new IdentityError('USER_CANCELLED')
      : new IdentityError('INVALID_IDP_RESPONSE', 'The provider refused the sign-in.')
  if (isOutage(error)) return new IdentityError('UNAVAILABLE', undefined, 5)
  return new IdentityError('INVALID_IDP_RESPONSE', 'The response of the provider is not valid.')
}

/** True if the provider did not answer, or not in its normal state. */
function isOutage(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500
  if (error instanceof joseErrors.JWKSTimeout) return true
  if (error instanceof joseErrors.JOSEError) return error.code === 'ERR_JOSE_GENERIC'
  if (error instanceof client.ClientError)
    return error.code === undefined || /TIMEOUT|ABORT|NOT_CONFORM|NOT_JSON/.test(error.code)
  return error instanceof TypeError
}
