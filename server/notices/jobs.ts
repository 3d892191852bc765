import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs.ts'
import { sendHeldMails } from '#server/notices/held-commands.ts'

export const noticeJobs = (deps: Deps): JobHandler[] => [
  job('notices.send-held', async () => {
    await sendHeldMails(deps)
  }),
]

export const noticeSchedules: Schedule[] = [{ name: 'notices.send-held', cron: '* * * * *' }]
