import { callBackup } from '#server/circle/backup-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler } from '#server/kernel/jobs/jobs.ts'

export const circleJobs = (deps: Deps): JobHandler[] => [
  job('circle.call-backup', ({ bookingId }) => callBackup(deps, bookingId)),
]
