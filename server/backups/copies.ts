import type pg from 'pg'
import { z } from 'zod'
import { isSegment, positionOf, walFolder } from '#server/backups/archive.ts'
import { type Destination, nextPlace, readHeads, removeFolder } from '#server/backups/destination.ts'
import { copyFiles } from '#server/backups/file-copies.ts'
import { findFilesOfRows } from '#server/backups/files.ts'
import * as manifest from '#server/backups/manifest.ts'
import { copyData, DataCopy, startCopy } from '#server/kernel/backup/data-copy.ts'
import { Damaged, openParts, Part, type Place } from '#server/kernel/backup/parts.ts'
import { Locked } from '#server/kernel/backup/pass-phrase.ts'
import { alone, withClient } from '#server/kernel/backup/snapshot.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'
import { version } from '#server/kernel/version.ts'

/** A copy of the files of the embedded database, with which its archived log can be replayed. Written last. */
export const CopyHead = z.object({
  format: z.literal(1),
  id: z.string(),
  product: z.string(),
  takenAt: z.iso.datetime(),
  /** The earliest moment that it can be restored to. */
  endedAt: z.iso.datetime(),
  /** Identifies the database, because another one names its segments alike. */
  system: z.string(),
  /** First segment of the log that it needs; the first eight digits are the timeline. */
  segment: z.string(),
  /** How many photos and documents its rows name; copies of earlier releases have none. */
  files: z.int().optional(),
  locked: Locked.nullable(),
  details: z.array(Part),
})
export type CopyHead = z.output<typeof CopyHead>

const headName = (id: string) => `copies/${id}.json`
const folderOf = (id: string) => `copy/${id}`
/** Where the last result of the check of a copy is; it is removed with the copy. */
export const verifiedNameOf = ({ id }: CopyHead): string => `${folderOf(id)}/verified.json`

/** A copy whose manifest cannot be read. Whatever it belongs to must be kept. */
export type DamagedCopy = { id: string; takenAt: Date; sentence: string }

/** All complete copies, oldest first. One with a damaged manifest is reported and left out. */
export async function readCopies(
  storage: Storage,
  reportDamaged: (copy: DamagedCopy) => void,
): Promise<CopyHead[]> {
  const heads: CopyHead[] = []
  for (const id of await manifest.listIds(storage, 'copies')) {
    const text = await manifest.readText(storage, headName(id))
    if (text === null) continue
    try {
      heads.push(manifest.parseStored(CopyHead, text, headName(id)))
    } catch (error) {
      if (!(error instanceof Damaged)) throw error
      reportDamaged({ id, takenAt: manifest.momentOfId(id), sentence: error.message })
    }
  }
  return heads
}

const CopyDetails = DataCopy.extend({
  /** The photos and documents that the rows name. */
  named: manifest.FileList.optional(),
})
type CopyDetails = z.output<typeof CopyDetails>

export const readCopy = async (place: Place, head: CopyHead): Promise<CopyDetails> =>
  manifest.parseStored(CopyDetails, await manifest.textOf(place, head.details), folderOf(head.id))

/** The place with the key of the copies; a new one after a change of the pass phrase. */
export const placeOfCopies = async (
  destination: Destination,
  copies: readonly CopyHead[],
  reportDamaged: (sentence: string) => void,
): Promise<Place> =>
  nextPlace(destination, copies.length > 0 ? copies : await readHeads(destination.storage, reportDamaged))

export type CopyOptions = {
  url: string
  /** Folder of the embedded database. */
  folder: string
  place: Place
  /** The photos and documents that the rows name, and those of them that are kept already. */
  storage: Storage
  known: ReadonlyMap<string, Part>
  now: () => Date
  /** Archives the segments that are in the spool. */
  ship: () => Promise<void>
  /** Nothing more is written after it is aborted; the next copy removes what was. */
  signal: AbortSignal
}

/** Copies the files of the running database. The log that the copy needs is archived before it counts as complete. */
export function makeCopy(options: CopyOptions): Promise<CopyHead> {
  const { url, folder, storage, known, now, ship, signal } = options
  const place = { ...options.place, storage: writableUntil(options.place.storage, signal) }
  return alone(url, async () => {
    await removeUnfinishedCopies(place.storage)
    const takenAt = now()
    const id = manifest.idOf(takenAt)
    const { start, rows, copy, endedAt } = await withClient(url, async (client) => {
      const started = await startCopy(client)
      // After the start, because later uploads are listed beside the log that the copy needs.
      const found = await findFilesOfRows(client)
      const copied = await copyData(client, folder, place, folderOf(id))
      return { start: started, rows: found, copy: copied, endedAt: await databaseTime(client) }
    })
    const files = await copyFiles({ storage, place, known, print: () => {} }, rows, folderOf(id))
    const details = openParts(place, `${folderOf(id)}/details`)
    const described: CopyDetails = { ...copy, named: files }
    await details.add([Buffer.from(JSON.stringify(described))])
    await ship()
    const head: CopyHead = {
      format: 1,
      id,
      product: version,
      takenAt: takenAt.toISOString(),
      endedAt,
      ...start,
      files: files.count,
      locked: place.lock.locked,
      details: await details.end(),
    }
    await manifest.writeText(place.storage, headName(id), head)
    return head
  })
}

function writableUntil(storage: Storage, signal: AbortSignal): Storage {
  const write: Storage['write'] = async (...file) => {
    signal.throwIfAborted()
    await storage.write(...file)
  }
  return { ...storage, write }
}

/** The moment to restore to is compared with the clock of the database, rounded up to the next millisecond. */
async function databaseTime(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ at: Date }>(
    "select clock_timestamp() + interval '1 millisecond' as at",
  )
  return rows[0]!.at.toISOString()
}

async function removeUnfinishedCopies(storage: Storage): Promise<void> {
  const complete = new Set(await manifest.listIds(storage, 'copies'))
  const begun = new Set<string>()
  for await (const { name } of storage.list('copy')) begun.add(name.split('/')[1]!)
  for (const id of begun) if (!complete.has(id)) await removeFolder(storage, folderOf(id))
}

/**
 * Removes copies, segments of the log and the lists of files beside them that no moment of the last days needs. While a
 * damaged manifest hides which log its copy needs, no log is removed.
 */
export async function removeOldCopies(storage: Storage, oldest: Date): Promise<void> {
  const damaged: DamagedCopy[] = []
  const copies = await readCopies(storage, (copy) => damaged.push(copy))
  const first = copies.findLast(({ endedAt }) => new Date(endedAt) <= oldest)
  const isOld = ({ id }: { id: string }) => first !== undefined && id < first.id
  for (const { id } of [...copies, ...damaged].filter(isOld)) {
    await storage.remove(headName(id))
    await removeFolder(storage, folderOf(id))
  }
  if (!damaged.every(isOld)) return
  const kept = copies.filter((one) => !isOld(one))
  for (const name of await unneededSegments(storage, kept)) await storage.remove(name)
}

async function unneededSegments(storage: Storage, kept: readonly CopyHead[]): Promise<string[]> {
  const needed = new Map<string, string>()
  for (const { system, locked, segment } of kept) {
    const folder = walFolder(system, locked?.salt.slice(0, 16) ?? 'plain')
    const from = positionOf(segment)
    if (from < (needed.get(folder) ?? 'g')) needed.set(folder, from)
  }
  const unneeded: string[] = []
  for await (const { name } of storage.list('wal')) {
    const [folder, segment] = [name.slice(0, name.lastIndexOf('/')), name.slice(name.lastIndexOf('/') + 1)]
    const from = needed.get(folder)
    const [number] = segment.toUpperCase().split(/[.-]/)
    if (!isSegment(number!)) continue
    if (from === undefined || positionOf(number!) < from) unneeded.push(name)
  }
  return unneeded
}
