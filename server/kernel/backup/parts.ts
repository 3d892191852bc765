import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { z } from 'zod'
import type { Lock } from '#server/kernel/backup/pass-phrase.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

const compress = promisify<Buffer, Buffer>(zstdCompress)
const decompress = promisify<Buffer, Buffer>(zstdDecompress)

/** A stored piece of a backup, with the size and the SHA-256 of what is stored. */
export const Part = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })
export type Part = z.output<typeof Part>

/** Something in the backup is missing or not as it was written; the message names it in a sentence. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/** Where the parts of backups are, and what encrypts them. */
export type Place = { storage: Storage; lock: Lock }

const sha256 = (content: Buffer) => hash('sha256', content, 'hex')

export async function writePart({ storage, lock }: Place, name: string, content: Buffer): Promise<Part> {
  const stored = lock.seal(name, content)
  await storage.write(name, stored, 'application/octet-stream')
  return { name, bytes: stored.length, sha256: sha256(stored) }
}

export async function readPart(
  { storage, lock }: Place,
  { name, bytes, sha256: expected }: Part,
): Promise<Buffer> {
  const found = await storage.read(name)
  if (!found) throw new Damaged(`${name} is missing.`)
  const stored = await buffer(found.content)
  if (stored.length !== bytes)
    throw new Damaged(`${name} has ${stored.length} bytes instead of ${bytes}: it was cut off or changed.`)
  if (sha256(stored) !== expected) throw new Damaged(`${name} was changed: its SHA-256 is another one.`)
  try {
    return lock.open(name, stored)
  } catch (error) {
    throw new Damaged(`${name} cannot be decrypted: it was changed, or exchanged for another part.`, {
      cause: error,
    })
  }
}

/** Content of a part before compression; so much is in memory at a time, however large a table is. */
const partBytes = 8 * 2 ** 20

/** Writes any number of chunks into compressed parts named `folder/1`, `folder/2` and so on. */
export function openParts(place: Place, folder: string) {
  const parts: Part[] = []
  let chunks: Buffer[] = []
  let waiting = 0
  const flush = async () => {
    const content = await compress(Buffer.concat(chunks))
    chunks = []
    waiting = 0
    parts.push(await writePart(place, `${folder}/${parts.length + 1}`, content))
  }
  return {
    async add(added: readonly Buffer[]): Promise<void> {
      for (const chunk of added) {
        chunks.push(chunk)
        waiting += chunk.length
        if (waiting >= partBytes) await flush()
      }
    },
    async end(): Promise<Part[]> {
      if (waiting > 0) await flush()
      return parts
    },
  }
}

/** Reads the content of compressed parts, one part at a time. */
export async function* readParts(place: Place, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield await decompress(await readPart(place, part))
}

const compressChecked = promisify<Buffer, object, Buffer>(zstdCompress)

/** Writes a compressed file that no manifest describes; it has its own checksum. */
export async function writeWhole({ storage, lock }: Place, name: string, content: Buffer): Promise<void> {
  const packed = await compressChecked(content, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  await storage.write(name, lock.seal(name, packed), 'application/octet-stream')
}

/** Returns the content of such a file; null if it does not exist. */
export async function readWhole({ storage, lock }: Place, name: string): Promise<Buffer | null> {
  const found = await storage.read(name)
  if (!found) return null
  const stored = await buffer(found.content)
  try {
    return await decompress(lock.open(name, stored))
  } catch (error) {
    throw new Damaged(`${name} was cut off or changed.`, { cause: error })
  }
}
