import { deleteOldViews } from '#server/households/commands.ts'
import { deleteOldImports } from '#server/imports/commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { deleteOldMails } from '#server/kernel/mail/mail.ts'
import { deleteOldConversations } from '#server/messages/retention-commands.ts'
import { deleteOldNotices } from '#server/notices/held-commands.ts'
import { deleteOldFeedback } from '#server/mails/feedback-commands.ts'
import { retentionCutoff } from '#server/privacy/privacy.ts'
import { deleteOldDeliveries } from '#server/webhooks/commands.ts'
import { deleteOldReports } from '#server/reports/commands.ts'

/** Maximum number of rows deleted at once. */
const batch = 500

/** Providers repeat a report for some days at most. */
const feedbackDays = 30

const importDays = 90

type Deletion = { name: string; run: (deps: Deps) => Promise<number> }

/**
 * Deletions by age that no other job handles. Sessions, codes and sign-in history are deleted by `identity.sweep`,
 * stored responses by `kernel.sweep`, pages of lost pets by `lost.end-old-pages`, and positions in the search by
 * `search.record-positions`, each after the period of its table.
 */
const deletions: Deletion[] = [
  { name: 'mails', run: ({ db, now }) => deleteOldMails(db, retentionCutoff('mail', now()), batch) },
  { name: 'notices', run: (deps) => deleteOldNotices(deps, retentionCutoff('notice', deps.now()), batch) },
  {
    name: 'reports about mails',
    run: (deps) => deleteOldFeedback(deps, new Date(deps.now().getTime() - feedbackDays * 86_400_000), batch),
  },
  {
    name: 'imports',
    run: (deps) => deleteOldImports(deps, new Date(deps.now().getTime() - importDays * 86_400_000), batch),
  },
  {
    name: 'look-ups',
    run: (deps) => deleteOldViews(deps, retentionCutoff('household_view', deps.now()), batch),
  },
  {
    name: 'conversations',
    run: (deps) =>
      deleteOldConversations(deps, {
        quietSince: retentionCutoff('message', deps.now()),
        erasedBefore: retentionCutoff('conversation', deps.now()),
        limit: batch,
      }),
  },
  {
    name: 'messages to webhooks',
    run: (deps) => deleteOldDeliveries(deps, retentionCutoff('webhook_delivery', deps.now()), batch),
  },
  { name: 'reports', run: (deps) => deleteOldReports(deps, retentionCutoff('report', deps.now()), batch) },
]

/** Runs all deletions. A failing one does not stop the others; the job then fails and is retried. */
export async function runRetention(deps: Deps): Promise<void> {
  const failures: unknown[] = []
  for (const { name, run } of deletions)
    try {
      let rows = 0
      let count: number
      do rows += count = await run(deps)
      while (count === batch)
      if (rows > 0) deps.log.info({ what: name, rows }, 'deleted after its time')
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Some data could not be deleted after its time')
}

export const retentionJobs = (deps: Deps): JobHandler[] => [job('retention.run', () => runRetention(deps))]

/** At night in Europe, when little else runs. */
export const retentionSchedules: Schedule[] = [{ name: 'retention.run', cron: '35 2 * * *' }]
