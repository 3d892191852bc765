import { remindSitters, tellSitter } from '#server/invoices/mail-commands.ts'
import { makeInvoices, type Progress } from '#server/invoices/month-commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'

async function makeAndGoOn(deps: Deps, progress: Progress): Promise<void> {
  const rest = await makeInvoices(deps, progress)
  if (rest) await ensureTransaction(deps, (deps) => deps.enqueue(deps.db, 'invoices.make', rest))
}

export const invoiceJobs = (deps: Deps): JobHandler[] => [
  job('invoices.make', (progress) => makeAndGoOn(deps, progress)),
  job('invoices.tell', ({ invoiceId }) => tellSitter(deps, invoiceId)),
  job('invoices.remind', () => remindSitters(deps)),
]

/** Hourly, because months begin at a different hour in each time zone. */
export const invoiceSchedules: Schedule[] = [
  { name: 'invoices.make', cron: '5 * * * *' },
  { name: 'invoices.remind', cron: '35 * * * *' },
]
