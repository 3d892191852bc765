import { type Destination, readHeads, removeFolder } from '#server/backups/destination.ts'
import { chooseRemoved, type Keep } from '#server/backups/keep.ts'
import * as manifest from '#server/backups/manifest.ts'
import { Damaged } from '#server/kernel/backup/parts.ts'
import { lockOf } from '#server/kernel/backup/pass-phrase.ts'
import { StartError } from '#server/kernel/start-error.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

/** Removes backups that are no longer kept, and files that no backup names. The caller holds the lock. */
export async function rotate(destination: Destination, keep: Keep): Promise<number> {
  const heads = await readHeads(destination.storage)
  const removed = new Set(
    chooseRemoved(
      heads.map(({ id, takenAt }) => ({ id, takenAt: new Date(takenAt) })),
      keep,
    ),
  )
  for (const id of removed) await removeBackup(destination.storage, id)
  if (removed.size > 0)
    await removeUnusedFiles(
      destination,
      heads.filter(({ id }) => !removed.has(id)),
    )
  return removed.size
}

/** The manifest goes first, so that the backup is never taken for a good one halfway. */
async function removeBackup(storage: Storage, id: string): Promise<void> {
  await manifest.writeText(storage, manifest.names.begun(id), { id })
  await storage.remove(manifest.names.head(id))
  await storage.remove(manifest.names.verified(id))
  await removeFolder(storage, manifest.names.folder(id))
  await storage.remove(manifest.names.begun(id))
}

/** Removes nothing if it is not certain what the remaining backups name. */
async function removeUnusedFiles(destination: Destination, heads: readonly manifest.Head[]): Promise<void> {
  const used = await namesOfFiles(destination, heads)
  if (!used) return
  const unused: string[] = []
  for await (const { name } of destination.storage.list('files')) if (!used.has(name)) unused.push(name)
  for (const name of unused) await destination.storage.remove(name)
}

async function namesOfFiles(
  { storage, passphrase }: Destination,
  heads: readonly manifest.Head[],
): Promise<Set<string> | undefined> {
  const ids = await manifest.listIds(storage, 'manifests')
  if (ids.length !== heads.length) return undefined
  const used = new Set<string>()
  try {
    for (const head of heads) {
      const place = { storage, lock: await lockOf(head.locked, passphrase) }
      const { files } = await manifest.readDetails(place, head)
      for await (const { part } of manifest.readFileList(place, files.parts)) used.add(part.name)
    }
    return used
  } catch (error) {
    if (error instanceof Damaged || error instanceof StartError) return undefined
    throw error
  }
}
