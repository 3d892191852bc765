import type { Deps } from '#server/kernel/deps.ts'
import { secretValuesOf } from '#server/backups/secret-values.ts'
import type { Config } from '#server/config/config.ts'
import { firstCauseOf, messageOf } from '#server/kernel/error-facts.ts'
import { Damaged } from '#server/kernel/backup/parts.ts'
import { readMeasurements, replaceMeasurements } from '#server/kernel/metrics/measurements.ts'
import { withoutAddresses, withoutSecrets } from '#server/kernel/private-text.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Notes for the desk and the metrics that a backup was verified, which ends the alarm of an earlier failure. */
export const noteVerified = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  replaceMeasurements(
    db,
    ['backup_verified', 'backup_verify_failure'],
    [{ name: 'backup_verified', labels: {}, value: 1, at: now() }],
  )

/** Notes why a backup could not be verified; `value` is 1 if it is damaged, 0 if it could not be tried. */
export const noteVerifyFailure = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  error: unknown,
  cause: string,
): Promise<void> =>
  replaceMeasurements(
    db,
    ['backup_verify_failure'],
    [
      {
        name: 'backup_verify_failure',
        labels: { cause },
        value: error instanceof Damaged ? 1 : 0,
        at: now(),
      },
    ],
  )

/** What is known of the newest backup and its verification. */
export async function readVerification({ db }: Pick<Deps, 'db'>) {
  const measured = await readMeasurements(db)
  const find = (wanted: string) => measured.find(({ name }) => name === wanted)
  const failure = find('backup_verify_failure')
  return {
    madeAt: find('backup')?.at ?? null,
    verifiedAt: find('backup_verified')?.at ?? null,
    failure: failure ? { at: failure.at, isDamage: failure.value === 1 } : null,
    /** The cause of the failure that the desk shows. */
    shownCause: failure?.labels['cause'],
  }
}

/** Storage hides its cause behind words for visitors. The text may contain secrets. */
export const fullCauseOf = (error: unknown): string =>
  messageOf(error instanceof Problem ? firstCauseOf(error) : error)

/** The cause as staff may read it: without secrets and addresses of people. A bucket may answer with a long page. */
export const causeOf = (error: unknown, config: Config): string =>
  withoutAddresses(withoutSecrets(fullCauseOf(error), secretValuesOf(config))).slice(0, 500)
