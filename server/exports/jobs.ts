import { prepareExport } from '#server/exports/prepare-commands.ts'
import { deleteExportsOf, sweepExports } from '#server/exports/sweep-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'

export const exportJobs = (deps: Deps): JobHandler[] => [
  job('exports.prepare', ({ exportId }) => prepareExport(deps, exportId), { batch: 1 }),
  job('exports.sweep', () => sweepExports(deps)),
  job('exports.forget', ({ accountId }) => deleteExportsOf(deps, accountId)),
]

export const exportSchedules: Schedule[] = [{ name: 'exports.sweep', cron: '*/10 * * * *' }]
