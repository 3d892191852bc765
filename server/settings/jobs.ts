import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { checkSettings } from '#server/settings/commands.ts'

export const settingJobs = (deps: Deps): JobHandler[] => [job('settings.check', () => checkSettings(deps))]

export const settingSchedules: Schedule[] = [
  { name: 'settings.check', cron: '*/5 * * * *', runsInDoubt: true },
]
