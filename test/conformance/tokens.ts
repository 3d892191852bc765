import { decodeJwt, type JWTPayload, UnsecuredJWT } from 'jose'
import type { Checked } from '#server/identity/tokens/id-token-check.ts'
import { readClaims, seconds } from '#server/identity/tokens/id-token.ts'
import type { Keyring } from '#server/identity/tokens/keyring.ts'
import type { Clock } from '#server/kernel/clock.ts'

/** Claims of custom tokens, by the id of the session they opened. */
export type SessionClaims = Map<string, Record<string, unknown>>

/** Issues unsigned tokens and accepts any token without verification, as suites for the emulator expect. */
export function unsignedKeyring(now: Clock, claimsOf: SessionClaims): Keyring {
  return {
    sign: async (payload) =>
      new UnsecuredJWT({ ...payload, ...claimsOf.get(String(payload['sid'])) }).encode(),
    check: async (token) => readWithoutVerification(token, now()),
    jwks: async () => ({ keys: [] }),
    reload: async () => {},
  }
}

function readWithoutVerification(token: string, at: Date): Checked {
  let payload: JWTPayload
  try {
    payload = decodeJwt(token)
  } catch {
    return { refused: 'invalid' }
  }
  const claims = readClaims(payload, at, true)
  if (!claims) return { refused: 'invalid' }
  return (payload.exp ?? 0) <= seconds(at) ? { refused: 'expired' } : { claims }
}
