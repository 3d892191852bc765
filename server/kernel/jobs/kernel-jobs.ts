import { hoursBefore, keptHours } from '#server/kernel/cache/kept-hours.ts'
import { sweepRecentWrites } from '#server/kernel/db/own-writes.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
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
    await inTransaction(deps.db, (tx) => sweepIdempotency(tx, deps.now()))
    await inTransaction(deps.db, (tx) => sweepClockWatches(tx, deps.now()))
    const before = hoursBefore(deps.now(), keptHours.writes)
    await inTransaction(deps.db, (tx) => sweepRecentWrites(tx, before))
    const oldest = hoursBefore(deps.now(), keptHours.liveEvents)
    await inTransaction(deps.db, (tx) => sweepLiveEvents(tx, oldest))
  }),
]

export const kernelSchedules: Schedule[] = [{ name: 'kernel.sweep', cron: '17 * * * *' }]
