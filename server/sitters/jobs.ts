import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { followDeletion, refreshHousehold, renameSitter } from '#server/sitters/account-commands.ts'
import { queueTrustTests, refreshFigures } from '#server/sitters/figures-commands.ts'
import { refreshPhoto } from '#server/sitters/photo-commands.ts'

export const sitterJobs = (deps: Deps): JobHandler[] => [
  job('accounts.rename-sitter', ({ accountId }) => renameSitter(deps, accountId)),
  job('sitters.follow-deletion', ({ accountId }) => followDeletion(deps, accountId)),
  job('sitters.refresh-household', ({ accountId }) => refreshHousehold(deps, accountId)),
  job('sitters.refresh-figures', ({ sitterId }) => refreshFigures(deps, sitterId)),
  job('sitters.refresh-photo', ({ sitterId }) => refreshPhoto(deps, sitterId)),
  job('sitters.test-trust', () => queueTrustTests(deps)),
]

export const sitterSchedules: Schedule[] = [{ name: 'sitters.test-trust', cron: '40 3 * * *' }]
