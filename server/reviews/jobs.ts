import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { publishReviews } from '#server/reviews/commands.ts'

export const reviewJobs = (deps: Deps): JobHandler[] => [
  job('reviews.publish', async () => {
    await publishReviews(deps)
  }),
]

export const reviewSchedules: Schedule[] = [{ name: 'reviews.publish', cron: '*/10 * * * *' }]
