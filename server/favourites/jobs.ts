import { forgetFavourites } from '#server/favourites/commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler } from '#server/kernel/jobs.ts'

export const favouriteJobs = (deps: Deps): JobHandler[] => [
  job('favourites.forget-owner', async ({ accountId }) => {
    await forgetFavourites(deps, accountId)
  }),
]
