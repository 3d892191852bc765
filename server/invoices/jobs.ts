import { makeInvoices, remindSitters } from '#server/invoices/month-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs.ts'

export const invoiceJobs = (deps: Deps): JobHandler[] => [
  job('invoices.make', (payload) => makeInvoices(deps, payload)),
  job('invoices.remind', () => remindSitters(deps)),
]

/** Each hour, because months begin at another hour in each zone. */
export const invoiceSchedules: Schedule[] = [
  { name: 'invoices.make', cron: '5 * * * *' },
  { name: 'invoices.remind', cron: '35 * * * *' },
]
