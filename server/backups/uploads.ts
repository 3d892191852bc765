import {
  type Destination,
  openDestination,
  placeOf,
  readHeads,
  reportDamagedTo,
} from '#server/backups/destination.ts'
import { filesArchivedUntil, logFilesOf, onceEach, openLogFiles } from '#server/backups/log-files.ts'
import * as manifest from '#server/backups/manifest.ts'
import { causeOf } from '#server/backups/outcome.ts'
import type { Config } from '#server/config/config.ts'
import { alone, Busy } from '#server/kernel/backup/snapshot.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { replaceMeasurements } from '#server/kernel/metrics/measurements.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

/** Lists of the photos and documents that were uploaded between two backups, one for each day and key. */
export const uploadsFolder = 'uploads'

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Removes the lists of days before the oldest backup, when nothing can be restored that needs them. */
export async function removeOldUploads(storage: Storage, oldest: Date): Promise<void> {
  for (const { name } of await logFilesOf(storage, uploadsFolder))
    if (name.split('/').at(-1)!.slice(0, 10) < dayOf(oldest)) await storage.remove(name)
}

type UploadDeps = Pick<Deps, 'db' | 'now' | 'log' | 'storage'>

/**
 * Copies photos and documents that were uploaded after the newest backup, with the key of that backup. Does nothing
 * before the first backup.
 */
function openCopying({ now, log, storage }: UploadDeps, url: string, destination: Destination) {
  const reportDamaged = onceEach(reportDamagedTo(log))
  let backup: string | undefined
  let copyNew: (() => Promise<void>) | undefined

  const openFor = async (id: string) => {
    const head =
      (await readHeads(destination.storage, reportDamagedTo(log))).at(-1) ??
      (await manifest.readHead(destination.storage, id))
    const place = await placeOf(destination, head)
    const folder = `${uploadsFolder}/${place.lock.id}`
    const moments = [new Date(head.takenAt), await filesArchivedUntil(place, folder, reportDamaged)].filter(
      (at) => !!at,
    )
    return openLogFiles({
      url,
      storage,
      place,
      since: new Date(Math.max(...moments.map(Number))),
      nameList: () => Promise.resolve(`${folder}/${dayOf(now())}`),
      reportDamaged,
    })
  }

  return async (): Promise<void> => {
    const newest = (await manifest.listIds(destination.storage, 'manifests')).at(-1)
    if (newest === undefined) return
    if (newest !== backup) copyNew = await openFor(newest)
    backup = newest
    await copyNew!()
  }
}

/**
 * What copies uploads between the backups where the operator archives the log of the database; for the embedded one
 * they are archived with its log. A failure is logged once, and shown until it succeeds.
 */
export function openUploads(deps: UploadDeps, config: Config): () => Promise<void> {
  const { at, destination, passphrase } = config.backup
  const url = config.databaseUrl
  if (!at || !destination || !url) return () => Promise.resolve()
  const copy = openCopying(deps, url, openDestination(destination, passphrase))
  let shownCause: string | undefined
  return async () => {
    try {
      await alone(url, copy, 'uploads')
      shownCause = undefined
      await replaceMeasurements(deps.db, ['uploads_failure'], [])
    } catch (error) {
      if (error instanceof Busy) return
      const cause = causeOf(error, config)
      if (cause === shownCause) return
      deps.log.error({ err: error }, 'uploads could not be copied to the backups')
      shownCause = cause
      const failure = { name: 'uploads_failure', labels: { cause }, value: 1, at: deps.now() }
      await replaceMeasurements(deps.db, ['uploads_failure'], [failure])
    }
  }
}
