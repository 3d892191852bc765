import * as manifest from '#server/backups/manifest.ts'
import { type Lock, lockOf, lockWith, unlocked, WrongPassPhrase } from '#server/kernel/backup/pass-phrase.ts'
import { Damaged, type Place } from '#server/kernel/backup/parts.ts'
import { codeOf, firstCauseOf, messageOf } from '#server/kernel/error-facts.ts'
import { folderFaults } from '#server/kernel/file-faults.ts'
import type { Log } from '#server/kernel/log.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { openStorage, type StorageConfig } from '#server/kernel/storage/open.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

/** The folder or bucket of the backups, and the pass phrase that encrypts them. */
export type Destination = { storage: Storage; passphrase: string | undefined; shown: string }

/** Says why a folder or bucket cannot be used, as a sentence if the operating system names a known reason. */
function unreachable(config: StorageConfig, error: unknown): string {
  const cause = firstCauseOf(error)
  const words = 'folder' in config ? folderFaults[codeOf(cause)] : undefined
  return words ? `the folder ${words}. Correct this, or use another folder.` : messageOf(cause)
}

/** Opens the folder or bucket. If it cannot be reached, the error says that it is where the backups are. */
export function openDestination(config: StorageConfig, passphrase: string | undefined): Destination {
  const shown = 's3' in config ? `the bucket ${config.s3.bucket}` : config.folder
  const storage = openStorage(config)
  const fail = (error: unknown) => {
    throw new StartError(`The backups in ${shown} cannot be reached: ${unreachable(config, error)}`, {
      cause: error,
    })
  }
  return {
    passphrase,
    shown,
    storage: {
      write: (name, content, type) => storage.write(name, content, type).catch(fail),
      read: (name) => storage.read(name).catch(fail),
      remove: (name) => storage.remove(name).catch(fail),
      async *list(folder) {
        try {
          yield* storage.list(folder)
        } catch (error) {
          fail(error)
        }
      },
    },
  }
}

/** Returns the place of a backup that exists. */
export const placeOf = async (
  { storage, passphrase }: Destination,
  head: Pick<manifest.Head, 'locked'>,
): Promise<Place> => ({
  storage,
  lock: await lockOf(head.locked, passphrase),
})

/** Returns the place of the next backup; it has the key of the newest one if the pass phrase is still the same. */
export async function nextPlace(
  { storage, passphrase }: Destination,
  heads: readonly Pick<manifest.Head, 'locked'>[],
): Promise<Place> {
  const known = heads.at(-1)?.locked
  return { storage, lock: passphrase ? await sameOrNewLock(passphrase, known) : unlocked }
}

async function sameOrNewLock(passphrase: string, known: manifest.Head['locked'] = null): Promise<Lock> {
  try {
    return await lockWith(passphrase, known ?? undefined)
  } catch (error) {
    if (error instanceof WrongPassPhrase) return lockWith(passphrase)
    throw error
  }
}

/**
 * Reads what can be read without a pass phrase of all complete backups, oldest first. One with a damaged manifest is
 * reported and left out.
 */
export async function readHeads(
  storage: Storage,
  reportDamaged: (sentence: string) => void,
): Promise<manifest.Head[]> {
  const heads: manifest.Head[] = []
  for (const id of await manifest.listIds(storage, 'manifests'))
    try {
      heads.push(await manifest.readHead(storage, id))
    } catch (error) {
      if (!(error instanceof Damaged)) throw error
      reportDamaged(error.message)
    }
  return heads
}

/** Logs a backup that cannot be read; the server goes on without it. */
export const reportDamagedTo =
  (log: Pick<Log, 'error'>) =>
  (sentence: string): void =>
    log.error({ cause: sentence }, 'a backup cannot be read')

/** Removes everything below a folder, also in a bucket, which has no folders. */
export async function removeFolder(storage: Storage, folder: string): Promise<void> {
  const found: string[] = []
  for await (const { name } of storage.list(folder)) found.push(name)
  for (const name of found) await storage.remove(name)
  await storage.remove(folder)
}

/** Removes backups that were interrupted; returns how many. The caller holds the lock, so none of them is in progress. */
export async function removeUnfinished(storage: Storage): Promise<number> {
  const complete = new Set(await manifest.listIds(storage, 'manifests'))
  let count = 0
  for (const id of await manifest.listIds(storage, 'begun')) {
    if (!complete.has(id)) {
      await removeFolder(storage, manifest.names.folder(id))
      count++
    }
    await storage.remove(manifest.names.begun(id))
  }
  return count
}
