import type pg from 'pg'
import { z } from 'zod'
import { openDb } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { type JobName, openJobs } from '#server/kernel/jobs/jobs.ts'
import { createLog } from '#server/kernel/log.ts'

/** A job that has not been done, in a form that does not depend on the version of the queue. */
export const WaitingJob = z.object({
  name: z.string(),
  payload: z.record(z.string(), z.unknown()),
  startAfter: z.iso.datetime(),
  onceKey: z.string().nullable(),
})
export type WaitingJob = z.output<typeof WaitingJob>

type Row = { name: string; data: unknown; start_after: Date; singleton_key: string | null }

/** Reads jobs that wait or are running; those of the queue itself begin with two underscores. */
export async function readWaitingJobs(client: pg.Client): Promise<WaitingJob[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('job.job') is not null as exists",
  )
  if (!found[0]!.exists) return []
  const { rows } = await client.query<Row>(
    String.raw`select name, data, start_after, singleton_key from job.job
      where state in ('created', 'retry', 'active') and name not like '\_\_%' order by created_on, id`,
  )
  return rows.map(({ name, data, start_after: startAfter, singleton_key: onceKey }) =>
    WaitingJob.parse({ name, payload: data ?? {}, startAfter: startAfter.toISOString(), onceKey }),
  )
}

/** Adds the jobs again to the queue of a restored database; those that this release does not know are left out. */
export async function restoreJobs(
  url: string,
  jobs: readonly WaitingJob[],
  names: readonly JobName[],
): Promise<void> {
  if (jobs.length === 0) return
  const db = openDb(url, { max: 1, bulk: true })
  const queue = await openJobs(url, createLog('silent'))
  try {
    await queue.declare(names)
    await inTransaction(db, async (tx) => {
      for (const { name: stored, payload, startAfter, onceKey } of jobs) {
        const name = names.find((one) => one === stored)
        const options = { startAfter: new Date(startAfter), ...(onceKey ? { onceKey } : {}) }
        if (name) await queue.enqueue(tx, name, payload, options)
      }
    })
  } finally {
    await queue.stop()
    await db.destroy()
  }
}
