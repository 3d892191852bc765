import { createHash } from 'node:crypto'
import { type KeyState, keyPrefix } from '#contract/keys/codes.ts'

const checksumOf = (secret: string): string =>
  createHash('sha256').update(`${keyPrefix}${secret}`).digest('hex').slice(0, 8)

/** Writes a key: the prefix, 256 random bits, and a checksum by which a mistyped key is found without the database. */
export function writeKey(random: Buffer): string {
  const secret = random.toString('hex')
  return `${keyPrefix}${secret}${checksumOf(secret)}`
}

export const isWellFormed = (key: string): boolean => {
  const [, secret, checksum] = /^swk_([\da-f]{64})([\da-f]{8})$/.exec(key) ?? []
  return secret !== undefined && checksum === checksumOf(secret)
}

type KeyTimes = { created_at: Date; expires_at: Date | null }

/** `validSince`: all earlier sign-ins of the person were ended then; null if somebody else signs the person in. */
export function stateOf(
  { created_at: createdAt, expires_at: expiresAt }: KeyTimes,
  validSince: Date | null,
  at: Date,
): KeyState {
  if (validSince !== null && createdAt < validSince) return 'ended'
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'active'
}

const hourMs = 3_600_000

/** The start of the hour, so that the use of a key is recorded once an hour. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs)
