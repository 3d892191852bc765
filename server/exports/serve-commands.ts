import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isValidAddress, partName, sealContextOf } from '#server/exports/address.ts'
import * as store from '#server/exports/store.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { unsealBytes } from '#server/kernel/seal.ts'

export type ServedArchive = { bytes: number; content: Readable }

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Serves the archive for a valid signed URL; any other URL gets the same 404. */
export async function serveArchive(
  deps: Deps,
  exportId: string,
  query: { until?: unknown; key?: unknown },
): Promise<ServedArchive> {
  const at = deps.now()
  const isValid = isId(exportId) && isValidAddress(exportId, query, { secret: deps.site.secret, now: at })
  const row = isValid ? await store.findExport(deps.db, exportId) : undefined
  if (row?.state !== 'ready' || row.ends_at === null || row.ends_at <= at)
    throw new Problem('export-not-found')
  return { bytes: Number(row.bytes), content: Readable.from(partsOf(deps, row), { objectMode: false }) }
}

/** Reads and unseals one part after another, as the client consumes them. */
async function* partsOf(
  { storage, site }: Deps,
  { id, attempt, parts }: store.ExportRow,
): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part++) {
    const found = await storage.read(partName(id, attempt, part))
    if (!found) throw new Error(`Part ${part} of copy ${id} is missing`)
    yield unsealBytes(site, sealContextOf(id, attempt, part), await buffer(found.content))
  }
}
