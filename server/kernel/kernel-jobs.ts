import type { Deps } from '#server/kernel/deps.ts'
import { sweepIdempotency } from '#server/kernel/idempotency.ts'
import { inTransaction } from '#server/kernel/db.ts'
import { sweepRecentWrites } from '#server/kernel/own-writes.ts'
import { sweepLiveEvents } from '#server/kernel/live.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs.ts'

const recentWritesMs = 3_600_000
const liveEventsMs = 26 * 3_600_000

/** Housekeeping: answers kept for repeated requests, and who has just written, are forgotten after their time. */
export const kernelJobs = (deps: Deps): JobHandler[] => [
  job('kernel.sweep', async () => {
    await inTransaction(deps.db, (tx) => sweepIdempotency(tx, deps.now()))
    const before = new Date(deps.now().getTime() - recentWritesMs)
    await inTransaction(deps.db, (tx) => sweepRecentWrites(tx, before))
    const oldest = new Date(deps.now().getTime() - liveEventsMs)
    await inTransaction(deps.db, (tx) => sweepLiveEvents(tx, oldest))
  }),
]

export const kernelSchedules: Schedule[] = [{ name: 'kernel.sweep', cron: '17 * * * *' }]
