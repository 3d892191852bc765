import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits that fit into a link, a cookie or a header. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Secrets are stored only like this; they are random, so a plain hash suffices. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const newUserId = (): string =>
  Array.from({ length: 28 }, () => letters[randomInt(letters.length)]).join('')

const keyFor = (passphrase: string) =>
  Buffer.from(hkdfSync('sha256', passphrase, '', 'identity signing keys', 32))

/** AES-256-GCM; the purpose is authenticated too, so a text cannot be moved to another row. */
export function seal(plain: string, passphrase: string, purpose: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(passphrase), nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

export type Opened = { plain: string; isFirst: boolean }

/** Opens with the first of the passphrases that fits, and says whether it is the first of all; null when none does. */
export function unsealWithAny(text: string, passphrases: readonly string[], purpose: string): Opened | null {
  for (const [index, passphrase] of passphrases.entries())
    try {
      return { plain: unseal(text, passphrase, purpose), isFirst: index === 0 }
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('unable to authenticate'))) throw error
    }
  return null
}

/** Throws when the passphrase is another one or the text was altered. */
export function unseal(text: string, passphrase: string, purpose: string): string {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(passphrase), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
