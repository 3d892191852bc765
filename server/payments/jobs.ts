import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import type { Stripe } from '#server/kernel/outside/stripe.ts'
import { applyEvent } from '#server/payments/event-commands.ts'
import { actOn, resumeTasks } from '#server/payments/task-commands.ts'

/** Money in flight needs Stripe, even after the instance has gone back to direct settlement. */
function stripeOf({ stripe }: Deps): Stripe {
  if (!stripe) throw new Error('Payments wait for Stripe: set PAYMENTS=stripe and its keys')
  return stripe
}

export const paymentJobs = (deps: Deps): JobHandler[] => [
  job('payments.act', ({ taskId }) => actOn(deps, stripeOf(deps), taskId)),
  job('payments.apply-event', ({ eventId }) => applyEvent(deps, stripeOf(deps), eventId)),
  job('payments.resume', () => resumeTasks(deps)),
]

export const paymentSchedules: Schedule[] = [{ name: 'payments.resume', cron: '* * * * *' }]
