import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { sendHeldMails } from '#server/notices/held-commands.ts'
import { pushTo, queueHeldPushes } from '#server/notices/push-commands.ts'

export const noticeJobs = (deps: Deps): JobHandler[] => [
  job('notices.send-held', async () => {
    await sendHeldMails(deps)
    await queueHeldPushes(deps)
  }),
  job('notices.push', (payload) => pushTo(deps, payload)),
]

export const noticeSchedules: Schedule[] = [{ name: 'notices.send-held', cron: '* * * * *' }]
