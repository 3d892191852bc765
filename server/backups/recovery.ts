import { z } from 'zod'
import { type Destination, placeOf, readHeads } from '#server/backups/destination.ts'
import { typeOf } from '#server/backups/files.ts'
import { loadDatabase, refuseUnfit } from '#server/backups/load.ts'
import * as manifest from '#server/backups/manifest.ts'
import { Secrets } from '#server/backups/secrets.ts'
import { storeVerified } from '#server/backups/verified.ts'
import { Damaged, type Place, readPart } from '#server/kernel/backup/parts.ts'
import { inScratchDatabase } from '#server/kernel/backup/scratch.ts'
import { alone, withClient } from '#server/kernel/backup/snapshot.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import type { JobName } from '#server/kernel/jobs/jobs.ts'
import { restoreJobs, WaitingJob } from '#server/kernel/jobs/waiting-jobs.ts'
import { StartError } from '#server/kernel/start-error.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'
import { operatorCommand } from '#server/kernel/version.ts'

type Print = (line: string) => void
type Found = { head: manifest.Head; details: manifest.Details; place: Place }

const count = (value: number) => value.toLocaleString('en-GB')

/** Finds a backup by its id, or the newest one. */
export async function findBackup(destination: Destination, id: string | undefined): Promise<Found> {
  const ids = await manifest.listIds(destination.storage, 'manifests')
  const chosen = id ?? ids.at(-1)
  if (chosen === undefined)
    throw new StartError(
      `There is no backup in ${destination.shown}. Make one with "${operatorCommand('backup')}".`,
    )
  if (!ids.includes(chosen))
    throw new StartError(
      `There is no backup ${chosen} in ${destination.shown}. "${operatorCommand('list')}" shows those that exist.`,
    )
  const head = await manifest.readHead(destination.storage, chosen)
  const place = await placeOf(destination, head)
  return { head, place, details: await manifest.readDetails(place, head) }
}

/** Reads every stored file of the backup, and gives it to `take`. */
async function readFiles(
  { place, details }: Found,
  print: Print,
  take: (name: string, content: Buffer) => Promise<void>,
): Promise<void> {
  let done = 0
  for await (const { name, part } of manifest.readFileList(place, details.files.parts)) {
    await take(name, await readPart(place, part))
    done++
    if (done % 1000 === 0) print(`${count(done)} of ${count(details.files.count)} files`)
  }
  if (done !== details.files.count)
    throw new Damaged(`The list of files has ${count(done)} names instead of ${count(details.files.count)}.`)
}

const readJobs = async ({ place, details }: Found): Promise<WaitingJob[]> => {
  const jobs = z.array(WaitingJob).parse(JSON.parse(await manifest.textOf(place, details.jobs.parts)))
  if (jobs.length !== details.jobs.count)
    throw new Damaged(`There are ${count(jobs.length)} waiting jobs instead of ${count(details.jobs.count)}.`)
  return jobs
}

const readSecrets = async ({ place, details }: Found): Promise<Secrets | null> =>
  details.secret && Secrets.parse(JSON.parse((await readPart(place, details.secret)).toString('utf8')))

/** The secrets of the newest backup that can be read, and what identifies them; undefined if there is none. */
export async function findSecrets(
  destination: Destination,
  reportDamaged: (sentence: string) => void,
): Promise<{ secretId: string; secrets: Secrets | null } | undefined> {
  const newest = (await readHeads(destination.storage, reportDamaged)).at(-1)
  if (!newest) return undefined
  const found = await findBackup(destination, newest.id)
  return { secretId: found.details.secretId, secrets: await readSecrets(found) }
}

export type RestoreOptions = {
  url: string
  storage: Storage
  destination: Destination
  id: string | undefined
  /** The jobs that this release knows; others are left out. */
  jobNames: readonly JobName[]
  print: Print
}
export type Restored = Found & { secrets: Secrets | null; newMigrations: number }

/** Puts a backup back: first the files, which can be written again, then the database, which is filled at once. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { url, storage, destination, id, print } = options
  const found = await findBackup(destination, id)
  await withClient(url, (client) => refuseUnfit(client, found.details))
  const jobs = await readJobs(found)
  const secrets = await readSecrets(found)
  await readFiles(found, print, (name, content) => storage.write(name, content, typeOf(name)))
  await loadDatabase(url, found.place, found.details, print)
  const newMigrations = (await migrate(url)).length
  await restoreJobs(url, jobs, options.jobNames)
  return { ...found, secrets, newMigrations }
}

export type VerifyOptions = {
  url: string
  destination: Destination
  id: string | undefined
  /** An empty database to use in place of a scratch database. */
  emptyUrl?: string | undefined
  now: () => Date
  /** Takes a sentence if the result could not be stored beside the backup. */
  reportUnstored: Print
  print: Print
}

/** Restores a backup into a database that is removed again, compares everything, and stores the result beside it. */
export function verifyBackup(options: VerifyOptions): Promise<Found> {
  const { url, destination, id, emptyUrl, now, print } = options
  return alone(url, async () => {
    const ids = await manifest.listIds(destination.storage, 'manifests')
    const note = async (damage: string | null) => {
      const name = manifest.names.verified(id ?? ids.at(-1)!)
      const result = { at: now().toISOString(), damage }
      await storeVerified(destination.storage, name, result, options.reportUnstored)
    }
    try {
      const found = await findBackup(destination, id)
      const load = async (into: string) => {
        await loadDatabase(into, found.place, found.details, print)
        await migrate(into)
      }
      await (emptyUrl ? load(emptyUrl) : inScratchDatabase(url, load))
      await readFiles(found, print, () => Promise.resolve())
      await readJobs(found)
      await readSecrets(found)
      await note(null)
      return found
    } catch (error) {
      if (error instanceof Damaged) await note(error.message)
      throw error
    }
  })
}
