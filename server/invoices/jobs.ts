import { remindSitters, notifySitter } from '#server/invoices/mail-commands.ts'
import { makeInvoices, type Progress } from '#server/invoices/month-commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'

async function makeAndContinue(deps: Deps, progress: Progress): Promise<void> {
  const remaining = await makeInvoices(deps, progress)
  if (remaining) await ensureTransaction(deps, (deps) => deps.enqueue(deps.db, 'invoices.make', remaining))
}

export const invoiceJobs = (deps: Deps): JobHandler[] => [
  job('invoices.make', (progress) => makeAndContinue(deps, progress)),
  job('invoices.tell', ({ invoiceId }) => notifySitter(deps, invoiceId)),
  job('invoices.remind', () => remindSitters(deps)),
]

/** Hourly, because months begin at a different hour in each time zone. */
export const invoiceSchedules: Schedule[] = [
  { name: 'invoices.make', cron: '5 * * * *' },
  { name: 'invoices.remind', cron: '35 * * * *' },
]
