import { refreshEmail } from '#server/accounts/commands.ts'
import { eraseAccount, eraseLeftover } from '#server/accounts/erase-commands.ts'
import type { Eraser } from '#server/accounts/erasure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler } from '#server/kernel/jobs/jobs.ts'

/** The erasers are passed in, because an erasure reaches every slice and this slice must not import the others. */
export const accountJobs = (deps: Deps, erasers: readonly Eraser[]): JobHandler[] => [
  job('accounts.forget-user', ({ uid }) => eraseLeftover(deps, erasers, uid)),
  job('accounts.refresh-email', ({ uid }) => refreshEmail(deps, uid)),
  job('accounts.erase', ({ uid }) => eraseAccount(deps, erasers, uid)),
]
