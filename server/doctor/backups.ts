import { lastFailure, lastSuccess } from '#server/doctor/measured.ts'
import type { WithDatabase } from '#server/doctor/check.ts'
import { count, fault, type Finding, notConfigured, ok, warning } from '#server/doctor/finding.ts'
import { operatorCommand } from '#server/kernel/version.ts'

const hourMs = 3_600_000
const oldBackupHours = 36
const oldVerificationDays = 10
const oldLogHours = 1

const ageOf = (at: Date, now: () => Date): { hours: number; words: string } => {
  const hours = Math.floor((now().getTime() - at.getTime()) / hourMs)
  return { hours, words: hours < 48 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day') }
}

/** The age of the last backup, whoever made it. */
export async function backups({ deps, config: { backup }, now }: WithDatabase): Promise<Finding> {
  const [at, failure, uploadsFailure] = await Promise.all([
    lastSuccess(deps, 'backup'),
    lastFailure(deps, 'backup_failure'),
    lastFailure(deps, 'uploads_failure'),
  ])
  const advice = backup.at
    ? 'Look into the log of the worker.'
    : `Set BACKUP_AT and BACKUP_DIR or a bucket, or run “${operatorCommand('backup')}” every night.`
  if (failure !== null)
    return fault(`The scheduled backup fails: ${failure}`, 'Correct the cause; it is tried again every hour.')
  if (uploadsFailure !== null)
    return fault(
      `New photos and documents are not copied to the backups: ${uploadsFailure}`,
      'Correct the cause; it is tried again every minute.',
    )
  if (!at) return warning('There is no backup.', advice)
  const { hours, words } = ageOf(at, now)
  return hours > oldBackupHours
    ? fault(`The last backup is ${words} old.`, advice)
    : ok(`The last backup is ${words} old${backup.passphrase ? '' : ', and BACKUP_PASSPHRASE is not set'}.`)
}

/** When a backup was last restored on trial. */
export async function verification({ deps, config: { backup }, now }: WithDatabase): Promise<Finding> {
  const [made, at, failure] = await Promise.all([
    lastSuccess(deps, 'backup'),
    lastSuccess(deps, 'backup_verified'),
    lastFailure(deps, 'backup_verify_failure'),
  ])
  if (failure !== null)
    return fault(`The backup cannot be restored: ${failure}`, 'Make a new one and verify it.')
  if (!made) return notConfigured('There is no backup to verify.')
  if (!at) return warning('No backup was ever verified.', `Run “${operatorCommand('verify')}”.`)
  const { hours, words } = ageOf(at, now)
  return hours > oldVerificationDays * 24
    ? warning(
        `The last verification was ${words} ago.`,
        backup.verifyEvery
          ? 'Look into the log of the worker.'
          : `Run “${operatorCommand('verify')}”, or set BACKUP_VERIFY.`,
      )
    : ok(`A backup was restored on trial ${words} ago.`)
}

/** How much a crash would lose. */
export async function wal({ deps, config: { backup, databaseUrl }, now }: WithDatabase): Promise<Finding> {
  if (!backup.wal)
    return notConfigured(
      databaseUrl
        ? 'The log of your own PostgreSQL is archived by other tools, if at all; see “Any moment” in OPERATING.md.'
        : 'BACKUP_WAL_DAYS is not set: a crash loses what is newer than the last backup.',
    )
  const [at, failure] = await Promise.all([
    lastSuccess(deps, 'wal_archived'),
    lastFailure(deps, 'wal_failure'),
  ])
  const advice = 'Look into the log of the server; what is not archived needs space in DATA_DIR.'
  if (failure !== null) return fault(`The log of the database is not archived: ${failure}`, advice)
  if (!at) return warning('Nothing of the log was archived yet.', 'Wait for a few minutes after the start.')
  const { hours, words } = ageOf(at, now)
  return hours >= oldLogHours
    ? fault(`The log of the database was last archived ${words} ago.`, advice)
    : ok(`The log of the database was archived at ${at.toISOString()}.`)
}
