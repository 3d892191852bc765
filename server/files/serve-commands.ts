import type { Readable } from 'node:stream'
import { documentName, pictureName, timeLeft } from '#server/files/address.ts'
import * as store from '#server/files/store.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

export type Served = { bytes: number; content: Readable; type: string; name: string; seconds: number | null }

const widthOf = (file: string): number | null => {
  const width = /^([1-9]\d{1,3})\.webp$/.exec(file)?.[1]
  return width ? Number(width) : null
}

async function serve(deps: Deps, stored: string, served: Omit<Served, 'bytes' | 'content'>): Promise<Served> {
  const found = await deps.storage.read(stored)
  if (!found) throw new Problem('file-not-found')
  return { ...found, ...served }
}

/** Serves a public picture; a hidden one gives the same 404 as an unknown one. */
export async function servePublic(deps: Deps, hash: string, file: string): Promise<Served> {
  const width = widthOf(file)
  const found =
    width && /^[0-9a-f]{64}$/.test(hash) ? await store.findPublicPicture(deps.db, hash) : undefined
  if (!width || !found?.widths.includes(width)) throw new Problem('file-not-found')
  return serve(deps, pictureName(hash, width), { type: 'image/webp', name: file, seconds: null })
}

/** Serves a file at a signed address that has not expired; any other address gives the same 404. */
export async function servePrivate(
  deps: Deps,
  fileId: string,
  file: string,
  query: { until?: unknown; key?: unknown },
): Promise<Served> {
  const left = timeLeft(fileId, query, { secret: deps.site.secret, now: deps.now() })
  const row = left === null ? undefined : await store.findFile(deps.db, fileId)
  if (left === null || row?.state !== 'ready' || !row.hash) throw new Problem('file-not-found')
  const seconds = Math.floor(left / 1000)
  const width = widthOf(file)
  if (width && row.widths.includes(width))
    return serve(deps, pictureName(row.hash, width), { type: 'image/webp', name: file, seconds })
  if (file === 'document.pdf' && row.type === 'application/pdf')
    return serve(deps, documentName(row.hash), { type: row.type, name: row.name || file, seconds })
  throw new Problem('file-not-found')
}

/**
 * Opens a stored file, a picture in its largest size; null once its bytes are deleted. The caller must have checked
 * access.
 */
export async function openStoredFile({ db, storage }: Pick<Deps, 'db' | 'storage'>, fileId: string) {
  const row = await store.findFile(db, fileId)
  if (row?.state !== 'ready' || !row.hash) return null
  const name =
    row.type === 'application/pdf' ? documentName(row.hash) : pictureName(row.hash, Math.max(...row.widths))
  return (await storage.read(name))?.content ?? null
}
