import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { readEmail } from '#server/identity/email.ts'
import type { Provider } from '#server/identity/federation/provider.ts'

/** A provider's assertion about a user. */
export const Assertion = z.object({
  provider: z.string(),
  /** The provider's id of the user, the only permanent identifier. */
  rawId: z.string(),
  federatedId: z.string(),
  email: z.string().nullable(),
  /** The provider has verified the address and is trusted with it. */
  proven: z.boolean(),
  displayName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  screenName: z.string().nullable(),
  photoUrl: z.string().nullable(),
  /** The claims about the user, unchanged. */
  profile: z.record(z.string(), z.unknown()),
})
export type Assertion = z.infer<typeof Assertion>

/** An assertion with the tokens it came from, which the browser may store. */
export type Proof = {
  assertion: Assertion
  idToken?: string | undefined
  accessToken?: string | undefined
  /** The nonce with which the ID token can be presented again. */
  nonce?: string | undefined
}

const maxRawIdLength = 255
const protocolClaims = new Set(
  'iss aud exp iat nbf jti azp nonce at_hash c_hash s_hash auth_time acr amr sid'.split(' '),
)

/** Reads the claims of an ID token, completed by the user info; undefined if they name no user. */
export function readAssertion(
  { id, issuer, trustsEmail }: Pick<Provider, 'id' | 'issuer' | 'trustsEmail'>,
  claims: Record<string, unknown>,
): Assertion | undefined {
  const { sub, email, email_verified: verified } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > maxRawIdLength || sub.includes('\0'))
    return undefined
  const address = typeof email === 'string' ? (readEmail(email) ?? null) : null
  const photo = readShortText(claims['picture'], 2_048)
  return {
    provider: id,
    rawId: sub,
    federatedId: `${issuer}/${sub}`,
    email: address,
    proven: trustsEmail && address !== null && (verified === true || verified === 'true'),
    displayName: readShortText(claims['name'], 256),
    firstName: readShortText(claims['given_name'], 256),
    lastName: readShortText(claims['family_name'], 256),
    screenName: readShortText(claims['preferred_username'], 256),
    photoUrl: photo && /^https?:\/\//.test(photo) ? photo : null,
    profile: Object.fromEntries(Object.entries(claims).filter(([name]) => !protocolClaims.has(name))),
  }
}

const readShortText = (value: unknown, maxLength: number): string | null =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= maxLength &&
  value.isWellFormed() &&
  !value.includes('\0')
    ? value
    : null

/** Apps send either the nonce itself or its SHA-256 in the request for an ID token. */
export function nonceMatches(claimed: unknown, given: string | undefined): boolean {
  if (claimed === undefined && given === undefined) return true
  if (typeof claimed !== 'string' || given === undefined) return false
  return (
    equalInConstantTime(claimed, given) ||
    equalInConstantTime(claimed, createHash('sha256').update(given).digest('hex'))
  )
}

const equalInConstantTime = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export type Intent = 'sign-in' | 'link' | 'reauthenticate' | 'any'

const intents = new Map<string | undefined, Intent>([
  ['signIn', 'sign-in'],
  ['link', 'link'],
  ['reauth', 'reauthenticate'],
])

/** Returns the purpose of the sign-in according to the handler page; any purpose if it states none. */
export function intentOf(authType: string | undefined): Intent | undefined {
  if (authType === undefined || authType === 'unknown') return 'any'
  return intents.get(/^(\w+)Via(Popup|Redirect)$/.exec(authType)?.[1])
}

/**
 * `enter`: the user is known. `join`: the address belongs to an account that verified it too. `take-over`: it belongs
 * to an account that never did, whose creator loses every way to sign in. `confirm`: the user must first sign in to
 * the account with the address. `create`: no such user yet. `unknown`: no such user, and none may be created.
 */
export type FederatedDecision = 'enter' | 'join' | 'take-over' | 'confirm' | 'create' | 'unknown'

export function decideFederated({
  isKnown,
  holder,
  proven,
  mayCreate,
}: {
  isKnown: boolean
  /** The user with the address of the assertion. */
  holder: { email_verified: boolean } | undefined
  proven: boolean
  mayCreate: boolean
}): FederatedDecision {
  if (isKnown) return 'enter'
  if (!mayCreate) return 'unknown'
  if (!holder) return 'create'
  if (!proven) return 'confirm'
  return holder.email_verified ? 'join' : 'take-over'
}

const reserved = new Set(
  'client_id client_secret client_assertion client_assertion_type redirect_uri response_type response_mode scope state nonce code code_challenge code_challenge_method request request_uri registration id_token_hint'.split(
    ' ',
  ),
)

/** Returns the app's own parameters for the provider, without those that this service sets. */
export const customParameters = (given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !reserved.has(name.toLowerCase())))

export const basicScopes = ['openid', 'email', 'profile']

/** Returns the scopes an app asked for, together with those that identify the user. */
export const scopesOf = (given: string | undefined): string[] => [
  ...new Set([
    ...basicScopes,
    ...(given ?? '').split(/[\s,]+/).filter((scope) => /^[!#-[\]-~]{1,200}$/.test(scope)),
  ]),
]
