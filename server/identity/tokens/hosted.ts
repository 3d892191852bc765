import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { HostedAddresses, HostedIdentity } from '#server/identity/options.ts'
import { checkIdToken } from '#server/identity/tokens/id-token-check.ts'
import { tokenStatusOf } from '#server/identity/tokens/id-token.ts'
import { Jwk } from '#server/identity/tokens/jwk.ts'
import { hashSecret } from '#server/identity/tokens/secret.ts'
import { type IdTokenVerifier, refuse } from '#server/identity/tokens/verifier.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

const timeoutMs = 5_000
const secondMs = 1_000
const cooldownMs = 30 * secondMs
const maxStaleMs = 24 * 3_600 * secondMs
const minFreshSeconds = 60

type HostedVerifierDeps = Pick<Deps, 'now' | 'log'>

const googleAddresses: HostedAddresses = {
  keys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  lookup: 'https://identitytoolkit.googleapis.com/v1/accounts:lookup',
}

/** Verifies ID tokens of the hosted service with its published keys. */
export function createHostedVerifier(
  deps: HostedVerifierDeps,
  { firebase, checkRevoked }: HostedIdentity,
  addresses: HostedAddresses = googleAddresses,
): IdTokenVerifier {
  const keysFor = cachedKeys(deps, addresses.keys)
  const expected = {
    issuer: `https://securetoken.google.com/${firebase.projectId}`,
    projectId: firebase.projectId,
    anonymous: false,
  }
  const lookup = `${addresses.lookup}?key=${encodeURIComponent(firebase.apiKey)}`
  const statusOf = checkRevoked === 'cached' ? cachedTokenStatus(deps, lookup) : undefined
  return {
    async verify(token, { isWrite = false } = {}) {
      const checked = await checkIdToken(token, expected, deps.now(), keysFor)
      if ('refused' in checked) throw refuse(checked.refused)
      const found = (await statusOf?.(token, checked.claims.authTime, isWrite)) ?? 'good'
      if (found !== 'good') throw refuse(found)
      return checked.claims
    },
    // The service checks tokens only, so callers must discard the sign-in when its token expires.
    verifyAgain: async (signIn) => signIn,
  }
}

const Jwks = z.object({ keys: z.array(Jwk) })
type Keys = { set: JWTVerifyGetKey; fetchedAt: number; freshUntil: number }

/** Caches the keys as long as the response allows. During an outage the last ones are used for up to a day. */
function cachedKeys(
  { now, log }: HostedVerifierDeps,
  url: string,
): (isMissing: boolean) => Promise<JWTVerifyGetKey> {
  let known: Keys | undefined
  let triedAt = -Infinity
  let pendingFetch: Promise<Keys> | undefined

  const fetchOnce = (): Promise<Keys> => {
    triedAt = now().getTime()
    pendingFetch ??= fetchKeys(url, triedAt).finally(() => {
      pendingFetch = undefined
    })
    return pendingFetch
  }
  return async (isMissing) => {
    const at = now().getTime()
    if (known && !isMissing && at < known.freshUntil) return known.set
    const isUsable = known !== undefined && at - known.fetchedAt < maxStaleMs
    if (known && isUsable && at - triedAt < cooldownMs) return known.set
    try {
      known = await fetchOnce()
      return known.set
    } catch (error) {
      log.warn({ err: error }, 'keys of the hosted identity service')
      if (known && isUsable) return known.set
      throw new Problem('unavailable', { detail: 'Your sign-in cannot be checked at the moment.' }, 5)
    }
  }
}

async function fetchKeys(url: string, at: number): Promise<Keys> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  const jwks = Jwks.safeParse(await response.json()).data
  if (!response.ok || !jwks || jwks.keys.length === 0)
    throw new Error(`The identity service answered ${response.status} without keys`)
  const maxAge = Number(/max-age=(\d{1,9})/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0)
  const freshMs = Math.min(Math.max(maxAge, minFreshSeconds) * secondMs, maxStaleMs)
  return { set: createLocalJWKSet(jwks), fetchedAt: at, freshUntil: at + freshMs }
}

type TokenStatus = ReturnType<typeof tokenStatusOf>
/** `number` counts the requests in the order in which they began. */
type CachedStatus = { status: TokenStatus; until: number; number: number }
const cacheMs = 60 * secondMs
const maxCachedStatuses = 10_000

/**
 * Asks the service whether a session was revoked. A read trusts the answer for a minute, waits for the running request of
 * another read, and is allowed if the service does not respond; a write asks each time and is refused in that case.
 */
function cachedTokenStatus({ now, log }: HostedVerifierDeps, url: string) {
  const cache = new Map<string, CachedStatus>()
  /** Running requests of reads, for which other reads with the same token wait. */
  const running = new Map<string, Promise<TokenStatus>>()
  let requests = 0

  async function ask(key: string, token: string, authTime: number): Promise<TokenStatus> {
    const [number, until] = [++requests, now().getTime() + cacheMs]
    const status = await fetchTokenStatus(url, token, authTime)
    // A request that began later may have been answered first.
    if ((cache.get(key)?.number ?? 0) > number) return status
    cache.delete(key)
    cache.set(key, { status, until, number })
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCachedStatuses) break
      cache.delete(oldest)
    }
    return status
  }

  function askOnce(key: string, token: string, authTime: number): Promise<TokenStatus> {
    const asking = running.get(key) ?? ask(key, token, authTime).finally(() => running.delete(key))
    running.set(key, asking)
    return asking
  }

  return async (token: string, authTime: number, isWrite: boolean): Promise<TokenStatus> => {
    const key = hashSecret(token)
    const known = cache.get(key)
    if (!isWrite && known && now().getTime() < known.until) return known.status
    try {
      return await (isWrite ? ask : askOnce)(key, token, authTime)
    } catch (error) {
      log.warn({ err: error }, 'the hosted identity service could not be asked')
      if (isWrite)
        throw new Problem(
          'unavailable',
          { detail: 'Your sign-in cannot be checked at the moment. Nothing was changed.' },
          5,
        )
      return known?.status ?? 'good'
    }
  }
}

const Lookup = z.object({
  users: z
    .array(
      z.object({ disabled: z.boolean().nullish(), validSince: z.union([z.string(), z.number()]).nullish() }),
    )
    .optional(),
  error: z.object({ message: z.string().optional() }).optional(),
})
const refusals = new Map<string, TokenStatus>([
  ['USER_DISABLED', 'disabled'],
  ['USER_NOT_FOUND', 'missing'],
  ['TOKEN_EXPIRED', 'revoked'],
  ['INVALID_ID_TOKEN', 'revoked'],
])

async function fetchTokenStatus(url: string, idToken: string, authTime: number): Promise<TokenStatus> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { users, error } = Lookup.parse(await response.json())
  const refused = refusals.get(error?.message?.split(' : ')[0] ?? '')
  if (refused) return refused
  const user = users?.[0]
  if (!response.ok || !user) throw new Error(`The identity service answered ${response.status}`)
  const validSince = new Date(Number(user.validSince ?? 0) * secondMs)
  return tokenStatusOf({ disabled: user.disabled === true, valid_since: validSince }, authTime)
}
