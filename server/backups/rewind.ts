import {
  archiveOf,
  isGap,
  listArchived,
  listSystems,
  readArchived,
  timelineOf,
} from '#server/backups/archive.ts'
import { type CopyHead, type DamagedCopy, readCopies, readCopy } from '#server/backups/copies.ts'
import { type Destination, placeOf } from '#server/backups/destination.ts'
import { findFilesOfRows, typeOf } from '#server/backups/files.ts'
import { type KeptFile, readKeptFiles } from '#server/backups/kept-files.ts'
import { writeData } from '#server/kernel/backup/data-copy.ts'
import { Damaged, readPart } from '#server/kernel/backup/parts.ts'
import { withClient } from '#server/kernel/backup/snapshot.ts'
import { type Recovery, recoverPostgres } from '#server/kernel/postgres/recovery.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { operatorCommand } from '#server/kernel/version.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

export type RewindOptions = {
  /** Folder of the embedded database, without one. */
  folder: string
  destination: Destination
  /** Undefined: everything that was archived. */
  until: Date | undefined
  print: (line: string) => void
}

/** Restores the embedded database to a moment: from the newest copy before it, and the log archived since then. */
export async function restoreUntil({ folder, ...options }: RewindOptions): Promise<void> {
  const { recovery } = await openRewind(options)
  await recoverPostgres(folder, recovery)
}

/** The copy with which a moment can be restored, and how. */
export async function openRewind({
  destination,
  until,
  print,
}: Omit<RewindOptions, 'folder'>): Promise<{ copy: CopyHead; recovery: Recovery }> {
  const damaged: DamagedCopy[] = []
  const copies = await readCopies(destination.storage, (copy) => damaged.push(copy))
  const head = copies.findLast(({ endedAt }) => !until || new Date(endedAt) <= until)
  const passedOver = damaged.filter(
    ({ id, takenAt }) => (!head || id > head.id) && (!until || takenAt <= until),
  )
  if (!head && passedOver.length > 0) throw new Damaged(neededCopy(passedOver))
  if (!head) throw new StartError(noCopy(copies, destination, until))
  const place = await placeOf(destination, head)
  const archive = archiveOf(place, head.system)
  const archived = await listArchived(archive)
  const later = damaged.filter(({ id }) => id > head.id)
  if (!(await isCertain({ head, copies, later, passedOver, archived }, destination.storage)))
    throw new Damaged(neededCopy(later))
  for (const { sentence } of passedOver) print(`${sentence} An older copy is used, with more of the log.`)
  print(`from the copy of ${head.endedAt}`)
  const recovery: Recovery = {
    fill: async (data) => writeData(data, place, await readCopy(place, head)),
    async fetch(name) {
      const content = await readArchived(archive, name)
      if (!content && isGap(name, archived)) throw new Damaged(`The segment ${name} of the log is missing.`)
      return content
    },
    until,
    // A copy counts once all log until its end is archived; what follows may be in a segment that is lost.
    completeUntil: new Date(head.endedAt),
    timeline: hasLaterTimeline(copies, head) ? 'current' : 'latest',
    print,
  }
  return { copy: head, recovery }
}

function noCopy(copies: readonly CopyHead[], { shown }: Destination, until: Date | undefined): string {
  const [oldest] = copies
  return oldest && until
    ? `The earliest moment that can be restored is ${oldest.endedAt}. For an earlier one there are only backups: "${operatorCommand('list')}" shows them.`
    : `There is no copy of the database with its log in ${shown}. BACKUP_WAL_DAYS makes them.`
}

const neededCopy = (damaged: readonly DamagedCopy[]): string =>
  `${damaged.map(({ sentence }) => sentence).join(' ')} Without it, nobody knows what this moment is restored from.`

type Choice = {
  head: CopyHead
  copies: readonly CopyHead[]
  /** Damaged ones that are newer than the chosen one. */
  later: readonly DamagedCopy[]
  /** Those of the later ones that would have been chosen, because they were made before the moment. */
  passedOver: readonly DamagedCopy[]
  archived: readonly string[]
}

/** Whether it is certain what a moment is restored from, although manifests of newer copies are damaged. */
async function isCertain(
  { head, copies, later, passedOver, archived }: Choice,
  storage: Storage,
): Promise<boolean> {
  const isOneTimeline = !hasLaterLog(archived, head)
  // The older copy replaces them only if they must be of the same database, and of the same timeline.
  if (passedOver.length > 0) return isOneTimeline && (await listSystems(storage)).size === 1
  // Copies made after the moment only say whether a later timeline has to be left alone.
  return later.length === 0 || isOneTimeline || hasLaterTimeline(copies, head)
}

const hasLaterLog = (archived: readonly string[], { segment }: CopyHead): boolean =>
  archived.some((one) => timelineOf(one) > timelineOf(segment))

/** True if the database was restored later and went on: then its log is no continuation of this copy. */
const hasLaterTimeline = (copies: readonly CopyHead[], { system, segment }: CopyHead): boolean =>
  copies.some((one) => one.system === system && timelineOf(one.segment) > timelineOf(segment))

/** Restores the files that the rows of the database name and that were archived, unless they are still stored. */
export async function restoreNamedFiles({
  url,
  storage,
  destination,
  print,
}: {
  url: string
  storage: Storage
  destination: Destination
  print: (line: string) => void
}): Promise<{ restored: number; missing: number }> {
  const rows = await withClient(url, findFilesOfRows)
  const known = new Map<string, KeptFile>()
  const reportLeftOut = (sentence: string) =>
    print(`${sentence} Photos and documents that only it names are not restored.`)
  for await (const file of readKeptFiles(destination, reportLeftOut)) known.set(file.name, file)
  const result = { restored: 0, missing: 0 }
  const restore = async (name: string): Promise<boolean> => {
    const found = await storage.read(name)
    found?.content.destroy()
    if (found) return true
    const copy = known.get(name)
    if (!copy) return false
    await storage.write(name, await readPart(copy.place, copy.part), typeOf(name))
    result.restored++
    if (result.restored % 1000 === 0) print(`${result.restored} photos and documents`)
    return true
  }
  for (const { names, instead, isNeeded } of rows) {
    const found: boolean[] = []
    for (const name of names) found.push(await restore(name))
    if (found.every(Boolean)) continue
    let hasOther = false
    for (const name of instead) hasOther ||= await restore(name)
    if (!hasOther && isNeeded) result.missing++
  }
  return result
}
