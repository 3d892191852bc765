import { forgetUser, refreshEmail } from '#server/accounts/commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler } from '#server/kernel/jobs.ts'

export const accountJobs = (deps: Deps): JobHandler[] => [
  job('accounts.forget-user', ({ uid }) => forgetUser(deps, uid)),
  job('accounts.refresh-email', ({ uid }) => refreshEmail(deps, uid)),
]
