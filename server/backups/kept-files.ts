import { type CopyHead, readCopies, readCopy } from '#server/backups/copies.ts'
import { type Destination, placeOf, readHeads } from '#server/backups/destination.ts'
import { logFilesOf, readLogFiles } from '#server/backups/log-files.ts'
import { uploadsFolder } from '#server/backups/uploads.ts'
import * as manifest from '#server/backups/manifest.ts'
import { Damaged, type Part, type Place } from '#server/kernel/backup/parts.ts'
import { WrongPassPhrase } from '#server/kernel/backup/pass-phrase.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

type Locked = manifest.Head['locked']
export type KeptFile = manifest.FileCopy & { place: Place }

const lockIdOf = (locked: Locked): string => locked?.salt.slice(0, 16) ?? 'plain'

/**
 * Reads the files that backups, copies of the database and the archived log name. What another pass phrase encrypts, and
 * what is damaged, is reported in a sentence and left out.
 */
export async function* readKeptFiles(
  destination: Destination,
  reportLeftOut: (sentence: string) => void,
  /** Takes the stored names of files that are about to be archived with the log. */
  takePlanned: (name: string) => void = () => {},
): AsyncGenerator<KeptFile> {
  const { storage } = destination
  const heads = await readHeads(storage, reportLeftOut)
  const copies = await readCopies(storage, ({ sentence }) => reportLeftOut(sentence))
  const places = await openPlaces(destination, [...heads, ...copies])
  for (const head of heads) {
    const place = places.get(lockIdOf(head.locked))
    if (place) yield* undamaged(filesOfBackup(place, head), reportLeftOut)
    else reportLeftOut(lockedSentence(`The backup ${head.id}`))
  }
  for (const head of copies) {
    const place = places.get(lockIdOf(head.locked))
    if (place) yield* undamaged(filesOfCopy(place, head), reportLeftOut)
    else reportLeftOut(lockedSentence(`The copy of ${head.endedAt}`))
  }
  yield* filesOfLog(destination.storage, places, reportLeftOut, takePlanned)
}

const lockedSentence = (what: string) => `${what} has another pass phrase.`

/** Ends at the first damage, and reports it. */
async function* undamaged(
  files: AsyncGenerator<KeptFile>,
  reportLeftOut: (sentence: string) => void,
): AsyncGenerator<KeptFile> {
  try {
    yield* files
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    reportLeftOut(error.message)
  }
}

async function* filesOfLog(
  storage: Storage,
  places: ReadonlyMap<string, Place>,
  reportLeftOut: (sentence: string) => void,
  takePlanned: (name: string) => void,
): AsyncGenerator<KeptFile> {
  const lists = [...(await logFilesOf(storage, 'wal')), ...(await logFilesOf(storage, uploadsFolder))]
  for (const { name, lockId } of lists) {
    const place = places.get(lockId)
    if (place) yield* undamaged(filesOfList(place, name, takePlanned), reportLeftOut)
    else reportLeftOut(lockedSentence(name))
  }
}

async function* filesOfList(
  place: Place,
  name: string,
  takePlanned: (name: string) => void,
): AsyncGenerator<KeptFile> {
  const list = await readLogFiles(place, name)
  for (const file of list?.files ?? []) yield { ...file, place }
  for (const planned of list?.planned ?? []) takePlanned(planned)
}

/** Opens each key once, because that takes a while; without the keys of another pass phrase. */
async function openPlaces(
  destination: Destination,
  heads: readonly { locked: Locked }[],
): Promise<Map<string, Place>> {
  const places = new Map<string, Place>()
  const locks = new Map(heads.map(({ locked }) => [lockIdOf(locked), locked]))
  for (const [id, locked] of locks)
    try {
      places.set(id, await placeOf(destination, { locked }))
    } catch (error) {
      if (!(error instanceof WrongPassPhrase)) throw error
    }
  return places
}

async function* filesOfBackup(place: Place, head: manifest.Head): AsyncGenerator<KeptFile> {
  const { files } = await manifest.readDetails(place, head)
  for await (const file of manifest.readFileList(place, files.parts)) yield { ...file, place }
}

async function* filesOfCopy(place: Place, head: CopyHead): AsyncGenerator<KeptFile> {
  const { named } = await readCopy(place, head)
  if (named) for await (const file of manifest.readFileList(place, named.parts)) yield { ...file, place }
}

/** The files that the newest backup or copy with the same key has, so that they need not be copied again. */
export async function knownFiles(
  place: Place,
  heads: readonly manifest.Head[],
  copies: readonly CopyHead[] = [],
): Promise<Map<string, Part>> {
  const known = new Map<string, Part>()
  const isOurs = ({ locked }: { locked: Locked }) => lockIdOf(locked) === place.lock.id
  const [backup, copy] = [heads.findLast(isOurs), copies.findLast(isOurs)]
  try {
    const files = copy ? filesOfCopy(place, copy) : backup ? filesOfBackup(place, backup) : []
    for await (const { name, part } of files) known.set(name, part)
  } catch (error) {
    // A damaged backup must not prevent a new one; all files are copied again.
    if (!(error instanceof Damaged)) throw error
    known.clear()
  }
  return known
}
