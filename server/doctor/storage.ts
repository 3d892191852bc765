import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { WithSettings } from '#server/doctor/check.ts'
import { fault, type Finding, notConfigured, ok } from '#server/doctor/finding.ts'
import { codeOf, firstCauseOf, messageOf } from '#server/kernel/error-facts.ts'
import { fileFault, pathIn } from '#server/kernel/file-faults.ts'
import { openStorage, type StorageConfig } from '#server/kernel/storage/open.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

const wordsOf = (config: StorageConfig): string =>
  's3' in config ? `the bucket ${config.s3.bucket} at ${config.s3.endpoint}` : config.folder

function sentenceOf(cause: unknown): string {
  const path = pathIn(cause)
  const words = path && fileFault(cause, path)
  if (words) return words
  const says = `${messageOf(cause)}${codeOf(cause) ? ` (${codeOf(cause)})` : ''}`
  return `${says.replaceAll(/\s+/g, ' ').slice(0, 300)}.`
}

async function tryOut(storage: Storage): Promise<Finding | undefined> {
  const name = `doctor/${randomUUID()}.txt`
  const content = `written ${name}`
  await storage.write(name, Buffer.from(content), 'text/plain')
  const found = await storage.read(name)
  const read = found && (await text(found.content))
  await storage.remove(name)
  const advice = 'Look into the log of the storage service, or replace the disk.'
  if (read !== content) return fault('A file was not read as it was written.', advice)
  const left = await storage.read(name)
  if (!left) return undefined
  left.content.destroy()
  return fault('A file is still there after it was removed.', advice)
}

/** Writes, reads and removes a file. */
async function examine(config: StorageConfig, advice: string): Promise<Finding> {
  const place = wordsOf(config)
  try {
    const wrong = await tryOut(openStorage(config))
    return wrong ?? ok(`Files can be written, read and removed in ${place}.`)
  } catch (error) {
    // Storage hides its cause behind words for visitors.
    const cause = firstCauseOf(error)
    return fault(`Files cannot be stored in ${place}: ${sentenceOf(cause)}`, advice)
  }
}

const adviceFor = (config: StorageConfig, bucket: string, folder: string): string =>
  's3' in config
    ? `Check the ${bucket} variables, and that the key may put, get, delete and list.`
    : `Check ${folder}, and that the user of the server may write there.`

export const storage = ({ config: { storage } }: WithSettings): Promise<Finding> =>
  examine(storage, adviceFor(storage, 'S3', 'FILES_DIR'))

/** Finds out before the next backup whether it could be written; `backups` shows how the last one went. */
export async function backupStorage({ config: { backup } }: WithSettings): Promise<Finding> {
  const { destination } = backup
  if (!destination) return notConfigured('Neither BACKUP_DIR nor a bucket for backups is set.')
  return examine(destination, adviceFor(destination, 'BACKUP_S3', 'BACKUP_DIR'))
}
