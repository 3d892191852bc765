import { readDueFeeds, readFeedById } from '#server/calendar/feed-read-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'

export const calendarJobs = (deps: Deps): JobHandler[] => [
  job(
    'calendar.read-feeds',
    async ({ feedId }) => {
      if (feedId) await readFeedById(deps, feedId)
      else await readDueFeeds(deps)
    },
    { batch: 1 },
  ),
]

/**
 * Runs each minute and reads only the few feeds whose 15 minutes are over, so that sitters do not wait for each other.
 */
export const calendarSchedules: Schedule[] = [{ name: 'calendar.read-feeds', cron: '* * * * *' }]
