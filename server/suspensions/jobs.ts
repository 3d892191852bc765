import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { endDueSuspensions } from '#server/suspensions/commands.ts'

export const suspensionJobs = (deps: Deps): JobHandler[] => [
  job('suspensions.end-due', () => endDueSuspensions(deps)),
]

export const suspensionSchedules: Schedule[] = [{ name: 'suspensions.end-due', cron: '*/5 * * * *' }]
