import { inviteBatch, runBatch } from '#server/imports/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler } from '#server/kernel/jobs/jobs.ts'

/** Each run does one batch, so that none takes long and the page shows the progress. */
export const importJobs = (deps: Deps): JobHandler[] => [
  job('imports.run', async ({ importId }) => {
    if (await runBatch(deps, importId))
      await ensureTransaction(deps, (deps) => deps.enqueue(deps.db, 'imports.run', { importId }))
  }),
  job('imports.invite', async ({ importId }) => {
    if (await inviteBatch(deps, importId))
      await ensureTransaction(deps, (deps) => deps.enqueue(deps.db, 'imports.invite', { importId }))
  }),
]
