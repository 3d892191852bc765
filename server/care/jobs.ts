import { deleteOldRoutes } from '#server/care/route-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'

export const careJobs = (deps: Deps): JobHandler[] => [job('care.forget-routes', () => deleteOldRoutes(deps))]

export const careSchedules: Schedule[] = [{ name: 'care.forget-routes', cron: '50 3 * * *' }]
