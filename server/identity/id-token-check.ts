import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import {
  type Claims,
  idTokenSeconds,
  isTokenShaped,
  readClaims,
  toleranceSeconds,
} from '#server/identity/id-token.ts'

export type Checked = { claims: Claims } | { refused: 'invalid' | 'expired' }
type Expected = { issuer: string; projectId: string; anonymous: boolean }

/** Signature, dates and claims of an ID token; the keys are asked for once more when none of them fits. */
export async function checkIdToken(
  token: string,
  { issuer, projectId, anonymous }: Expected,
  at: Date,
  keysFor: (isMissing: boolean) => Promise<JWTVerifyGetKey>,
): Promise<Checked> {
  if (!isTokenShaped(token)) return { refused: 'invalid' }
  const verify = async (isMissing: boolean) =>
    jwtVerify(token, await keysFor(isMissing), {
      algorithms: ['RS256'],
      issuer,
      audience: projectId,
      clockTolerance: toleranceSeconds,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
      maxTokenAge: idTokenSeconds + toleranceSeconds,
      currentDate: at,
    })
  try {
    const { payload, protectedHeader } = await verify(false).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return verify(true)
      throw error
    })
    const claims = protectedHeader.kid ? readClaims(payload, at, anonymous) : undefined
    return claims ? { claims } : { refused: 'invalid' }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { refused: 'expired' }
    if (error instanceof errors.JOSEError) return { refused: 'invalid' }
    throw error
  }
}
