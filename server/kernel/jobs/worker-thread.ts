import { parentPort, workerData } from 'node:worker_threads'

// The thread's side of `worker.ts`: one call, one result.
const { module, name, input } = workerData as { module: string; name: string; input: unknown }
const exported = (await import(module)) as Record<string, (input: unknown) => unknown>
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage({ value: await exported[name]!(input) })
