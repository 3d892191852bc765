import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Secrets at rest: AES-256-GCM under a key of the instance's secret. The place (table, column, row) is authenticated, so a
 * value copied into another row opens nowhere. First byte: how it was sealed. Form 2 names its key by the next four bytes, so
 * that a secret can take the place of another one; form 1 did not.
 */
const forms = { unnamed: 1, named: 2 } as const
const idBytes = 4
const ivBytes = 12
const tagBytes = 16

/** The secret that seals, and earlier ones that still open. */
export type SealKeys = { secret: string; previousSecrets: readonly string[] }

export class Unsealable extends Error {
  override name = 'Unsealable'
}

const derived = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
const keyOf = (secret: string) => derived(secret, 'sitwell seal 1', 32)
/** Tells nothing about the key. */
const idOf = (secret: string) => derived(secret, 'sitwell seal id', idBytes)

const headOf = (secret: string): Buffer => Buffer.concat([Buffer.of(forms.named), idOf(secret)])

/** `place` is where the value lives: `household.door:<id>`. */
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

/** Sealed with the secret that seals now, as its head says. */
export const isSealedNow = ({ secret }: Pick<SealKeys, 'secret'>, sealed: Uint8Array): boolean =>
  headOf(secret).equals(Buffer.from(sealed).subarray(0, 1 + idBytes))

/** Throws `Unsealable` for other secrets, another place, or a value that was touched. */
export const unseal = (keys: SealKeys, place: string, sealed: Uint8Array): string =>
  unsealBytes(keys, place, sealed).toString('utf8')

/** The same for what is no text. */
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

/** Null when no known secret opens it. */
export function tryUnseal(keys: SealKeys, place: string, sealed: Uint8Array): string | null {
  try {
    return unseal(keys, place, sealed)
  } catch (error) {
    if (error instanceof Unsealable) return null
    throw error
  }
}

/** How many values were sealed anew, and how many opened with no secret that is known. */
export type Resealed = { resealed: number; unreadable: number }
