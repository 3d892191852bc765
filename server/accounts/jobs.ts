import { type AccessEnder, endOtherAccess, refreshEmail } from '#server/accounts/commands.ts'
import { eraseAccount, eraseLeftover } from '#server/accounts/erase-commands.ts'
import type { Eraser } from '#server/accounts/erasure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler } from '#server/kernel/jobs/jobs.ts'

/** What an account reaches in the other slices is passed in, because this slice must not import them. */
export const accountJobs = (
  deps: Deps,
  erasers: readonly Eraser[],
  accessEnders: readonly AccessEnder[],
): JobHandler[] => [
  job('accounts.forget-user', ({ uid }) => eraseLeftover(deps, erasers, uid)),
  job('accounts.refresh-email', ({ uid }) => refreshEmail(deps, uid)),
  job('accounts.end-other-access', ({ uid }) => endOtherAccess(deps, accessEnders, uid)),
  job('accounts.erase', ({ uid }) => eraseAccount(deps, erasers, uid)),
]
