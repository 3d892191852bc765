import { ensureHolidays, generateHolidaysOfSitters } from '#server/holidays/commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'

export const holidayJobs = (deps: Deps): JobHandler[] => [
  job('holidays.generate', async ({ country, subdivision = null }) => {
    if (country === undefined) await generateHolidaysOfSitters(deps)
    else await ensureHolidays(deps, { country, subdivision })
  }),
]

/**
 * The first sitter of a region triggers generation at once; the hourly run is for the turn of the year, and usually has
 * nothing to do.
 */
export const holidaySchedules: Schedule[] = [{ name: 'holidays.generate', cron: '17 * * * *' }]
