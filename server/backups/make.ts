import type pg from 'pg'
import {
  type Destination,
  nextPlace,
  readHeads,
  removeFolder,
  removeUnfinished,
} from '#server/backups/destination.ts'
import { copyFiles } from '#server/backups/file-copies.ts'
import { findFilesOfRows, type FilesOfRow } from '#server/backups/files.ts'
import { knownFiles } from '#server/backups/kept-files.ts'
import { leftOut } from '#server/backups/left-out.ts'
import type { Keep } from '#server/backups/keep.ts'
import * as manifest from '#server/backups/manifest.ts'
import { rotate } from '#server/backups/rotate.ts'
import { secretsOf } from '#server/backups/secrets.ts'
import { openParts, type Part, type Place, writePart } from '#server/kernel/backup/parts.ts'
import { alone, inSnapshot } from '#server/kernel/backup/snapshot.ts'
import { readSequences, readTable, type Table } from '#server/kernel/backup/tables.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { onClient } from '#server/kernel/db/on-client.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { readWaitingJobs } from '#server/kernel/jobs/waiting-jobs.ts'
import { secretIdOf } from '#server/kernel/seal.ts'
import { StartError } from '#server/kernel/start-error.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'
import { version } from '#server/kernel/version.ts'
import { sumByAccount } from '#server/ledger/desk-store.ts'

export type BackupOptions = {
  url: string
  destination: Destination
  /** Also stores the secret of the instance, which needs a pass phrase. */
  withSecret: boolean
  /** Copies all stored files again, even those that an earlier backup has. */
  allFiles?: boolean
  /** Removes older backups afterwards. */
  keep?: Keep
  /** Takes a sentence for each older backup whose manifest is damaged; the files that only it names are copied again. */
  reportDamaged: (sentence: string) => void
  print: (line: string) => void
}
export type Made = {
  head: manifest.Head
  missingFiles: number
  removedUnfinished: number
  /** Number of older backups that are no longer kept. */
  removed: number
}

const count = (value: number) => value.toLocaleString('en-GB')

/**
 * Makes a backup while the site is running. The rows are those of one moment; the stored files are copied afterwards,
 * so that every file that a row names exists.
 */
export function makeBackup(
  deps: Pick<Deps, 'now' | 'storage' | 'site'>,
  options: BackupOptions,
): Promise<Made> {
  const { url, destination, withSecret } = options
  if (withSecret && !destination.passphrase)
    throw new StartError(
      'The secret is only stored encrypted. Set BACKUP_PASSPHRASE, and keep it in another place.',
    )
  return alone(url, async () => {
    const removedUnfinished = await removeUnfinished(destination.storage)
    const heads = await readHeads(destination.storage, options.reportDamaged)
    const place = await nextPlace(destination, heads)
    const id = manifest.idOf(deps.now())
    await manifest.writeText(destination.storage, manifest.names.begun(id), { id })
    const made = await write(deps, options, place, id, heads).catch(async (error: unknown) => {
      await discard(destination.storage, id)
      throw error
    })
    await destination.storage.remove(manifest.names.begun(id))
    const removed = options.keep ? await rotate(destination, options.keep) : 0
    return { ...made, removedUnfinished, removed }
  })
}

/** Removes what a failed backup has written; if this fails too, the next backup does. */
async function discard(storage: Storage, id: string): Promise<void> {
  try {
    // The manifest may have been stored although the answer was lost.
    await storage.remove(manifest.names.head(id))
    await removeFolder(storage, manifest.names.folder(id))
    await storage.remove(manifest.names.begun(id))
  } catch {
    // The error that made the backup fail is the one to report.
  }
}

async function write(
  { storage, site, now }: Pick<Deps, 'now' | 'storage' | 'site'>,
  { url, withSecret, allFiles, print }: BackupOptions,
  place: Place,
  id: string,
  heads: manifest.Head[],
): Promise<Pick<Made, 'head' | 'missingFiles'>> {
  const startedAt = stopwatch()
  const takenAt = now()
  const { filesOfRows, ...database } = await inSnapshot(
    url,
    ({ name }) => !(name in leftOut),
    (client, tables) => copyDatabase(client, tables, place, id, print),
  )
  const known = allFiles ? new Map<string, Part>() : await knownFiles(place, heads)
  const files = await copyFiles({ storage, place, known, print }, filesOfRows, manifest.names.folder(id))
  const secret = withSecret
    ? await writePart(
        place,
        `${manifest.names.folder(id)}/secret`,
        Buffer.from(JSON.stringify(secretsOf(site))),
      )
    : null
  const details = { ...database, files, secret, secretId: secretIdOf(site.secret) }
  const head: manifest.Head = {
    format: manifest.format,
    id,
    product: version,
    migration: details.migrations.at(-1)?.name ?? '',
    takenAt: takenAt.toISOString(),
    seconds: Math.round(stopwatch() - startedAt) / 1000,
    bytes: details.tables.flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes, 0),
    rows: details.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.count,
    fileBytes: files.bytes,
    withSecret,
    locked: place.lock.locked,
    details: await manifest.writeDetails(place, id, details),
  }
  await manifest.writeText(place.storage, manifest.names.head(id), head)
  return { head, missingFiles: files.missing }
}

type DatabaseCopy = Pick<manifest.Details, 'tables' | 'sequences' | 'migrations' | 'ledger' | 'jobs'>

async function copyDatabase(
  client: pg.Client,
  tables: readonly Table[],
  place: Place,
  id: string,
  print: (line: string) => void,
): Promise<DatabaseCopy & { filesOfRows: FilesOfRow[] }> {
  const copies: manifest.TableCopy[] = []
  for (const [index, table] of tables.entries()) {
    const folder = `${manifest.names.folder(id)}/tables/${table.name.replaceAll('_', '-').replace('.', '/')}`
    const parts = openParts(place, folder)
    const sum = await readTable(client, table, (rows) => parts.add(rows))
    copies.push({ ...table, ...sum, parts: await parts.end() })
    if ((index + 1) % 20 === 0 || sum.rows > 100_000)
      print(`${index + 1} of ${tables.length} tables; ${table.name} has ${count(sum.rows)} rows`)
  }
  const jobs = await readWaitingJobs(client)
  const jobParts = openParts(place, `${manifest.names.folder(id)}/jobs`)
  await jobParts.add([Buffer.from(JSON.stringify(jobs))])
  return {
    tables: copies,
    sequences: await readSequences(client),
    migrations: (
      await client.query<{ name: string; hash: string }>('select name, hash from migration order by name')
    ).rows,
    ledger: await sumByAccount(onClient(client), { timeZone: 'UTC' }),
    jobs: { count: jobs.length, parts: await jobParts.end() },
    filesOfRows: await findFilesOfRows(client),
  }
}
