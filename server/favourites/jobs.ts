import { checkSearch, queueSearches } from '#server/favourites/search-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'

export const favouriteJobs = (deps: Deps): JobHandler[] => [
  job('favourites.look-into-searches', async () => {
    await queueSearches(deps)
  }),
  job('favourites.look-into-search', ({ searchId }) => checkSearch(deps, searchId)),
]

/** Frequent small batches; each search is checked once a day. */
export const favouriteSchedules: Schedule[] = [
  { name: 'favourites.look-into-searches', cron: '*/10 * * * *' },
]
