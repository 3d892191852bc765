import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { searchLag } from '#server/kernel/metrics/metrics.ts'
import { noteEdition, orderIfNeeded, refreshBatch, refreshSitter } from '#server/search/commands.ts'
import { deleteOldDemand } from '#server/search/demand-commands.ts'
import { recordPositions } from '#server/search/position-commands.ts'

/** This many batches fit comfortably into a job's timeout. */
const batchesPerRun = 20

/**
 * Runs every night: the bits of past days are reused for new ones, and freshness and novelty decay. Continues after the
 * last batch.
 */
async function rollWindow(deps: Deps, { after = null }: { after?: string | null }): Promise<void> {
  let last: string | null = after
  for (let batch = 0; batch < batchesPerRun; batch++) {
    last = (await refreshBatch(deps, last)).last
    if (last !== null) continue
    await noteEdition(deps.db)
    await deleteOldDemand(deps)
    return ensureTransaction(deps, (deps) => deps.enqueue(deps.db, 'search.order', {}))
  }
  await ensureTransaction(deps, (deps) => deps.enqueue(deps.db, 'search.roll-window', { after: last }))
}

/** Refreshes a sitter and measures how long a change took to become searchable. */
async function refresh(deps: Deps, sitterId: string, enqueuedAt: Date | undefined): Promise<void> {
  await ensureTransaction(deps, (deps) => refreshSitter(deps.db, sitterId, deps.now()))
  if (enqueuedAt) searchLag.observe(Math.max(0, deps.now().getTime() - enqueuedAt.getTime()) / 1000)
}

/** Runs every night after the window has moved: records the positions of sitters. Continues after the last town. */
async function recordOn(deps: Deps, { after = null }: { after?: number | null }): Promise<void> {
  const last = await recordPositions(deps, after)
  if (last !== null)
    await ensureTransaction(deps, (deps) => deps.enqueue(deps.db, 'search.record-positions', { after: last }))
}

export const searchJobs = (deps: Deps): JobHandler[] => [
  job('search.refresh-sitter', ({ sitterId }, enqueuedAt) => refresh(deps, sitterId, enqueuedAt), {
    batch: 64,
  }),
  job('search.roll-window', (payload) => rollWindow(deps, payload)),
  job('search.order', () => orderIfNeeded(deps)),
  job('search.record-positions', (payload) => recordOn(deps, payload)),
]

export const searchSchedules: Schedule[] = [
  { name: 'search.roll-window', cron: '10 0 * * *' },
  { name: 'search.record-positions', cron: '40 0 * * *' },
]
