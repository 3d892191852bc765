import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { documentName, drawingName, pictureName, timeLeft } from '#server/files/address.ts'
import * as store from '#server/files/store.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { drawWebp } from '#server/kernel/drawing/raster.ts'
import { Problem } from '#server/kernel/problem.ts'

export type Served = { bytes: number; content: Readable; type: string; name: string; seconds: number | null }

const widthOf = (file: string): number | null => {
  const width = /^([1-9]\d{1,3})\.webp$/.exec(file)?.[1]
  return width ? Number(width) : null
}

type Opened = Awaited<ReturnType<Deps['storage']['read']>>
type Storing = Pick<Deps, 'storage'>

function served(opened: Opened, facts: Omit<Served, 'bytes' | 'content'>): Served {
  if (!opened) throw new Problem('file-not-found')
  return { ...opened, ...facts }
}

/** Opens a picture; if only its drawing is stored, as in the demo town, it is rendered and stored in this width first. */
async function openPicture({ storage }: Storing, hash: string, width: number): Promise<Opened> {
  const name = pictureName(hash, width)
  const found = await storage.read(name)
  if (found) return found
  const drawing = await storage.read(drawingName(hash))
  if (!drawing) return null
  const webp = await drawWebp(await buffer(drawing.content), width)
  await storage.write(name, webp, 'image/webp')
  return { bytes: webp.length, content: Readable.from([webp]) }
}

/** Serves a public picture; a hidden one gives the same 404 as an unknown one. */
export async function servePublic(deps: Deps, hash: string, file: string): Promise<Served> {
  const width = widthOf(file)
  const found =
    width && /^[0-9a-f]{64}$/.test(hash) ? await store.findPublicPicture(deps.db, hash) : undefined
  if (!width || !found?.widths.includes(width)) throw new Problem('file-not-found')
  const opened = await openPicture(deps, hash, width)
  return served(opened, { type: 'image/webp', name: file, seconds: null })
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
    return served(await openPicture(deps, row.hash, width), { type: 'image/webp', name: file, seconds })
  if (file === 'document.pdf' && row.type === 'application/pdf')
    return served(await deps.storage.read(documentName(row.hash)), {
      type: row.type,
      name: row.name || file,
      seconds,
    })
  throw new Problem('file-not-found')
}

/**
 * Opens a stored file, a picture in its largest size; null once its bytes are deleted. The caller must have checked
 * access.
 */
export async function openStoredFile({ db, storage }: Pick<Deps, 'db' | 'storage'>, fileId: string) {
  const row = await store.findFile(db, fileId)
  if (row?.state !== 'ready' || !row.hash) return null
  const opened =
    row.type === 'application/pdf'
      ? await storage.read(documentName(row.hash))
      : await openPicture({ storage }, row.hash, Math.max(...row.widths))
  return opened?.content ?? null
}

/** Like `openStoredFile`, for small files that are needed as a whole. */
export async function readStoredFile(
  deps: Pick<Deps, 'db' | 'storage'>,
  fileId: string,
): Promise<Buffer | null> {
  const content = await openStoredFile(deps, fileId)
  return content && buffer(content)
}
