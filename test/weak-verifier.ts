import { createHmac, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'

/** Checks that an ID token verifier must make; a weak one omits exactly one. */
export type Check =
  | 'shape'
  | 'spelling'
  | 'length'
  | 'algorithm'
  | 'key source'
  | 'key id'
  | 'retired keys'
  | 'signature'
  | 'critical extensions'
  | 'issuer'
  | 'audience'
  | 'subject'
  | 'moment of issue'
  | 'end'
  | 'life'
  | 'start'
  | 'sign-in'
  | 'tenant'
  | 'way of signing in'
  | 'person'
  | 'session'

export type VerifierContext = {
  keys: Map<string, KeyObject>
  retired: Map<string, KeyObject>
  /** Keys that a verifier would find if it followed links. */
  elsewhere: Map<string, KeyObject>
  issuer: string
  audience: string
  /** Seconds. */
  at: number
  person: (uid: string) => { disabled: boolean; validSince: number } | undefined
  session: (id: string) => { uid: string; ended: boolean } | undefined
}

const Part = z.record(z.string(), z.unknown())
type Part = z.infer<typeof Part>
const Rsa = z.object({ kty: z.string(), n: z.string(), e: z.string() })
const jsonOf = (part: string) => Part.parse(JSON.parse(Buffer.from(part, 'base64url').toString()))
const isCanonical = (part: string) => Buffer.from(part, 'base64url').toString('base64url') === part
const isTimestamp = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
const skew = 10

/**
 * An independent verifier, only for tests. With all checks it accepts what the real one does. Without one check it
 * accepts the forgeries that this check detects, which shows that they have no other fault.
 */
export function accepts(token: string, context: VerifierContext, missing?: Check): boolean {
  try {
    const parts = token.trim().split('.')
    const [head = '', body = '', signature = ''] = parts
    const [header, claims] = [jsonOf(head), jsonOf(body)]
    const rules: [Check, () => boolean][] = [
      ['shape', () => parts.length === 3],
      ['spelling', () => token.trim() === token && [head, body, signature].every(isCanonical)],
      ['length', () => token.length <= 8_192],
      ['algorithm', () => header['alg'] === 'RS256'],
      ['key id', () => typeof header['kid'] === 'string'],
      ['critical extensions', () => header['crit'] === undefined],
      ['signature', () => isSigned(`${head}.${body}`, signature, header, context, missing)],
      ...claimRules(claims, context),
    ]
    return rules.every(([check, holds]) => check === missing || holds())
  } catch {
    return false
  }
}

function claimRules(claims: Part, context: VerifierContext): [Check, () => boolean][] {
  const { iss, aud, sub, iat, exp, nbf, auth_time: proof, sid } = claims
  const firebase = Part.safeParse(claims['firebase']).data
  const latest = context.at + skew
  const session = () => (typeof sid === 'string' ? context.session(sid) : undefined)
  return [
    ['issuer', () => iss === context.issuer],
    ['audience', () => aud === context.audience],
    ['subject', () => typeof sub === 'string' && sub.length > 0 && sub.length <= 128],
    ['moment of issue', () => isTimestamp(iat) && iat <= latest],
    ['end', () => isTimestamp(exp) && exp > context.at - skew],
    ['life', () => !isTimestamp(iat) || context.at - iat <= 3_600 + 2 * skew],
    ['start', () => nbf === undefined || (isTimestamp(nbf) && nbf <= latest)],
    ['sign-in', () => isTimestamp(proof) && proof <= latest],
    ['tenant', () => firebase?.['tenant'] === undefined],
    [
      'way of signing in',
      () =>
        typeof firebase?.['sign_in_provider'] === 'string' && firebase['sign_in_provider'] !== 'anonymous',
    ],
    [
      'person',
      () => {
        if (typeof sub !== 'string' || sub.length === 0 || sub.length > 128) return true
        const found = context.person(sub)
        return found !== undefined && !found.disabled && !(isTimestamp(proof) && proof < found.validSince)
      },
    ],
    ['session', () => sid === undefined || (session()?.uid === sub && session()?.ended === false)],
  ]
}

/** With a check missing, it trusts the header, as some libraries have done. */
function isSigned(
  text: string,
  signature: string,
  header: Part,
  context: VerifierContext,
  missing?: Check,
): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  const known = keysFor(header, context, missing)
  const algorithm = missing === 'algorithm' ? String(header['alg']).toUpperCase() : 'RS256'
  if (algorithm === 'NONE') return true
  if (algorithm === 'HS256')
    return known
      .flatMap((key) => [
        key.export({ type: 'spki', format: 'pem' }),
        key.export({ format: 'jwk' }).n!,
        Buffer.alloc(0),
      ])
      .some((secret) => createHmac('sha256', secret).update(text).digest().equals(bytes))
  const padding = algorithm.startsWith('PS') ? { padding: 6, saltLength: -1 } : {}
  return known.some((key) =>
    verify(`sha${algorithm.slice(2)}`, Buffer.from(text), { key, ...padding }, bytes),
  )
}

function keysFor(header: Part, context: VerifierContext, missing?: Check): KeyObject[] {
  const trusted = missing === 'retired keys' ? new Map([...context.keys, ...context.retired]) : context.keys
  if (missing === 'key source') {
    const { data: jwk } = Rsa.safeParse(header['jwk'])
    if (jwk) return [createPublicKey({ key: jwk, format: 'jwk' })]
    const linked = context.elsewhere.get(String(header['jku'] ?? header['x5u'] ?? header['kid']))
    if (linked) return [linked]
  }
  if (missing === 'key id' || missing === 'algorithm') return [...trusted.values()]
  const key = trusted.get(String(header['kid']))
  return key ? [key] : []
}
