import type { Gauge } from 'prom-client'
import { openFigures } from '#server/staff/figure-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { logCause } from '#server/kernel/log-cause.ts'
import { clockStates } from '#server/kernel/jobs/clock-watch.ts'
import { type Measurement, readMeasurements } from '#server/kernel/metrics/measurements.ts'
import {
  accounts,
  backupAt,
  backupFailed,
  backupVerifiedAt,
  backupVerifyFailed,
  bookings,
  clockInDoubt,
  databaseAnswers,
  invariantsCheckedAt,
  invariantViolations,
  jobs,
  jobWaiting,
  mails,
  mailWaiting,
  publishedSitters,
  refunded,
  searchDisorder,
  searchWaiting,
  take,
  turnover,
  uploadsCopyFailed,
  walArchivedAt,
  walFailed,
} from '#server/kernel/metrics/metrics.ts'
import { findOverdueWork } from '#server/ledger/invariant-commands.ts'

/** A machine that has not reported for this long is considered gone. */
const staleMs = 86_400_000

type HealthDeps = Pick<Deps, 'db' | 'now' | 'site' | 'log'>

/** Gauges that are read together. If reading them fails they are absent, because any value would be wrong. */
type Part = {
  name: string
  labelled: readonly Gauge[]
  plain: readonly Gauge[]
  read: (deps: HealthDeps) => Promise<() => void>
}

/** How the measurements that are stored in the database are reported, by their name. */
const showMeasured: Record<string, (measured: Measurement) => void> = {
  invariant({ labels, value, at }) {
    invariantViolations.set({ invariant: labels['invariant']!, scope: labels['scope']! }, value)
    invariantsCheckedAt.set({ scope: labels['scope']! }, at.getTime() / 1000)
  },
  search_disorder: ({ value }) => searchDisorder.set(value),
  backup: ({ at }) => backupAt.set(at.getTime() / 1000),
  backup_failure: () => backupFailed.set(1),
  backup_verified: ({ at }) => backupVerifiedAt.set(at.getTime() / 1000),
  backup_verify_failure: () => backupVerifyFailed.set(1),
  uploads_failure: () => uploadsCopyFailed.set(1),
  wal_archived: ({ at }) => walArchivedAt.set(at.getTime() / 1000),
  wal_failure: () => walFailed.set(1),
}

/** What one worker measures for all processes, and what is late at this moment. */
const watched: Part = {
  name: 'watched',
  labelled: [invariantViolations, invariantsCheckedAt],
  plain: [
    searchDisorder,
    clockInDoubt,
    backupAt,
    backupFailed,
    backupVerifiedAt,
    backupVerifyFailed,
    uploadsCopyFailed,
    walArchivedAt,
    walFailed,
  ],
  async read(deps) {
    const measured = await readMeasurements(deps.db)
    const overdue = await findOverdueWork(deps)
    const clocks = await clockStates(deps.db)
    return () => {
      for (const one of measured) showMeasured[one.name]?.(one)
      // Computed here, because a dead worker would never report that something is late.
      for (const { name, violations } of overdue)
        invariantViolations.set({ invariant: name, scope: 'recent' }, violations)
      const newest = clocks[0]?.seenAt.getTime() ?? 0
      clockInDoubt.set(
        clocks.filter(({ doubt, seenAt }) => doubt !== null && newest - seenAt.getTime() < staleMs).length,
      )
    }
  },
}

/**
 * Returns a function that updates the metrics that are the same in every process: what one worker measures for all, and
 * what is counted in the database.
 */
export function openSharedMetrics(deps: HealthDeps): () => Promise<void> {
  const figures = openFigures(deps.now)

  const work: Part = {
    name: 'work',
    labelled: [jobs, jobWaiting, mails],
    plain: [mailWaiting, searchWaiting],
    async read() {
      const found = await figures.work(deps)
      return () => {
        for (const { name, seconds, ...counts } of found.jobs) {
          for (const state of ['waiting', 'later', 'running', 'failed'] as const)
            jobs.set({ name, state }, counts[state])
          jobWaiting.set({ name }, seconds)
          if (name === 'search.refresh-sitter') searchWaiting.set(counts.waiting)
        }
        // Without a mail server every mail stays where it is.
        if (!deps.site.mailConfigured) return mailWaiting.remove()
        const { seconds, ...counts } = found.mails
        for (const state of ['waiting', 'sent', 'given_up'] as const) mails.set({ state }, counts[state])
        mailWaiting.set(seconds)
      }
    },
  }

  const business: Part = {
    name: 'business',
    labelled: [bookings, turnover, take, refunded],
    plain: [accounts, publishedSitters],
    async read() {
      const found = await figures.business(deps)
      return () => {
        for (const { status, count } of found.bookings) bookings.set({ status }, count)
        for (const { currency, days, ...sums } of found.periods) {
          turnover.set({ currency, days }, sums.turnover)
          take.set({ currency, days }, sums.take)
          refunded.set({ currency, days }, sums.refunded)
        }
        accounts.set(found.accounts)
        publishedSitters.set(found.sitters)
      }
    },
  }

  return async () => {
    const answers: boolean[] = []
    for (const part of [watched, work, business]) answers.push(await refresh(part, deps))
    databaseAnswers.set(answers[0] ? 1 : 0)
  }
}

/** The metrics of this process itself are also shown if this fails. */
async function refresh({ name, labelled, plain, read }: Part, deps: HealthDeps): Promise<boolean> {
  const reset = () => {
    for (const gauge of [...labelled, ...plain]) gauge.reset()
  }
  try {
    const show = await read(deps)
    reset()
    show()
    return true
  } catch (error) {
    logCause(deps.log, 'error', { err: error, part: name }, 'shared metrics')
    reset()
    // A reset leaves 0, which would look like a backup that was never made.
    for (const gauge of plain) gauge.remove()
    return false
  }
}
