import type pg from 'pg'
import { z } from 'zod'
import { copyRow } from '#server/backups/file-copies.ts'
import { findFilesOfRows, type FilesOfRow } from '#server/backups/files.ts'
import { FileCopy, names as storedNames, parseStored } from '#server/backups/manifest.ts'
import { fullCauseOf } from '#server/backups/outcome.ts'
import { Damaged, type Part, type Place, readWhole, writeWhole } from '#server/kernel/backup/parts.ts'
import { withClient } from '#server/kernel/backup/snapshot.ts'
import { StartError } from '#server/kernel/start-error.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

/** Photos and documents that were stored between two backups, or two copies of the database. */
const LogFiles = z.object({
  /** When the last of these uploads was finished. */
  until: z.iso.datetime().nullable(),
  files: z.array(FileCopy),
  /** Names below `files/` that are about to be written, so that none is taken for an unused one meanwhile. */
  planned: z.array(z.string()),
})
export type LogFiles = z.output<typeof LogFiles>

const ending = '.files'

/** The names of all such lists below a folder, oldest first, and the keys that encrypt them. */
export async function logFilesOf(
  storage: Storage,
  folder: string,
): Promise<{ name: string; lockId: string }[]> {
  const lists: { name: string; lockId: string }[] = []
  for await (const { name } of storage.list(folder))
    if (name.endsWith(ending)) lists.push({ name, lockId: name.split('/').at(-2)! })
  return lists.toSorted((one, other) => one.name.localeCompare(other.name))
}

export async function readLogFiles(place: Place, name: string): Promise<LogFiles | null> {
  const content = await readWhole(place, name)
  return content && parseStored(LogFiles, content.toString('utf8'), name)
}

const writeLogFiles = (place: Place, name: string, list: LogFiles): Promise<void> =>
  writeWhole(place, name, Buffer.from(JSON.stringify(list)))

/** Uploads that are finished at the same time can become visible one after the other, so these are looked at again. */
const marginMs = 600_000

type ReportDamaged = (sentence: string) => void

/** Reports each sentence once. */
export function onceEach(report: ReportDamaged): ReportDamaged {
  const reported = new Set<string>()
  return (sentence) => {
    if (reported.has(sentence)) return
    reported.add(sentence)
    report(sentence)
  }
}

/** Reads a list; one that is damaged is reported and counts as none. */
async function readUndamaged(
  place: Place,
  name: string,
  reportDamaged: ReportDamaged,
): Promise<LogFiles | 'damaged' | null> {
  try {
    return await readLogFiles(place, name)
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    reportDamaged(`${error.message} ${damagedAdvice}`)
    return 'damaged'
  }
}

const damagedAdvice =
  'If another copy of the backups has the file, put it back. The photos and documents of the time since the list before it are archived again.'

export type LogFilesOptions = {
  url: string
  storage: Storage
  place: Place
  /** A backup, a copy of the database or a list has the files of all uploads that were finished before this. */
  since: Date
  /** Names the list of what is archived now, without its ending. */
  nameList: (client: pg.Client) => Promise<string>
  reportDamaged: ReportDamaged
}

/** Archives the files of rows that are new since the last time. */
export function openLogFiles({ url, storage, place, since, nameList, reportDamaged }: LogFilesOptions) {
  let until = since
  let known = new Map<string, Part>()

  const copyOf = (row: FilesOfRow, listed: ReadonlyMap<string, Part>) =>
    copyRow({ storage, place, known: listed }, row).catch((error: unknown) => {
      if (error instanceof StartError) throw error
      throw new StartError(`Photos and documents could not be archived: ${fullCauseOf(error)}`, {
        cause: error,
      })
    })

  return async (): Promise<void> => {
    const { rows, list } = await withClient(url, async (client) => {
      const found = await findFilesOfRows(client, new Date(until.getTime() - marginMs))
      // Named after the rows were read, so that the list is kept at least as long as the log that names them.
      return { rows: found, list: await nameList(client) }
    })
    const added = rows.filter(({ names }) => names.some((name) => !known.has(name)))
    const files = added.length > 0 ? await archiveRows(added, list) : []
    const present = new Set(rows.flatMap(({ names, instead }) => [...names, ...instead]))
    const kept = [...known, ...files.map(({ name, part }) => [name, part] as const)]
    known = new Map(kept.filter(([name]) => present.has(name)))
  }

  /** The list with this name, or with a number after it: a damaged one is kept, because it can still be put back. */
  async function openList(name: string): Promise<{ list: string; earlier: LogFiles }> {
    for (let number = 1; ; number++) {
      const list = `${name}${number === 1 ? '' : `-${number}`}${ending}`
      const earlier = await readUndamaged(place, list, reportDamaged)
      if (earlier !== 'damaged') return { list, earlier: earlier ?? { until: null, files: [], planned: [] } }
    }
  }

  async function archiveRows(rows: readonly FilesOfRow[], name: string): Promise<FileCopy[]> {
    const { list, earlier } = await openList(name)
    const planned = rows
      .flatMap(({ names, instead }) => [...names, ...instead])
      .map((name) => storedNames.file(place.lock.id, name))
    await writeLogFiles(place, list, { ...earlier, planned: [...earlier.planned, ...planned] })
    const files: FileCopy[] = []
    // Another process may have archived some of them.
    const listed = new Map([...earlier.files.map(({ name, part }) => [name, part] as const), ...known])
    for (const row of rows) files.push(...((await copyOf(row, listed)) ?? []))
    until = latestOf([until, ...rows.flatMap(({ finishedAt }) => finishedAt ?? [])])
    const all = new Map([...earlier.files, ...files].map((file) => [file.name, file]))
    await writeLogFiles(place, list, { until: until.toISOString(), files: [...all.values()], planned: [] })
    return files
  }
}

const latestOf = (moments: readonly Date[]): Date => new Date(Math.max(...moments.map(Number)))

/**
 * Up to when all finished uploads have been archived according to the lists of a folder; null if none was. A damaged list is
 * reported, and the one before it counts.
 */
export async function filesArchivedUntil(
  place: Place,
  folder: string,
  reportDamaged: ReportDamaged,
): Promise<Date | null> {
  for (const { name } of (await logFilesOf(place.storage, folder)).toReversed()) {
    const list = await readUndamaged(place, name, reportDamaged)
    if (list !== 'damaged') return list?.until ? new Date(list.until) : null
  }
  return null
}
