import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { Damaged, openParts, Part, type Place, readParts } from '#server/kernel/backup/parts.ts'
import { createDataFolder } from '#server/kernel/create-folder.ts'
import { codeOf } from '#server/kernel/error-facts.ts'
import { dataOf } from '#server/kernel/postgres/installation.ts'
import { passwordFileOf } from '#server/kernel/postgres/postgres.ts'

/** A copy of the files of a running embedded PostgreSQL. It is consistent only once the log since its start is replayed. */
export const DataCopy = z.object({
  /** What PostgreSQL says about the copy; without it a restored copy would be taken for a consistent one. */
  label: z.string(),
  password: z.string(),
  folders: z.array(z.string()),
  /** In the order of their content. */
  files: z.array(z.object({ path: z.string(), bytes: z.int() })),
  parts: z.array(Part),
})
export type DataCopy = z.output<typeof DataCopy>

/** The database that a copy is of, and the first segment of the log that it needs. */
export type CopyStart = { system: string; segment: string }

/** Folders whose content PostgreSQL creates anew, and the messages it has logged. */
const emptied =
  /^(log|pg_wal|pg_wal\/.*|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const leftOut =
  /(^|\/)(pgsql_tmp.*|pg_internal\.init.*|postmaster\.(pid|opts)|backup_label.*|(recovery|standby)\.signal)$/
/** Copied last, so that it describes nothing that is not in the copy. */
const control = 'global/pg_control'

/** Begins a copy, which belongs to this connection. */
export async function startCopy(client: pg.Client): Promise<CopyStart> {
  const { rows } = await client.query<CopyStart>(
    `select (select system_identifier::text from pg_control_system()) as system,
       pg_walfile_name(pg_backup_start('sitwell', fast => true)) as segment`,
  )
  return rows[0]!
}

/** Copies the data folder after the start of a copy, and ends it, as the manual of PostgreSQL describes it. */
export async function copyData(
  client: pg.Client,
  folder: string,
  place: Place,
  target: string,
): Promise<DataCopy> {
  const data = dataOf(folder)
  const found = await listData(data)
  const parts = openParts(place, `${target}/data`)
  const files: DataCopy['files'] = []
  const space = Buffer.alloc(chunkBytes)
  for (const path of [...found.files, control]) {
    const bytes = await copyFile(join(data, path), space, (chunk) => parts.add([Buffer.from(chunk)]))
    if (bytes !== undefined) files.push({ path, bytes })
  }
  // Waits until the log that the copy needs is in the spool.
  const { rows: ends } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(wait_for_archive => true)',
  )
  return {
    label: ends[0]!.label,
    password: await readFile(passwordFileOf(data), 'utf8'),
    folders: found.folders,
    files,
    parts: await parts.end(),
  }
}

async function listData(data: string): Promise<{ folders: string[]; files: string[] }> {
  const found = { folders: [] as string[], files: [] as string[] }
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(join(data, path), { withFileTypes: true }).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    })
    for (const entry of entries) {
      const below = path ? `${path}/${entry.name}` : entry.name
      if (leftOut.test(below)) continue
      if (entry.isDirectory()) {
        found.folders.push(below)
        await visit(below)
      } else if (entry.isFile() && !emptied.test(path) && below !== control) found.files.push(below)
    }
  }
  await visit('')
  return found
}

const chunkBytes = 2 ** 20

/**
 * Copies a file as it is while it changes; undefined if it was removed. What is taken lies in `space` and is valid until
 * the next chunk is read: most of the thousands of files are small, and space for each would fill the memory.
 */
async function copyFile(
  path: string,
  space: Buffer,
  take: (chunk: Buffer) => Promise<void>,
): Promise<number | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  try {
    let copied = 0
    for (;;) {
      const { bytesRead } = await file.read(space, 0, space.length, copied)
      if (bytesRead === 0) return copied
      await take(space.subarray(0, bytesRead))
      copied += bytesRead
    }
  } finally {
    await file.close()
  }
}

/** Writes the files of a copy into an empty data folder. */
export async function writeData(data: string, place: Place, copy: DataCopy): Promise<void> {
  for (const folder of copy.folders) createDataFolder(join(data, folder), 0o700)
  const content = readParts(place, copy.parts)
  let rest: Buffer = Buffer.alloc(0)
  for (const { path, bytes } of copy.files) {
    const file = await open(join(data, path), 'w', 0o600)
    try {
      for (let missing = bytes; missing > 0;) {
        if (rest.length === 0) {
          const next = await content.next()
          if (next.done) throw new Damaged(`The copy ends within the file ${path}.`)
          rest = next.value
        }
        const chunk = rest.subarray(0, missing)
        await file.writeFile(chunk)
        rest = rest.subarray(chunk.length)
        missing -= chunk.length
      }
    } finally {
      await file.close()
    }
  }
  await writeFile(join(data, 'backup_label'), copy.label, { mode: 0o600 })
  await writeFile(passwordFileOf(data), copy.password, { mode: 0o600 })
}
