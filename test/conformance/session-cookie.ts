import { decodeJwt, UnsecuredJWT } from 'jose'
import { readFields } from '#server/identity/fields.ts'
import { readIdToken } from '#server/identity/sessions/commands.ts'
import { seconds } from '#server/identity/tokens/id-token.ts'
import type { Call } from '#test/conformance/entry.ts'
import { Refusal } from '#test/conformance/refusal.ts'

const [shortest, longest] = [5 * 60, 14 * 24 * 60 * 60]

/** Returns an unsigned session cookie, which third-party servers use instead of an ID token. */
export const createSessionCookie: Call = async (entry, body) => {
  const fields = readFields(body)
  const idToken = fields.text('idToken')
  await readIdToken(entry, idToken)
  const duration = Number(fields.text('validDuration') ?? longest)
  if (!(duration >= shortest && duration <= longest)) throw new Refusal('INVALID_DURATION')
  const iat = seconds(entry.now())
  const iss = `https://session.firebase.google.com/${entry.options.projectId}`
  return {
    sessionCookie: new UnsecuredJWT({ ...decodeJwt(idToken!), iss, iat, exp: iat + duration }).encode(),
  }
}
