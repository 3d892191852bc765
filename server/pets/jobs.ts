import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler } from '#server/kernel/jobs.ts'
import { forgetPets } from '#server/pets/commands.ts'

export const petJobs = (deps: Deps): JobHandler[] => [
  job('pets.forget-owner', ({ accountId }) => forgetPets(deps, accountId)),
]
