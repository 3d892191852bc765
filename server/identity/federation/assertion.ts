import { createHash, timingSafeEqual } from 'node:crypto'
import { readEmail } from '#server/identity/email.ts'
import type { Provider } from '#server/identity/federation/provider.ts'

/** What a provider has proved about a person. */
export type Assertion = {
  provider: string
  /** The provider's own id of the person; the only thing that tells them apart for good. */
  rawId: string
  federatedId: string
  email: string | null
  /** The provider says that it verified the address, and its word is proof here. */
  proven: boolean
  displayName: string | null
  firstName: string | null
  lastName: string | null
  screenName: string | null
  photoUrl: string | null
  /** The claims about the person, as they came. */
  profile: Record<string, unknown>
}

/** An assertion with the tokens it came from, which the browser may keep. */
export type Proof = {
  assertion: Assertion
  idToken?: string | undefined
  accessToken?: string | undefined
  /** With it the ID token can be presented again. */
  nonce?: string | undefined
}

const longestRawId = 255
const protocolClaims = new Set(
  'iss aud exp iat nbf jti azp nonce at_hash c_hash s_hash auth_time acr amr sid'.split(' '),
)

/** The claims of an ID token, completed by those of the user info; undefined when they name nobody. */
export function readAssertion(
  { id, issuer, trustsEmail }: Pick<Provider, 'id' | 'issuer' | 'trustsEmail'>,
  claims: Record<string, unknown>,
): Assertion | undefined {
  const { sub, email, email_verified: verified } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > longestRawId || sub.includes('\0'))
    return undefined
  const address = typeof email === 'string' ? (readEmail(email) ?? null) : null
  const photo = wordsIn(claims['picture'], 2_048)
  return {
    provider: id,
    rawId: sub,
    federatedId: `${issuer}/${sub}`,
    email: address,
    proven: trustsEmail && address !== null && (verified === true || verified === 'true'),
    displayName: wordsIn(claims['name'], 256),
    firstName: wordsIn(claims['given_name'], 256),
    lastName: wordsIn(claims['family_name'], 256),
    screenName: wordsIn(claims['preferred_username'], 256),
    photoUrl: photo && /^https?:\/\//.test(photo) ? photo : null,
    profile: Object.fromEntries(Object.entries(claims).filter(([name]) => !protocolClaims.has(name))),
  }
}

const wordsIn = (value: unknown, longest: number): string | null =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= longest &&
  value.isWellFormed() &&
  !value.includes('\0')
    ? value
    : null

/** Apps put either the nonce itself or its SHA-256 into the request for an ID token. */
export function nonceFits(claimed: unknown, given: string | undefined): boolean {
  if (claimed === undefined && given === undefined) return true
  if (typeof claimed !== 'string' || given === undefined) return false
  return sameText(claimed, given) || sameText(claimed, createHash('sha256').update(given).digest('hex'))
}

const sameText = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export type Intent = 'sign-in' | 'link' | 'reauthenticate' | 'any'

/** What the handler page says the sign-in is for; without a word it may be anything. */
export function intentOf(authType: string | undefined): Intent | undefined {
  if (authType === undefined || authType === 'unknown') return 'any'
  const intent = /^(signIn|link|reauth)Via(Popup|Redirect)$/.exec(authType)?.[1]
  return intent === 'signIn'
    ? 'sign-in'
    : intent === 'reauth'
      ? 'reauthenticate'
      : (intent as 'link' | undefined)
}

/**
 * `enter`: the person is known. `join`: their address belongs to an account that proved it too. `take-over`: it belongs to
 * one that never did, whoever made that loses every way in. `confirm`: they must first sign in to the account that has the
 * address. `create`: nobody yet. `unknown`: nobody, and nobody may be made.
 */
export type FederatedDecision = 'enter' | 'join' | 'take-over' | 'confirm' | 'create' | 'unknown'

export function decideFederated({
  isKnown,
  holder,
  proven,
  mayCreate,
}: {
  isKnown: boolean
  /** Who has the address of the assertion. */
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

/** The app's own parameters for the provider, without those that this service decides. */
export const customParameters = (given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !reserved.has(name.toLowerCase())))

export const basicScopes = ['openid', 'email', 'profile']

/** Scopes that an app asked for, beside those that tell who the person is. */
export const scopesOf = (given: string | undefined): string[] => [
  ...new Set([
    ...basicScopes,
    ...(given ?? '').split(/[\s,]+/).filter((scope) => /^[!#-[\]-~]{1,200}$/.test(scope)),
  ]),
]
