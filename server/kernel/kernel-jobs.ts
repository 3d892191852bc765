import type { Deps } from '#server/kernel/deps.ts'
import { sweepIdempotency } from '#server/kernel/idempotency.ts'
import { inTransaction } from '#server/kernel/db.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs.ts'

/** Housekeeping: answers kept for repeated requests are forgotten after their time. */
export const kernelJobs = (deps: Deps): JobHandler[] => [
  job('kernel.sweep', async () => {
    await inTransaction(deps.db, (tx) => sweepIdempotency(tx, deps.now()))
  }),
]

export const kernelSchedules: Schedule[] = [{ name: 'kernel.sweep', cron: '17 * * * *' }]
