import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Secrets at rest: AES-256-GCM under a key of the instance's secret. The place (table, column, row) is authenticated, so a
 * value copied into another row opens nowhere. First byte: how it was sealed, so that a later form can stand beside this one.
 */
const form = 1
const ivBytes = 12
const tagBytes = 16

export class Unsealable extends Error {
  override name = 'Unsealable'
}

const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'sitwell seal 1', 32))

/** `place` is where the value lives: `household.door:<id>`. */
export function seal(secret: string, place: string, text: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(form), iv, cipher.getAuthTag(), body])
}

/** Throws `Unsealable` for another secret, another place, or a value that was touched. */
export function unseal(secret: string, place: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== form || bytes.length < 1 + ivBytes + tagBytes)
    throw new Unsealable(`${place} is sealed in an unknown form`)
  const [iv, tag] = [bytes.subarray(1, 1 + ivBytes), bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)]
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag)
  try {
    return decipher.update(bytes.subarray(1 + ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch (error) {
    throw new Unsealable(`${place} was sealed with another secret, or has been changed`, { cause: error })
  }
}
