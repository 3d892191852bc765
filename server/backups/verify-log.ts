import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveOf, firstGap, listArchived, readArchived } from '#server/backups/archive.ts'
import {
  type CopyHead,
  type DamagedCopy,
  readCopies,
  readCopy,
  verifiedNameOf,
} from '#server/backups/copies.ts'
import { type Destination, placeOf } from '#server/backups/destination.ts'
import { refuseImbalance } from '#server/backups/load.ts'
import { openRewind } from '#server/backups/rewind.ts'
import { storeVerified } from '#server/backups/verified.ts'
import { writeData } from '#server/kernel/backup/data-copy.ts'
import { Damaged } from '#server/kernel/backup/parts.ts'
import { withClient } from '#server/kernel/backup/snapshot.ts'
import { onClient } from '#server/kernel/db/on-client.ts'
import { type Recovery, recoverPostgres } from '#server/kernel/postgres/recovery.ts'
import { sumByAccount } from '#server/ledger/desk-store.ts'

export const scratchFolderOf = (dataDir: string) => join(dataDir, 'postgres-verify')

export type VerifiedLog = {
  copy: CopyHead
  /** The last change that was replayed; null if there was none after the copy. */
  reachedAt: Date | null
  currencies: string[]
}

type Inspected = Omit<VerifiedLog, 'copy'>

type VerifyLogOptions = {
  now: () => Date
  /** Folder for the scratch database; it is removed before and afterwards. */
  folder: string
  destination: Destination
  /** Takes a sentence if the result could not be stored beside the copy. */
  reportUnstored: (sentence: string) => void
  print: (line: string) => void
}

/**
 * Replays the archived log up to its end, from the newest copy, in a database that is removed again, and stores the result
 * beside the copy. Undefined if there is no copy. The caller holds the lock.
 */
export async function verifyLog(options: VerifyLogOptions): Promise<VerifiedLog | undefined> {
  const { destination } = options
  const damaged: DamagedCopy[] = []
  const copy = (await readCopies(destination.storage, (one) => damaged.push(one))).at(-1)
  const newest = damaged.at(-1)
  if (newest && (!copy || newest.id > copy.id))
    throw new Damaged(
      `${newest.sentence} It describes the newest copy of the database. If there is none, remove the file and restart the server.`,
    )
  if (!copy) return undefined
  return storeResult(options, copy, undefined, () => replayCurrent(options, copy))
}

async function replayCurrent(options: VerifyLogOptions, copy: CopyHead): Promise<Inspected> {
  const { folder, destination, print } = options
  const place = await placeOf(destination, copy)
  const archive = archiveOf(place, copy.system)
  const missing = firstGap(await listArchived(archive), copy.segment)
  if (missing)
    throw new Damaged(
      `The segment ${missing} of the log is missing: what was written after it cannot be restored with "--until". If another copy of ${destination.shown} has the file, put it back as ${archive.folder}/${missing.toLowerCase()}. Otherwise restart the server, which copies the database anew, and verify again.`,
    )
  return replayAndInspect(folder, {
    fill: async (data) => writeData(data, place, await readCopy(place, copy)),
    fetch: (name) => readArchived(archive, name),
    until: undefined,
    completeUntil: undefined,
    timeline: 'current',
    print,
  })
}

/**
 * Restores a moment as `restore --until` does, in a database that is removed again, and stores the result beside the copy
 * that was used. The caller holds the lock.
 */
export async function verifyUntil(
  options: VerifyLogOptions & { until: Date | undefined },
): Promise<VerifiedLog> {
  const { copy, recovery } = await openRewind(options)
  return storeResult(options, copy, options.until, () => replayAndInspect(options.folder, recovery))
}

/** Stores that a moment was restored, or which damage prevents it; another failure says nothing about the copy. */
async function storeResult(
  { destination, now, reportUnstored }: VerifyLogOptions,
  copy: CopyHead,
  wanted: Date | undefined,
  replay: () => Promise<Inspected>,
): Promise<VerifiedLog> {
  const store = (until: string | undefined, damage: string | null) =>
    storeVerified(
      destination.storage,
      verifiedNameOf(copy),
      { at: now().toISOString(), damage, until: until ?? null },
      reportUnstored,
    )
  try {
    const found = await replay()
    await store((wanted ?? found.reachedAt)?.toISOString() ?? copy.endedAt, null)
    return { copy, ...found }
  } catch (error) {
    if (error instanceof Damaged) await store(wanted?.toISOString(), error.message)
    throw error
  }
}

async function replayAndInspect(folder: string, recovery: Recovery): Promise<Inspected> {
  const found = { reachedAt: null as Date | null, currencies: [] as string[] }
  await rm(folder, { recursive: true, force: true })
  try {
    await recoverPostgres(folder, {
      ...recovery,
      inspect: (url) =>
        withClient(url, async (client) => {
          const { rows } = await client.query<{ at: Date | null }>(
            'select pg_last_xact_replay_timestamp() as at',
          )
          found.reachedAt = rows[0]!.at
          const totals = await sumByAccount(onClient(client), { timeZone: 'UTC' })
          refuseImbalance(totals)
          found.currencies = [...new Set(totals.map(({ currency }) => currency))]
        }),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return found
}
