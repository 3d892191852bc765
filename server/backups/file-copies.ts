import { buffer } from 'node:stream/consumers'
import type { FilesOfRow } from '#server/backups/files.ts'
import * as manifest from '#server/backups/manifest.ts'
import { openParts, type Part, type Place, writePart } from '#server/kernel/backup/parts.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

/** What copies stored files; `known` are those that are kept already. */
export type FileCopying = {
  storage: Storage
  place: Place
  known: ReadonlyMap<string, Part>
  print: (line: string) => void
}

const count = (value: number) => value.toLocaleString('en-GB')

/** Copies the stored files of rows, and writes the list of them below `folder`. */
export async function copyFiles(
  copying: FileCopying,
  filesOfRows: readonly FilesOfRow[],
  folder: string,
): Promise<manifest.FileList> {
  const list = openParts(copying.place, `${folder}/files`)
  const result = { count: 0, bytes: 0, missing: 0 }
  for (const [index, row] of filesOfRows.entries()) {
    const copied = await copyRow(copying, row)
    if (!copied) result.missing++
    for (const file of copied ?? []) {
      await list.add([manifest.lineOf(file)])
      result.count++
      result.bytes += file.part.bytes
    }
    if ((index + 1) % 1000 === 0)
      copying.print(`${count(index + 1)} of ${count(filesOfRows.length)} photos and documents`)
  }
  return { ...result, parts: await list.end() }
}

/** Copies the stored files of a row; returns undefined if one is missing that should exist. */
export async function copyRow(
  copying: Pick<FileCopying, 'storage' | 'place' | 'known'>,
  { names, instead, isNeeded }: FilesOfRow,
): Promise<manifest.FileCopy[] | undefined> {
  const copies: manifest.FileCopy[] = []
  let isComplete = true
  for (const name of names) {
    const copy = await copyFile(copying, name)
    if (copy) copies.push(copy)
    else isComplete = false
  }
  if (isComplete) return copies
  for (const name of instead) {
    const copy = await copyFile(copying, name)
    if (copy) return [...copies, copy]
  }
  return isNeeded ? undefined : copies
}

async function copyFile(
  { storage, place, known }: Pick<FileCopying, 'storage' | 'place' | 'known'>,
  name: string,
): Promise<manifest.FileCopy | undefined> {
  const part = known.get(name)
  if (part) return { name, part }
  const found = await storage.read(name)
  if (!found) return undefined
  const content = await buffer(found.content)
  return { name, part: await writePart(place, manifest.names.file(place.lock.id, name), content) }
}
