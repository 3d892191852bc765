import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { deliverDue } from '#server/webhooks/deliver-commands.ts'

export const webhookJobs = (deps: Deps): JobHandler[] => [
  job('webhooks.deliver', ({ deliveryId }) => deliverDue(deps, deliveryId), { batch: 1 }),
]

/** For what is sent again; the first attempt is a job of its own. */
export const webhookSchedules: Schedule[] = [{ name: 'webhooks.deliver', cron: '* * * * *' }]
