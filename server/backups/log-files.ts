import { z } from 'zod'
import type { Archive } from '#server/backups/archive.ts'
import { copyRow } from '#server/backups/file-copies.ts'
import { findFilesOfRows, type FilesOfRow } from '#server/backups/files.ts'
import { FileCopy, names as storedNames } from '#server/backups/manifest.ts'
import { fullCauseOf } from '#server/backups/outcome.ts'
import { type Part, type Place, readWhole, writeWhole } from '#server/kernel/backup/parts.ts'
import { withClient } from '#server/kernel/backup/snapshot.ts'
import { StartError } from '#server/kernel/start-error.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

/** Photos and documents that were stored between two copies of the database, listed beside the log that names them. */
const LogFiles = z.object({
  /** When the last of these uploads was finished. */
  until: z.iso.datetime().nullable(),
  files: z.array(FileCopy),
  /** Names below `files/` that are about to be written, so that none is taken for an unused one meanwhile. */
  planned: z.array(z.string()),
})
export type LogFiles = z.output<typeof LogFiles>

const ending = '.files'

/** The names of all such lists, in the order of the log, and the keys that encrypt them. */
export async function logFilesOf(
  storage: Storage,
  folder = 'wal',
): Promise<{ name: string; lockId: string }[]> {
  const lists: { name: string; lockId: string }[] = []
  for await (const { name } of storage.list(folder))
    if (name.endsWith(ending)) lists.push({ name, lockId: name.split('/').at(-2)! })
  return lists.toSorted((one, other) => one.name.localeCompare(other.name))
}

export async function readLogFiles(place: Place, name: string): Promise<LogFiles | null> {
  const content = await readWhole(place, name)
  return content && LogFiles.parse(JSON.parse(content.toString('utf8')))
}

const writeLogFiles = (place: Place, name: string, list: LogFiles): Promise<void> =>
  writeWhole(place, name, Buffer.from(JSON.stringify(list)))

/** Uploads that are finished at the same time can become visible one after the other, so these are looked at again. */
const marginMs = 600_000

export type LogFilesOptions = {
  url: string
  storage: Storage
  archive: Archive
  /** A copy of the database has the files of all uploads that were finished before this. */
  since: Date
}

/**
 * Archives the files of new rows. It runs before finished segments of the log are archived, so that the archived log names
 * no file that is missing.
 */
export function openLogFiles({ url, storage, archive, since }: LogFilesOptions) {
  const { place, folder } = archive
  let until = since
  let known = new Map<string, Part>()

  const copyOf = (row: FilesOfRow) =>
    copyRow({ storage, place, known }, row).catch((error: unknown) => {
      if (error instanceof StartError) throw error
      throw new StartError(`Photos and documents could not be archived: ${fullCauseOf(error)}`, {
        cause: error,
      })
    })

  return async (): Promise<void> => {
    const { rows, segment } = await withClient(url, async (client) => {
      const found = await findFilesOfRows(client, new Date(until.getTime() - marginMs))
      // Read after the rows, so that the list is kept at least as long as the log that names them.
      const { rows: positions } = await client.query<{ segment: string }>(
        'select pg_walfile_name(pg_current_wal_lsn()) as segment',
      )
      return { rows: found, segment: positions[0]!.segment }
    })
    const added = rows.filter(({ names }) => names.some((name) => !known.has(name)))
    const files =
      added.length > 0 ? await archiveRows(added, `${folder}/${segment.toLowerCase()}${ending}`) : []
    const present = new Set(rows.flatMap(({ names, instead }) => [...names, ...instead]))
    const kept = [...known, ...files.map(({ name, part }) => [name, part] as const)]
    known = new Map(kept.filter(([name]) => present.has(name)))
  }

  async function archiveRows(rows: readonly FilesOfRow[], list: string): Promise<FileCopy[]> {
    const earlier = (await readLogFiles(place, list)) ?? { until: null, files: [], planned: [] }
    const planned = rows
      .flatMap(({ names, instead }) => [...names, ...instead])
      .map((name) => storedNames.file(place.lock.id, name))
    await writeLogFiles(place, list, { ...earlier, planned: [...earlier.planned, ...planned] })
    const files: FileCopy[] = []
    for (const row of rows) files.push(...((await copyOf(row)) ?? []))
    until = latestOf([until, ...rows.flatMap(({ finishedAt }) => finishedAt ?? [])])
    const all = new Map([...earlier.files, ...files].map((file) => [file.name, file]))
    await writeLogFiles(place, list, { until: until.toISOString(), files: [...all.values()], planned: [] })
    return files
  }
}

const latestOf = (moments: readonly Date[]): Date => new Date(Math.max(...moments.map(Number)))

/** Up to when all finished uploads have been archived with the log; null if none was. */
export async function filesArchivedUntil({ place, folder }: Archive): Promise<Date | null> {
  const last = (await logFilesOf(place.storage, folder)).at(-1)
  const until = last && (await readLogFiles(place, last.name))?.until
  return until ? new Date(until) : null
}
