import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { WithSettings } from '#server/doctor/check.ts'
import { fault, type Finding, ok } from '#server/doctor/finding.ts'
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
export async function storage({ config: { storage } }: WithSettings): Promise<Finding> {
  const place = wordsOf(storage)
  try {
    const wrong = await tryOut(openStorage(storage))
    return wrong ?? ok(`Files can be written, read and removed in ${place}.`)
  } catch (error) {
    // Storage hides its cause behind words for visitors.
    const cause = firstCauseOf(error)
    return fault(
      `Files cannot be stored in ${place}: ${sentenceOf(cause)}`,
      's3' in storage
        ? 'Check the S3 variables, and that the key may put, get, delete and list.'
        : 'Check FILES_DIR, and that the user of the server may write there.',
    )
  }
}
