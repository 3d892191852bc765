import { join } from 'node:path'
import { openDestination, reportDamagedTo } from '#server/backups/destination.ts'
import { isDue, isVerifyDue } from '#server/backups/due.ts'
import { makeBackup } from '#server/backups/make.ts'
import { causeOf, noteVerified, noteVerifyFailure, readVerification } from '#server/backups/outcome.ts'
import { verifyBackup } from '#server/backups/recovery.ts'
import { scratchFolderOf, verifyLog } from '#server/backups/verify-log.ts'
import { openUploads } from '#server/backups/uploads.ts'
import type { Config } from '#server/config/config.ts'
import { alone, Busy } from '#server/kernel/backup/snapshot.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { readMeasurements, replaceMeasurements } from '#server/kernel/metrics/measurements.ts'
import { findPostgres } from '#server/kernel/postgres/postgres.ts'

/** Makes the backup of today if it is due. One that fails is tried again after an hour. */
export async function runScheduledBackup(deps: Deps, config: Config): Promise<void> {
  const { at, destination, passphrase, keep, withSecret } = config.backup
  const url = urlOf(config)
  if (!at || !destination || !url) return
  const momentOf = await readMoments(deps)
  const facts = { now: deps.now(), at, madeAt: momentOf('backup'), failedAt: momentOf('backup_failure') }
  if (!isDue(facts)) return
  try {
    const { head, missingFiles, removed } = await makeBackup(deps, {
      url,
      destination: openDestination(destination, passphrase),
      withSecret,
      keep,
      reportDamaged: reportDamagedTo(deps.log),
      print: (line) => deps.log.debug(line),
    })
    deps.log.info({ id: head.id, seconds: head.seconds, missingFiles, removed }, 'backup made')
    const backup = { name: 'backup', labels: {}, value: 1, at: new Date(head.takenAt) }
    await replaceMeasurements(deps.db, ['backup', 'backup_failure'], [backup])
  } catch (error) {
    if (error instanceof Busy) return
    deps.log.error({ err: error }, 'the backup failed')
    const failure = {
      name: 'backup_failure',
      labels: { cause: causeOf(error, config) },
      value: 1,
      at: deps.now(),
    }
    await replaceMeasurements(deps.db, ['backup_failure'], [failure])
  }
}

/** Verifies the newest backup if it is due. A failure is logged once, and shown until a verification succeeds. */
export async function runScheduledVerification(deps: Deps, config: Config): Promise<void> {
  const { at, verifyEvery: every, destination, passphrase } = config.backup
  const url = urlOf(config)
  if (!at || !every || !destination || !url) return
  const { shownCause, ...facts } = await readVerification(deps)
  if (!isVerifyDue({ ...facts, now: deps.now(), every })) return
  try {
    const checking = {
      destination: openDestination(destination, passphrase),
      now: deps.now,
      reportUnstored: (sentence: string) => deps.log.warn(sentence),
      print: (line: string) => deps.log.debug(line),
    }
    const { head } = await verifyBackup({ ...checking, url, id: undefined })
    if (config.backup.wal) {
      const folder = scratchFolderOf(config.dataDir)
      await alone(url, () => verifyLog({ ...checking, folder }))
    }
    deps.log.info({ id: head.id }, 'backup verified')
    await noteVerified(deps)
  } catch (error) {
    if (error instanceof Busy) return
    const cause = causeOf(error, config)
    if (shownCause !== cause) deps.log.error({ err: error }, 'the backup could not be verified')
    await noteVerifyFailure(deps, error, cause)
  }
}

const urlOf = (config: Config): string | undefined =>
  config.databaseUrl ?? findPostgres(join(config.dataDir, 'postgres'))

async function readMoments({ db }: Pick<Deps, 'db'>): Promise<(name: string) => Date | null> {
  const measured = await readMeasurements(db)
  return (name) => measured.find((one) => one.name === name)?.at ?? null
}

/** Starts the work unless it is still running. It is not awaited, because a job is limited to a minute. */
function inBackground(deps: Deps, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
      .catch((error: unknown) => deps.log.error({ err: error }, 'the backup failed'))
      .finally(() => {
        running = undefined
      })
    return Promise.resolve()
  }
}

export function backupJobs(deps: Deps, config: Config): JobHandler[] {
  const backUp = async () => {
    await runScheduledBackup(deps, config)
    await runScheduledVerification(deps, config)
  }
  return [
    job('backups.run', inBackground(deps, backUp)),
    job('backups.copy-uploads', inBackground(deps, openUploads(deps, config))),
  ]
}

/** Checks every five minutes, so that a backup is made later if no worker ran at its time. */
export const backupSchedules: Schedule[] = [
  { name: 'backups.run', cron: '*/5 * * * *', runsInDoubt: true },
  { name: 'backups.copy-uploads', cron: '* * * * *', runsInDoubt: true },
]
