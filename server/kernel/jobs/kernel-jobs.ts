import { hoursBefore, retentionHours } from '#server/kernel/cache/retention-hours.ts'
import { sweepRecentWrites } from '#server/kernel/db/own-writes.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { sweepIdempotency } from '#server/kernel/http/idempotency.ts'
import { sweepClockWatches } from '#server/kernel/jobs/clock-watch.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { sweepLiveEvents } from '#server/kernel/live/live.ts'

/**
 * Housekeeping: deletes expired responses for retries, clock states, log positions of recent writes, and live events.
 */
export const kernelJobs = (deps: Deps): JobHandler[] => [
  job('kernel.sweep', async () => {
    await ensureTransaction(deps, (deps) => sweepIdempotency(deps.db, deps.now()))
    await ensureTransaction(deps, (deps) => sweepClockWatches(deps.db, deps.now()))
    const before = hoursBefore(deps.now(), retentionHours.writes)
    await ensureTransaction(deps, ({ db }) => sweepRecentWrites(db, before))
    const oldest = hoursBefore(deps.now(), retentionHours.liveEvents)
    await ensureTransaction(deps, ({ db }) => sweepLiveEvents(db, oldest))
  }),
]

export const kernelSchedules: Schedule[] = [{ name: 'kernel.sweep', cron: '17 * * * *' }]
