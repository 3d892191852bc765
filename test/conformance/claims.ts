import { Refusal } from '#test/conformance/refusal.ts'

const largest = 1_000
const forbidden = new Set(
  'iss aud sub iat exp nbf jti nonce azp acr amr cnf auth_time firebase at_hash c_hash'.split(' '),
)

export function refuseForbidden(claims: object): void {
  for (const name of Object.keys(claims))
    if (forbidden.has(name)) throw new Refusal(`FORBIDDEN_CLAIM : ${name}`)
}

/** Validates custom claims, given as JSON text. */
export function readCustomClaims(text: string): string {
  const claims = parse(text)
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw new Refusal('INVALID_CLAIMS')
  if (text.length > largest) throw new Refusal('CLAIMS_TOO_LARGE')
  refuseForbidden(claims)
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
