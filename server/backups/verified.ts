import { z } from 'zod'
import * as manifest from '#server/backups/manifest.ts'
import { StartError } from '#server/kernel/start-error.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

/** The last result of the check of a backup, or of a copy with its log; it is stored beside it. */
const Verified = z.object({
  at: z.iso.datetime(),
  damage: z.string().nullable(),
  /** Of a copy: the moment that was restored; null if it was to be the end of a log that is damaged. */
  until: z.iso.datetime().nullable().optional(),
})
export type Verified = z.output<typeof Verified>

export async function readVerified(storage: Storage, name: string): Promise<Verified | null> {
  const text = await manifest.readText(storage, name)
  return text === null ? null : manifest.parseStored(Verified, text, name)
}

/** Stores the result of a check; if that is impossible, says so and goes on, because the result is printed too. */
export async function storeVerified(
  storage: Storage,
  name: string,
  result: Verified,
  reportUnstored: (sentence: string) => void,
): Promise<void> {
  try {
    await manifest.writeText(storage, name, result)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    reportUnstored(`The result of the check could not be stored beside the backup. ${error.message}`)
  }
}
