import { forgetHousehold } from '#server/households/commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler } from '#server/kernel/jobs.ts'

export const householdJobs = (deps: Deps): JobHandler[] => [
  job('households.forget-owner', ({ accountId }) => forgetHousehold(deps, accountId)),
]
