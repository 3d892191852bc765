import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { type Running, startProduct } from './product.ts'

const started: Running[] = []

/** Starts without demo data, on the embedded database. */
function start(environment: Record<string, string>): Running {
  const running = startProduct({ DEMO: 'off', LOG_LEVEL: 'error', DATABASE_URL: '', ...environment })
  started.push(running)
  return running
}

/** Stops what a failed test has left running. */
test.afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGINT')
    await ended
  }
})

const isReady = async ({ output }: Running) =>
  expect.poll(output, { timeout: 180_000 }).toContain('Ready after')

function listen(): Promise<{ server: Server; port: number }> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ server, port: typeof address === 'object' && address ? address.port : 0 })
    })
  })
}

/** Command lines of the processes that use this folder. */
const processesOf = (folder: string) =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder) && !line.includes('ps -eo'))

test('a port in use exits with a one-sentence error and leaves no process running', async () => {
  const { server, port } = await listen()
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-port-'))
  const running = start({ PORT: `${port}`, DATA_DIR: folder })
  expect(await running.ended).toBe(1)
  expect(running.output().trim()).toBe(
    `Port ${port} is in use. Stop the program that uses it, or set another: PORT=${port + 1}.`,
  )
  expect(processesOf(folder)).toEqual([])
  server.close()
  await rm(folder, { recursive: true, force: true })
})

test('all configuration errors are reported at once', async () => {
  const running = start({ PORT: 'many', DEMO: 'perhaps', SITE_URL: 'ftp://x' })
  expect(await running.ended, 'the code after which systemd does not start it again').toBe(78)
  for (const name of ['PORT', 'DEMO', 'SITE_URL']) expect(running.output()).toContain(`${name}: `)
})

test('an account survives kill -9, the server starts again, and Ctrl-C leaves no process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-kill-'))
  const port = `${await freePort()}`
  const first = start({ PORT: port, DATA_DIR: folder })
  await isReady(first)
  const signUp = await fetch(`http://127.0.0.1:${port}/identity/v1/accounts:signUp?key=sitwell-public-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'kept@example.org',
      password: 'a-password-that-is-kept',
      returnSecureToken: true,
    }),
  })
  expect(signUp.status).toBe(200)
  first.child.kill('SIGKILL')
  await first.ended

  const second = start({ PORT: port, DATA_DIR: folder })
  await isReady(second)
  const seconds = Number(/Ready after ([\d.]+) s/.exec(second.output())![1])
  console.log(`Started again after kill -9 in ${seconds} s`)
  const signIn = await fetch(
    `http://127.0.0.1:${port}/identity/v1/accounts:signInWithPassword?key=sitwell-public-key`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'kept@example.org',
        password: 'a-password-that-is-kept',
        returnSecureToken: true,
      }),
    },
  )
  expect(signIn.status).toBe(200)

  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
  expect(processesOf(folder)).toEqual([])
  await rm(folder, { recursive: true, force: true })
})
