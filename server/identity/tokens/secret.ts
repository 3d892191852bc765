import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, randomInt } from 'node:crypto'

/** Returns 256 random bits in a form that fits into a link, a cookie or a header. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Secrets are stored only as this hash. They are random, so a plain hash is enough. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url')

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const newUserId = (): string =>
  Array.from({ length: 28 }, () => letters[randomInt(letters.length)]).join('')

const keyFor = (passphrase: string) =>
  Buffer.from(hkdfSync('sha256', passphrase, '', 'identity signing keys', 32))

/** Encrypts with AES-256-GCM. The purpose is authenticated too, so that a ciphertext cannot be moved to another row. */
export function seal(plain: string, passphrase: string, purpose: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(passphrase), nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

export type Unsealed = { plain: string; isFirst: boolean }

/** Decrypts with the first passphrase that fits, and returns whether it is the first of the list; null if none fits. */
export function unsealWithAny(
  text: string,
  passphrases: readonly string[],
  purpose: string,
): Unsealed | null {
  for (const [index, passphrase] of passphrases.entries())
    try {
      return { plain: unseal(text, passphrase, purpose), isFirst: index === 0 }
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('unable to authenticate'))) throw error
    }
  return null
}

/** Decrypts a text. Throws if the passphrase differs or the text was altered. */
export function unseal(text: string, passphrase: string, purpose: string): string {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(passphrase), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
