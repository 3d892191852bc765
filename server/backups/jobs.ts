import { join } from 'node:path'
import { openDestination } from '#server/backups/destination.ts'
import { isDue } from '#server/backups/due.ts'
import { makeBackup } from '#server/backups/make.ts'
import type { Config } from '#server/config/config.ts'
import { Busy } from '#server/kernel/backup/snapshot.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { messageOf } from '#server/kernel/error-facts.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import {
  type Measurement,
  readMeasurements,
  replaceMeasurements,
} from '#server/kernel/metrics/measurements.ts'
import { findPostgres } from '#server/kernel/postgres/postgres.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Makes the backup of today if it is due. One that fails is tried again after an hour. */
export async function runScheduledBackup(deps: Deps, config: Config): Promise<void> {
  const { at, destination, passphrase, keep, withSecret } = config.backup
  const url = config.databaseUrl ?? findPostgres(join(config.dataDir, 'postgres'))
  if (!at || !destination || !url) return
  const measured = await readMeasurements(deps.db)
  const momentOf = (name: Measurement['name']) => measured.find((one) => one.name === name)?.at ?? null
  const facts = { now: deps.now(), at, madeAt: momentOf('backup'), failedAt: momentOf('backup_failure') }
  if (!isDue(facts)) return
  try {
    const { head, missingFiles, removed } = await makeBackup(deps, {
      url,
      destination: openDestination(destination, passphrase),
      withSecret,
      keep,
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
      labels: { cause: causeOf(error) },
      value: 1,
      at: deps.now(),
    }
    await replaceMeasurements(deps.db, ['backup_failure'], [failure])
  }
}

/** Storage hides its cause behind words for visitors. A bucket may answer with a long page. */
const causeOf = (error: unknown): string =>
  messageOf(error instanceof Problem ? (error.cause ?? error) : error).slice(0, 500)

export function backupJobs(deps: Deps, config: Config): JobHandler[] {
  let running: Promise<void> | undefined
  return [
    job('backups.run', () => {
      // Not awaited, because a job is limited to a minute.
      running ??= runScheduledBackup(deps, config)
        .catch((error: unknown) => deps.log.error({ err: error }, 'the backup failed'))
        .finally(() => {
          running = undefined
        })
      return Promise.resolve()
    }),
  ]
}

/** Checks every five minutes, so that a backup is made later if no worker ran at its time. */
export const backupSchedules: Schedule[] = [{ name: 'backups.run', cron: '*/5 * * * *', runsInDoubt: true }]
