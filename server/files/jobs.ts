import { processFile } from '#server/files/process-commands.ts'
import { sweepFiles } from '#server/files/sweep-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'

export const fileJobs = (deps: Deps): JobHandler[] => [
  job('files.process', ({ fileId }) => processFile(deps, fileId), { batch: 1 }),
  job('files.sweep', async () => {
    await sweepFiles(deps)
  }),
]

export const fileSchedules: Schedule[] = [{ name: 'files.sweep', cron: '41 * * * *' }]
