import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '#contract/endpoint.ts'
import { documentTypes, fileBytes, pictureTypes } from '#contract/files/codes.ts'
import type * as contract from '#contract/files/files.ts'
import type { UploadedFile } from '#contract/files/files.ts'
import { partName } from '#server/files/address.ts'
import * as store from '#server/files/store.ts'
import { viewFile } from '#server/files/view.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'

type NewFile = HandlerInput<typeof contract.createFile>['body']

const signingOf = ({ site, now }: Deps) => ({ secret: site.secret, now: now() })

/** Maximum number of files of one person that belong to no subject yet. */
const maxUnattached = 100

export function createFile(
  deps: Deps,
  { accountId }: Viewer,
  { kind, type, bytes, name, alt }: NewFile,
): Promise<UploadedFile> {
  const allowed: readonly string[] = kind === 'document' ? documentTypes : pictureTypes
  if (!allowed.includes(type))
    throw new Problem('file-refused', { detail: 'Choose a JPEG, PNG, WebP or AVIF picture.' })
  return ensureTransaction(deps, async (deps) => {
    if ((await store.countUnattached(deps.db, accountId)) >= maxUnattached)
      throw new Problem('files-too-many', {
        detail: 'Many of your photos are not used anywhere yet. Use or remove some first.',
      })
    const at = deps.now()
    const row = await store.insertFile(deps.db, {
      id: newId(at),
      account_id: accountId,
      kind,
      state: 'receiving',
      name,
      type,
      bytes,
      alt,
      created_at: at,
    })
    return viewFile(row, signingOf(deps))
  })
}

async function ownFile(deps: Deps, { accountId }: Viewer, id: string) {
  const row = await store.findOwnFile(deps.db, id, accountId)
  if (!row) throw new Problem('file-not-found')
  return row
}

export const readFile = async (deps: Deps, viewer: Viewer, id: string): Promise<UploadedFile> =>
  viewFile(await ownFile(deps, viewer, id), signingOf(deps))

/**
 * Receives a part of an upload. The bytes are stored under a unique name before the row is updated: if the same part is
 * sent twice concurrently, one is recorded and the other is deleted by the sweep.
 */
export async function receivePart(
  deps: Deps,
  viewer: Viewer,
  id: string,
  offset: number,
  part: Buffer,
): Promise<UploadedFile> {
  const before = await ownFile(deps, viewer, id)
  const end = offset + part.length
  if (end <= before.received) return viewFile(before, signingOf(deps))
  refuseMisplaced(before, offset)
  refuseMissized(before, end, part.length)
  const name = partName(id, offset, randomUUID())
  await deps.storage.write(name, part, 'application/octet-stream')
  return ensureTransaction(deps, async (deps) => {
    const row = await store.findOwnFile(deps.db, id, viewer.accountId)
    if (!row) throw new Problem('file-not-found')
    refuseMisplaced(row, offset)
    const isComplete = end === row.bytes
    const after = await store.saveFile(deps.db, id, {
      received: end,
      parts: [...row.parts, name],
      ...(isComplete ? { state: 'processing' } : {}),
    })
    if (isComplete) await deps.enqueue(deps.db, 'files.process', { fileId: id })
    return viewFile(after, signingOf(deps))
  })
}

function refuseMisplaced({ received, state }: store.FileRow, offset: number): void {
  if (state === 'receiving' && offset === received) return
  throw new Problem('file-offset-wrong', {
    detail: `Continue from byte ${received}.`,
    received,
  })
}

function refuseMissized({ bytes }: store.FileRow, end: number, length: number): void {
  if (end > bytes) throw new Problem('request-invalid', { detail: 'The file is longer than announced.' })
  if (length < fileBytes.leastOfPart && end < bytes)
    throw new Problem('request-invalid', { detail: `Send parts of at least ${fileBytes.leastOfPart} bytes.` })
}

export function describeFile(deps: Deps, viewer: Viewer, id: string, alt: string): Promise<UploadedFile> {
  return ensureTransaction(deps, async (deps) => {
    const { id: known } = await ownFile(deps, viewer, id)
    return viewFile(await store.saveFile(deps.db, known, { alt }), signingOf(deps))
  })
}

export function removeFile(deps: Deps, viewer: Viewer, id: string): Promise<{ removed: true }> {
  return ensureTransaction(deps, async (deps) => {
    const row = await ownFile(deps, viewer, id)
    if (row.subject_id !== null)
      throw new Problem('file-refused', { detail: 'The file is in use. Remove it where it is shown.' })
    await store.saveFile(deps.db, id, { removed_at: deps.now() })
    return { removed: true }
  })
}
