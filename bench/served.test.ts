import { expect, test } from 'vitest'
import { z } from 'zod'
import { startMeasured } from './served.ts'

const start = (script: string) =>
  startMeasured([process.execPath, '-e', script], z.object({ url: z.string() }))
const sendUrl = "process.send({ url: 'http://localhost' })"

test('a measured process ends when it is stopped, and stopping it again does nothing', async () => {
  const served = await start(`${sendUrl}; process.on('disconnect', () => process.exit())`)
  expect([served.url, served.isRunning()]).toEqual(['http://localhost', true])
  await served.stop()
  await served.stop()
  expect(() => process.kill(served.pid, 0)).toThrow('ESRCH')
})

test('stopping a measured process that has crashed does not wait for it', async () => {
  const { stop, isRunning } = await start("process.send({ url: 'http://localhost' }, () => process.exit(3))")
  await expect(stop()).resolves.toBeUndefined()
  expect(isRunning()).toBe(false)
})

test('a measured process answers what it is asked; if it ends instead, that is an error', async () => {
  const script = `${sendUrl}; process.on('message', (number) => number.of === 1 ? process.send(2) : process.exit(4))`
  const { ask } = await start(script)
  expect(await ask({ of: 1 })).toBe(2)
  await expect(ask({ of: 2 })).rejects.toThrow('The measured process ended with 4.')
})

test.each([
  ['ends before it listens', 'process.exit(3)', 'The measured process ended with 3.'],
  [
    'sends something else',
    "process.send({ port: 1 }); process.on('disconnect', () => process.exit())",
    'url',
  ],
])('a measured process that %s is an error', async (_, script, message) => {
  await expect(start(script)).rejects.toThrow(message)
})

test('a program that does not exist is an error', async () => {
  await expect(startMeasured(['/no/such/program'], z.object({ url: z.string() }))).rejects.toThrow('ENOENT')
})
