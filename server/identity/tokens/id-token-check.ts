import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose'
import {
  type Claims,
  idTokenSeconds,
  isTokenShaped,
  readClaims,
  toleranceSeconds,
} from '#server/identity/tokens/id-token.ts'
import { hashSecret } from '#server/identity/tokens/secret.ts'

export type Checked = { claims: Claims } | { refused: 'invalid' | 'expired' }
type Expected = { issuer: string; projectId: string; anonymous: boolean }
type KeysFor = (isMissing: boolean) => Promise<JWTVerifyGetKey>

/** Checks signature, dates and claims of an ID token. If no key fits, the keys are fetched once more. */
export async function checkIdToken(
  token: string,
  expected: Expected,
  at: Date,
  keysFor: KeysFor,
): Promise<Checked> {
  if (!isTokenShaped(token)) return { refused: 'invalid' }
  try {
    const payload = await payloadOf(token, expected, at, keysFor)
    const claims = payload && readClaims(payload, at, expected.anonymous)
    return claims ? { claims } : { refused: 'invalid' }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { refused: 'expired' }
    if (error instanceof errors.JOSEError) return { refused: 'invalid' }
    throw error
  }
}

type VerifiedToken = { payload: JWTPayload; from: Date; until: Date }
const maxVerifiedTokens = 5_000
/**
 * Cache of valid tokens by hash, because clients send the same one for an hour. It is dropped together with the keys
 * the tokens were checked with. Whether the user may still use a token is checked each time.
 */
const verifiedTokens = new WeakMap<JWTVerifyGetKey, Map<string, VerifiedToken>>()

async function payloadOf(
  token: string,
  { issuer, projectId }: Expected,
  at: Date,
  keysFor: KeysFor,
): Promise<JWTPayload | undefined> {
  let keys = await keysFor(false)
  const hash = hashSecret(token)
  const known = verifiedTokens.get(keys)?.get(hash)
  if (known && known.from <= at && at < known.until) return known.payload
  const verify = () =>
    jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer,
      audience: projectId,
      clockTolerance: toleranceSeconds,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
      maxTokenAge: idTokenSeconds + toleranceSeconds,
      currentDate: at,
    })
  const { payload, protectedHeader } = await verify().catch(async (error: unknown) => {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    keys = await keysFor(true)
    return verify()
  })
  if (!protectedHeader.kid) return undefined
  const seconds = Math.min(payload.exp!, payload.iat! + idTokenSeconds)
  cacheVerifiedToken(keys, hash, { payload, from: at, until: new Date(seconds * 1000) })
  return payload
}

function cacheVerifiedToken(keys: JWTVerifyGetKey, hash: string, one: VerifiedToken): void {
  const all = verifiedTokens.get(keys) ?? new Map<string, VerifiedToken>()
  verifiedTokens.set(keys, all.set(hash, one))
  const [oldest] = all.keys()
  if (oldest !== undefined && all.size > maxVerifiedTokens) all.delete(oldest)
}
