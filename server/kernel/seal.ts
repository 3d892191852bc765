import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encryption of secrets at rest: AES-256-GCM with a key derived from the secret of the instance. The place (table,
 * column, row) is authenticated, so that a value copied into another row cannot be decrypted. The first byte is the
 * format. Format 2 identifies its key in the next four bytes, so that the secret can be rotated; format 1 does not.
 */
const forms = { unnamed: 1, named: 2 } as const
const idBytes = 4
const ivBytes = 12
const tagBytes = 16

/** The current secret, and earlier ones that may still decrypt. */
export type SealKeys = { secret: string; previousSecrets: readonly string[] }

export class Unsealable extends Error {
  override name = 'Unsealable'
}

const derived = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
const keyOf = (secret: string) => derived(secret, 'sitwell seal 1', 32)
/** Identifies the key without revealing anything about it. */
const idOf = (secret: string) => derived(secret, 'sitwell seal id', idBytes)

const headOf = (secret: string): Buffer => Buffer.concat([Buffer.of(forms.named), idOf(secret)])

/** Encrypts a value; `place` is where it is stored: `household.door:<id>`. */
export function seal(
  { secret }: Pick<SealKeys, 'secret'>,
  place: string,
  content: string | Uint8Array,
): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([
    typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content),
    cipher.final(),
  ])
  return Buffer.concat([headOf(secret), iv, cipher.getAuthTag(), body])
}

/** Returns true if the header says that the value was sealed with the current secret. */
export const isSealedNow = ({ secret }: Pick<SealKeys, 'secret'>, sealed: Uint8Array): boolean =>
  headOf(secret).equals(Buffer.from(sealed).subarray(0, 1 + idBytes))

/** Decrypts a value; throws `Unsealable` for an unknown secret, another place, or a modified value. */
export const unseal = (keys: SealKeys, place: string, sealed: Uint8Array): string =>
  unsealBytes(keys, place, sealed).toString('utf8')

/** Like `unseal`, for binary values. */
export function unsealBytes(keys: SealKeys, place: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  const known = [keys.secret, ...keys.previousSecrets]
  const head = bytes[0] === forms.named ? 1 + idBytes : 1
  if (
    !Object.values<number | undefined>(forms).includes(bytes[0]) ||
    bytes.length < head + ivBytes + tagBytes
  )
    throw new Unsealable(`${place} is sealed in an unknown form`)
  const fitting = bytes[0] === forms.named ? known.filter((secret) => isSealedNow({ secret }, bytes)) : known
  let cause: unknown
  for (const secret of fitting)
    try {
      return open(secret, place, bytes.subarray(head))
    } catch (error) {
      cause = error
    }
  throw new Unsealable(`${place} was sealed with another secret, or has been changed`, { cause })
}

function open(secret: string, place: string, bytes: Buffer): Buffer {
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)]
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
}

/** Identifies a secret without revealing anything about it: for a restored database, whether this is its secret. */
export const secretIdOf = (secret: string): string => idOf(secret).toString('hex')

/** Returns null if no known secret decrypts the value. */
export function tryUnseal(keys: SealKeys, place: string, sealed: Uint8Array): string | null {
  try {
    return unseal(keys, place, sealed)
  } catch (error) {
    if (error instanceof Unsealable) return null
    throw error
  }
}

/** Number of values that were sealed again, and of values that no known secret can decrypt. */
export type Resealed = { resealed: number; unreadable: number }
