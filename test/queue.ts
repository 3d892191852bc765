import type { JobHandler } from '#server/kernel/jobs/jobs.ts'
import type { QueuedJob } from '#test/build.ts'

/** Runs queued jobs, and the jobs that they enqueue, until the queue is empty; throws for a job without a handler. */
export async function drainQueue(
  { jobs }: { jobs: QueuedJob[] },
  handlers: readonly JobHandler[],
): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { name, payload } = job
    const handler = handlers.find((one) => one.name === name)
    if (!handler) throw new Error(`Nobody does the job ${name}`)
    await handler.run(payload)
  }
}
