import type { JobHandler } from '#server/kernel/jobs/jobs.ts'
import type { QueuedJob } from '#test/build.ts'

/** Runs what has been queued, and what that queues, until nothing is left; a queue of nobody is a mistake. */
export async function workOff(
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
