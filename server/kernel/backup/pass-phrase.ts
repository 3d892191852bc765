import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { StartError } from '#server/kernel/start-error.ts'

/** How the key of a backup is made from the pass phrase; `check` tells whether a pass phrase is the right one. */
export const Locked = z.object({
  salt: z.string(),
  cost: z
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  check: z.string(),
})
export type Locked = z.output<typeof Locked>

/**
 * Encrypts and decrypts parts; the name of a part is authenticated, so that parts cannot be exchanged. The same content
 * of the same name is always encrypted alike: a file that is written again is still the one that earlier backups name.
 */
export type Lock = {
  /** Names the key; parts with the same key can be shared by backups. */
  id: string
  locked: Locked | null
  seal: (name: string, content: Buffer) => Buffer
  open: (name: string, sealed: Buffer) => Buffer
}

export const unlocked: Lock = {
  id: 'plain',
  locked: null,
  seal: (_, content) => content,
  open: (_, sealed) => sealed,
}

const defaultCost = 2 ** 16
const [ivBytes, tagBytes, blockSize] = [12, 16, 8] as const
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

async function keysOf(passphrase: string, salt: string, cost: number) {
  const maxmem = 2 * 128 * cost * blockSize
  const master = await derive(passphrase.normalize(), Buffer.from(salt, 'hex'), 32, {
    N: cost,
    r: blockSize,
    maxmem,
  })
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32))
  return {
    key: derived('sitwell backup parts'),
    nonce: derived('sitwell backup nonces'),
    check: derived('sitwell backup check'),
  }
}

/** Makes the key of a pass phrase; with `known`, the same key as the backup that states it. */
export async function lockWith(passphrase: string, known?: Locked): Promise<Lock> {
  const { salt, cost } = known ?? { salt: randomBytes(16).toString('hex'), cost: defaultCost }
  const { key, nonce, check: checkKey } = await keysOf(passphrase, salt, cost)
  const check = createHmac('sha256', checkKey).update(salt).digest('hex')
  if (known && known.check !== check) throw new WrongPassPhrase()
  return {
    id: salt.slice(0, 16),
    locked: { salt, cost, check },
    seal(name, content) {
      const digest = createHmac('sha256', nonce).update(name).update('\0').update(content).digest()
      const iv = digest.subarray(0, ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
      const body = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(name, sealed) {
      const head = ivBytes + tagBytes
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(ivBytes, head))
      return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()])
    },
  }
}

export class WrongPassPhrase extends StartError {
  override name = 'WrongPassPhrase'
  constructor() {
    super(
      'The backup was encrypted with another pass phrase. Set BACKUP_PASSPHRASE to the one it was made with.',
    )
  }
}

/** Returns what decrypts a backup. */
export function lockOf(locked: Locked | null, passphrase: string | undefined): Promise<Lock> {
  if (!locked) return Promise.resolve(unlocked)
  if (passphrase) return lockWith(passphrase, locked)
  throw new StartError('The backup is encrypted. Set BACKUP_PASSPHRASE to the pass phrase it was made with.')
}
