import { Worker } from 'node:worker_threads'

/** Thrown if the work exceeds its limit of time or memory. */
export class WorkTooMuch extends Error {
  override name = 'WorkTooMuch'
}

/** What a thread carries out: the function of this name in the module of this address. */
export type ThreadTask = { module: string; name: string; input: unknown }
export type WorkLimits = { ms: number; megabytes: number }

/**
 * Runs an exported function in a thread of its own, which ends with the function or when it exceeds its limits. For
 * untrusted input: an endless loop or excessive allocation only costs one thread, never the server.
 */
export function runInThread<T>(
  module: URL,
  name: string,
  input: unknown,
  { ms, megabytes }: WorkLimits,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker-thread.ts', import.meta.url), {
      workerData: { module: module.href, name, input } satisfies ThreadTask,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    })
    const timer = setTimeout(
      () => finish(() => reject(new WorkTooMuch(`${name} took longer than ${ms} ms`))),
      ms,
    )
    const finish = (end: () => void) => {
      clearTimeout(timer)
      worker.removeAllListeners()
      worker.on('error', () => {})
      void worker.terminate()
      end()
    }
    worker.once('message', ({ value }: { value: T }) => finish(() => resolve(value)))
    worker.once('error', (error: Error & { code?: string }) =>
      finish(() =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError
            ? new WorkTooMuch(`${name} took more than ${megabytes} MB`)
            : error,
        ),
      ),
    )
    worker.once('exit', () => finish(() => reject(new WorkTooMuch(`${name} ended without an answer`))))
  })
}
