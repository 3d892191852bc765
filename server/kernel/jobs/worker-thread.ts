import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadTask } from '#server/kernel/jobs/worker.ts'

// The thread's side of `worker.ts`: one call, one result.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `runInThread` starts this thread
const { module, name, input } = workerData as ThreadTask
const exported: object = await import(module)
const work: unknown = Reflect.get(exported, name)
if (typeof work !== 'function') throw new TypeError(`${module} exports no function ${name}`)
const value: unknown = await work(input)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage({ value })
