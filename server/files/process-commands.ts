import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { faceWidth, type FileRefusal } from '#contract/files/codes.ts'
import { documentName, pictureName } from '#server/files/address.ts'
import { typeOf } from '#server/files/magic.ts'
import * as store from '#server/files/store.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { shrinkPicture } from '#server/kernel/drawing/shrink.ts'

type Outcome =
  | { refusal: FileRefusal }
  | {
      hash: string
      type: string
      bytes: number
      width: number | null
      height: number | null
      widths: number[]
      blur: string | null
    }

/** Checks and resizes an uploaded file. The bytes are stored before the row is updated. Idempotent. */
export async function processFile(deps: Deps, fileId: string): Promise<void> {
  const row = await store.findFile(deps.db, fileId)
  if (row?.state !== 'processing') return
  const outcome = await inFolder(async (folder) => {
    const path = join(folder, 'received')
    await joinParts(deps, row.parts, path)
    return storeFile(deps, row, path)
  })
  const isStored = 'hash' in outcome
  await ensureTransaction(deps, async (deps) => {
    await store.saveFile(deps.db, fileId, {
      ...outcome,
      // The announced size is replaced by the stored one.
      ...(isStored ? { received: outcome.bytes } : {}),
      state: isStored ? 'ready' : 'refused',
      parts: [],
      finished_at: deps.now(),
    })
  })
  for (const part of row.parts) await deps.storage.remove(part)
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-file-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function joinParts({ storage }: Deps, parts: readonly string[], path: string): Promise<void> {
  async function* pieces() {
    for (const part of parts) {
      const stored = await storage.read(part)
      if (!stored) throw new Error(`The part ${part} is missing`)
      yield* stored.content
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(path, { mode: 0o600 }))
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function storeFile(deps: Deps, { id, kind }: store.FileRow, path: string): Promise<Outcome> {
  const type = typeOf(await headOf(path))
  const isDocument = kind === 'document'
  if (!type) return { refusal: isDocument ? 'not-a-document' : 'not-a-picture' }
  if (type === 'application/pdf') return isDocument ? storePdf(deps, id, path) : { refusal: 'not-a-picture' }
  return storePicture(deps, id, path, kind === 'account' ? [faceWidth] : [])
}

/** Includes the row's id in the hash, so that removing one file never removes another's bytes. */
const hashOf = (id: string, content: Buffer) => createHash('sha256').update(id).update(content).digest('hex')

async function storePdf({ storage }: Deps, id: string, path: string): Promise<Outcome> {
  const content = await readFile(path)
  const hash = hashOf(id, content)
  await storage.write(documentName(hash), content, 'application/pdf')
  return {
    hash,
    type: 'application/pdf',
    bytes: content.length,
    width: null,
    height: null,
    widths: [],
    blur: null,
  }
}

async function storePicture(
  { storage }: Deps,
  id: string,
  path: string,
  additionalWidths: readonly number[],
): Promise<Outcome> {
  const shrunk = await shrinkPicture(path, additionalWidths)
  if (typeof shrunk === 'string') return { refusal: shrunk }
  const { sizes, width, height, blur } = shrunk
  const largest = sizes.at(-1)!.webp
  const hash = hashOf(id, largest)
  for (const size of sizes) await storage.write(pictureName(hash, size.width), size.webp, 'image/webp')
  const widths = sizes.map((size) => size.width)
  return { hash, type: 'image/webp', bytes: largest.length, width, height, widths, blur }
}
