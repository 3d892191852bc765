import { mailStaffAddressChange } from '#server/identity/codes/commands.ts'
import { purgeExpired } from '#server/identity/commands.ts'
import { eraseDue } from '#server/identity/deletion/commands.ts'
import type { IdentityOptions } from '#server/identity/options.ts'
import { notifyOfFailures } from '#server/identity/sessions/notice-commands.ts'
import { rotateKeys } from '#server/identity/tokens/keyring.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'

export const identityJobs = (deps: Deps, options: IdentityOptions, isEmbedded: boolean): JobHandler[] => [
  job('identity.sweep', async () => {
    if (isEmbedded) await rotateKeys(deps, options)
    await purgeExpired(deps)
  }),
  job('identity.tell-of-failures', (payload) => notifyOfFailures(deps, payload)),
  job('identity.mail-address-change', (payload) => mailStaffAddressChange({ ...deps, options }, payload)),
  job('identity.erase-due', () => eraseDue(deps)),
]

export const identitySchedules: Schedule[] = [
  { name: 'identity.sweep', cron: '17 * * * *' },
  { name: 'identity.erase-due', cron: '27 * * * *' },
]
