import { type Destination, readHeads, removeFolder } from '#server/backups/destination.ts'
import { chooseRemoved, type Keep } from '#server/backups/keep.ts'
import { readKeptFiles } from '#server/backups/kept-files.ts'
import * as manifest from '#server/backups/manifest.ts'
import { removeOldUploads } from '#server/backups/uploads.ts'
import { StartError } from '#server/kernel/start-error.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

/** Removes backups that are no longer kept, and files that nothing names that is kept. The caller holds the lock. */
export async function rotate(destination: Destination, keep: Keep): Promise<number> {
  const damaged: string[] = []
  const heads = await readHeads(destination.storage, (sentence) => damaged.push(sentence))
  const removed = new Set(
    chooseRemoved(
      heads.map(({ id, takenAt }) => ({ id, takenAt: new Date(takenAt) })),
      keep,
    ),
  )
  for (const id of removed) await removeBackup(destination.storage, id)
  const oldest = heads.find(({ id }) => !removed.has(id))
  // A damaged manifest does not say from when its backup is.
  if (oldest && damaged.length === 0) await removeOldUploads(destination.storage, new Date(oldest.takenAt))
  if (removed.size > 0) await removeUnusedFiles(destination)
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

/**
 * Removes nothing if it is not certain what the remaining backups name. The files are listed first, so that one that is
 * archived with the log meanwhile is named by the time the names are read.
 */
async function removeUnusedFiles(destination: Destination): Promise<void> {
  const stored: string[] = []
  for await (const { name } of destination.storage.list('files')) stored.push(name)
  const used = await namesOfFiles(destination)
  if (!used) return
  for (const name of stored) if (!used.has(name)) await destination.storage.remove(name)
}

async function namesOfFiles(destination: Destination): Promise<Set<string> | undefined> {
  let isCertain = true
  const doubt = () => {
    isCertain = false
  }
  const used = new Set<string>()
  try {
    const files = readKeptFiles(destination, doubt, (planned) => used.add(planned))
    for await (const { part } of files) used.add(part.name)
    return isCertain ? used : undefined
  } catch (error) {
    if (error instanceof StartError) return undefined
    throw error
  }
}
