import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import type { Mailbox } from '#server/kernel/outside/imap.ts'
import { readReports } from '#server/mails/report-commands.ts'

export const mailReportJobs = (deps: Deps, mailbox: Mailbox | undefined): JobHandler[] => [
  job(
    'mails.read-reports',
    async () => {
      if (mailbox) await readReports(deps, mailbox)
    },
    { batch: 1 },
  ),
]

export const mailReportSchedules: Schedule[] = [
  { name: 'mails.read-reports', cron: '*/3 * * * *', runsInDoubt: true },
]
