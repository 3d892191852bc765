import type { Deps } from '#server/kernel/deps.ts'
import { clockStates } from '#server/kernel/jobs/clock-watch.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import {
  backupAt,
  backupFailed,
  clockInDoubt,
  databaseAnswers,
  invariantsCheckedAt,
  invariantViolations,
  searchDisorder,
} from '#server/kernel/metrics/metrics.ts'
import { findOverdueWork } from '#server/ledger/invariant-commands.ts'

/** A machine that has not reported for this long is considered gone. */
const staleMs = 86_400_000

/**
 * Updates the metrics that one worker measures for all processes, and those computed from the database at this moment.
 */
export async function refreshSharedMetrics(deps: Pick<Deps, 'db' | 'now' | 'site' | 'log'>): Promise<void> {
  const gauges = [
    invariantViolations,
    invariantsCheckedAt,
    searchDisorder,
    clockInDoubt,
    backupAt,
    backupFailed,
  ]
  try {
    const measured = await readMeasurements(deps.db)
    const overdue = await findOverdueWork(deps)
    const clocks = await clockStates(deps.db)
    for (const gauge of gauges) gauge.reset()
    for (const { name, labels, value, at } of measured)
      if (name === 'invariant') {
        invariantViolations.set({ invariant: labels['invariant']!, scope: labels['scope']! }, value)
        invariantsCheckedAt.set({ scope: labels['scope']! }, at.getTime() / 1000)
      } else if (name === 'search_disorder') searchDisorder.set(value)
      else if (name === 'backup') backupAt.set(at.getTime() / 1000)
      else if (name === 'backup_failure') backupFailed.set(1)
    // Computed here, because a dead worker would never report that something is late.
    for (const { name, violations } of overdue)
      invariantViolations.set({ invariant: name, scope: 'recent' }, violations)
    const newest = clocks[0]?.seenAt.getTime() ?? 0
    clockInDoubt.set(
      clocks.filter(({ doubt, seenAt }) => doubt !== null && newest - seenAt.getTime() < staleMs).length,
    )
    databaseAnswers.set(1)
  } catch (error) {
    // The metrics of this process itself are still shown.
    deps.log.error({ err: error }, 'shared metrics')
    for (const gauge of gauges) gauge.reset()
    databaseAnswers.set(0)
  }
}
