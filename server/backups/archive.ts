import { type Place, readWhole } from '#server/kernel/backup/parts.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

/** The archived log of one database, encrypted with one key. */
export type Archive = { place: Place; folder: string }

export const walFolder = (system: string, lockId: string) => `wal/${system}/${lockId}`

export const archiveOf = (place: Place, system: string): Archive => ({
  place,
  folder: walFolder(system, place.lock.id),
})

export const timelineOf = (segment: string): string => segment.slice(0, 8)
/** False for the histories of timelines, which are never removed. */
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)

/** The position in the log, whatever the timeline. */
export const positionOf = (segment: string): string => segment.slice(8)

/** Returns an archived file; null if it does not exist. */
export const readArchived = ({ place, folder }: Archive, name: string): Promise<Buffer | null> =>
  readWhole(place, `${folder}/${name.toLowerCase()}`)

export async function listArchived({ place, folder }: Archive): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of place.storage.list(folder))
    names.push(name.slice(folder.length + 1).toUpperCase())
  return names.filter(isSegment).toSorted()
}

/** The identifiers of all databases whose log is archived. */
export async function listSystems(storage: Storage): Promise<Set<string>> {
  const systems = new Set<string>()
  for await (const { name } of storage.list('wal')) systems.add(name.split('/')[1]!)
  return systems
}

/** The segment after this one on the same timeline. */
export function segmentAfter(segment: string): string {
  const number = BigInt(`0x${segment.slice(8, 16)}`) * 256n + BigInt(`0x${segment.slice(16)}`) + 1n
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return timelineOf(segment) + hex(number / 256n) + hex(number % 256n)
}

/**
 * A missing segment between others of its timeline is damage; after the last, or before the first, it is where the log
 * of this timeline ends or begins.
 */
export const isGap = (segment: string, archived: readonly string[]): boolean => {
  const positions = archived
    .filter((one) => timelineOf(one) === timelineOf(segment))
    .map((one) => positionOf(one))
  const position = positionOf(segment)
  return positions.some((one) => one < position) && positions.some((one) => one > position)
}

/** Returns the first segment from `from` on that is missing although later ones of its timeline exist. */
export function firstGap(archived: readonly string[], from: string): string | undefined {
  const later = archived.filter((one) => timelineOf(one) === timelineOf(from) && one >= from)
  let expected = from
  for (const one of later.toSorted()) {
    if (one !== expected) return expected
    expected = segmentAfter(expected)
  }
  return undefined
}
