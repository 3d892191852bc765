import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { endOldPages } from '#server/lost/commands.ts'

export const lostJobs = (deps: Deps): JobHandler[] => [job('lost.end-old-pages', () => endOldPages(deps))]

export const lostSchedules: Schedule[] = [{ name: 'lost.end-old-pages', cron: '40 3 * * *' }]
