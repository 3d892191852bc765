import type { JWTPayload } from 'jose'
import { staffSignInHours } from '#contract/codes.ts'
import { isStaff } from '#contract/staff/codes.ts'

export const idTokenSeconds = 3_600
/** The provider of anonymous users. */
export const anonymous = 'anonymous'
/** Allowed difference between the clocks of two servers, in seconds. */
export const toleranceSeconds = 10
const maxTokenLength = 8_192
const maxUidLength = 128
const sessionIdPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export type TokenUser = {
  id: string
  email: string | null
  email_verified: boolean
  display_name: string | null
  photo_url: string | null
  custom_claims: Record<string, unknown>
}
export type SignIn = {
  provider: string
  authTime: number
  sessionId: string
  /** The user's identities at other providers. */
  identities: { provider: string; raw_id: string }[]
}

/** Claim names that an operator must not set. */
export const reservedClaims = new Set(
  'iss aud sub iat exp nbf jti nonce azp acr amr cnf auth_time firebase at_hash c_hash sid user_id email email_verified name picture phone_number provider_id'.split(
    ' ',
  ),
)

/** Returns the payload of an ID token; instants are in whole seconds. */
export function idTokenClaims(
  user: TokenUser,
  { provider, authTime, sessionId, identities }: SignIn,
  issuer: string,
  audience: string,
  at: Date,
): JWTPayload {
  const issuedAt = seconds(at)
  return {
    ...user.custom_claims,
    ...(user.display_name ? { name: user.display_name } : {}),
    ...(user.photo_url ? { picture: user.photo_url } : {}),
    ...(user.email ? { email: user.email, email_verified: user.email_verified } : {}),
    iss: issuer,
    aud: audience,
    sub: user.id,
    user_id: user.id,
    iat: issuedAt,
    exp: issuedAt + idTokenSeconds,
    auth_time: authTime,
    sid: sessionId,
    ...(provider === anonymous ? { provider_id: anonymous } : {}),
    firebase: {
      identities: {
        ...Object.fromEntries(identities.map(({ provider: name, raw_id: rawId }) => [name, [rawId]])),
        ...(user.email ? { email: [user.email] } : {}),
      },
      sign_in_provider: provider,
    },
  }
}

export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** Returns the time of a sign-in: now, but not before the instant up to which all others are void. */
export const authTimeAt = (at: Date, validSince: Date): number => Math.max(seconds(at), seconds(validSince))

/** Returns the instant that voids every sign-in up to and including this second. */
export const voidingMoment = (at: Date): Date => new Date((seconds(at) + 1) * 1000)

export type Claims = {
  uid: string
  email: string | null
  emailVerified: boolean
  authTime: number
  provider: string
  issuedAt: number
  /** Null in tokens of a service that does not put session ids in them. */
  sessionId: string | null
}

/**
 * True if the text has the form of a signed token: three parts, not too long, and the signature in its canonical
 * encoding.
 */
export function isTokenShaped(token: string): boolean {
  if (token.length > maxTokenLength) return false
  const signature = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token)?.[1]
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** Checks what the signature cannot show. Undefined for claims that this service would never issue. */
export function readClaims(payload: JWTPayload, at: Date, admitsAnonymous = false): Claims | undefined {
  const { sub: uid, iat, aud, auth_time: authTime, email, email_verified: emailVerified, sid } = payload
  const latest = seconds(at) + toleranceSeconds
  if (!isUid(uid) || !isAuthTime(authTime, latest)) return undefined
  if (typeof aud !== 'string' || typeof iat !== 'number' || iat > latest) return undefined
  if (sid !== undefined && !isSessionId(sid)) return undefined
  const provider = providerIn(payload['firebase'], admitsAnonymous)
  if (provider === undefined) return undefined
  return {
    uid,
    email: typeof email === 'string' ? email : null,
    emailVerified: emailVerified === true,
    authTime,
    provider,
    issuedAt: iat,
    sessionId: sid ?? null,
  }
}

const isUid = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= maxUidLength

const isAuthTime = (value: unknown, latest: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= latest

const isSessionId = (value: unknown): value is string =>
  typeof value === 'string' && sessionIdPattern.test(value)

/** Returns the provider of the sign-in; undefined if it may not sign in here, or for a tenant of the hosted service. */
function providerIn(claim: unknown, admitsAnonymous: boolean): string | undefined {
  if (typeof claim !== 'object' || claim === null || 'tenant' in claim) return undefined
  const provider = 'sign_in_provider' in claim ? claim.sign_in_provider : undefined
  return typeof provider === 'string' && (provider !== anonymous || admitsAnonymous) ? provider : undefined
}

/** True if the sign-in of a member of staff is over. It ends sooner than others, because it is worth more to a thief. */
export const isStaffSignInOver = (roles: readonly string[], authTime: number, at: Date): boolean =>
  isStaff(roles) && seconds(at) - authTime >= staffSignInHours * 3_600

export type UserState = { disabled: boolean; valid_since: Date; sessionEnded?: boolean }

/** Returns whether the user of a valid token may still use it. */
export function tokenStatusOf(
  user: UserState | undefined,
  authTime: number,
): 'good' | 'missing' | 'disabled' | 'revoked' {
  if (!user) return 'missing'
  if (user.disabled) return 'disabled'
  return user.sessionEnded || authTime < seconds(user.valid_since) ? 'revoked' : 'good'
}
