import { expect, test } from 'vitest'
import { WorkTooMuch, runInThread } from '#server/kernel/jobs/worker.ts'

const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
    export const twice = (n) => n * 2
    export const forever = () => { for (;;); }
    export const mountain = () => { const all = []; for (;;) all.push({ more: [all.length] }) }
    export const fail = () => { throw new Error('no') }
  `)}`,
)
const limits = { ms: 10_000, megabytes: 32 }

test('work in a separate thread returns its result or its error', async () => {
  expect(await runInThread(module, 'twice', 21, limits)).toBe(42)
  await expect(runInThread(module, 'fail', null, limits)).rejects.toThrow('no')
})

test('work that exceeds its time or memory limit is terminated', async () => {
  await expect(runInThread(module, 'forever', null, { ...limits, ms: 300 })).rejects.toThrow(WorkTooMuch)
  await expect(runInThread(module, 'mountain', null, limits)).rejects.toThrow('more than 32 MB')
})
