import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { testDeps } from '#test/build.ts'
import { entryPaths } from '#test/conformance/paths.ts'
import { testDb } from '#test/db.ts'
import { clockEnvironment } from '#test/clock-environment.ts'
import { production } from '#test/production.ts'
import { decodeJwt } from 'jose'

async function productionApp() {
  const db = await testDb()
  const deps = testDeps(db)
  const config = readConfig(production, '/nowhere')
  const app = await createApp({ config, deps, accountLoadDeps: deps, healthDb: db, isStopping: () => false })
  onTestFinished(() => app.close())
  return { app, key: config.identity.apiKey }
}

test('The production server returns 404 for every path of the entry, even with the owner token', async () => {
  const { app, key } = await productionApp()
  const ask = async (method: (typeof entryPaths)[number][0], path: string) =>
    (
      await app.inject({
        method,
        url: `${path}?key=${key}`,
        headers: { authorization: 'Bearer owner' },
        ...(method === 'GET' ? {} : { payload: { localId: 'x', idToken: 'x' } }),
      })
    ).statusCode
  for (const [method, path] of entryPaths) expect([path, await ask(method, path)]).toEqual([path, 404])
  // Control: the same request to a path of the product gets another status.
  expect(await ask('POST', '/identity/v1/accounts:lookup')).toBe(400)
})

test('The production server ignores the owner token and the time header and rejects unsigned tokens', async () => {
  const { app, key } = await productionApp()
  const send = async (name: string, payload: object, headers: Record<string, string> = {}) =>
    (
      await app.inject({
        method: 'POST',
        url: `/identity/v1/accounts:${name}?key=${key}`,
        headers: { authorization: 'Bearer owner', ...headers },
        payload,
      })
    ).json<{ error?: { message: string }; idToken?: string; localId?: string }>()
  const olga = await send(
    'signUp',
    { email: 'olga@example.org', password: 'a fine long password' },
    { 'x-test-now-ms': '0' },
  )
  const { iat } = decodeJwt(olga.idToken!)
  expect(iat).toBeGreaterThan(1_700_000_000)
  expect((await send('update', { localId: olga.localId, disableUser: true })).error?.message).toBe(
    'MISSING_ID_TOKEN',
  )
  expect((await send('lookup', { localId: [olga.localId] })).error?.message).toBe('MISSING_ID_TOKEN')
  const made = {
    requestUri: 'http://localhost',
    postBody: `providerId=google.com&id_token=${JSON.stringify({ sub: 'g-1' })}`,
  }
  expect((await send('signInWithIdp', made)).error?.message).toBe('OPERATION_NOT_ALLOWED')
  expect((await send('signUp', {})).error?.message).toBe('ADMIN_ONLY_OPERATION')
})

function start(environment: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, ['test/conformance/main.ts', ...words], {
    env: { PATH: process.env['PATH'], ...clockEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes('Ready at')) resolve()
      })
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, output: () => text.trim(), ready: Promise.race([ready, ended]), ended }
}

test('The program refuses to run in production or with an invalid port', async () => {
  const refused = start({ NODE_ENV: 'production' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('does not run with NODE_ENV=production')
  const wrong = start({}, '--port', 'many')
  expect([await wrong.ended, wrong.output()]).toEqual([1, '--port: Use a number from 0 to 65535.'])
})

const reaches = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    onTestFinished(() => void socket.destroy())
  })

test('The program listens only on the loopback address and exits with 0 on SIGINT', async () => {
  const port = await freePort()
  const { child, output, ready, ended } = start({}, '--port', `${port}`)
  await ready
  expect(output()).toBe(`Ready at http://127.0.0.1:${port}`)
  const answer = await fetch(`http://127.0.0.1:${port}/emulator/v1/projects/example/config`)
  expect(answer.status).toBe(200)
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
  for (const { address } of outside) expect([address, await reaches(address, port)]).toEqual([address, false])
  expect(await reaches('127.0.0.1', port)).toBe(true)
  child.kill('SIGINT')
  expect(await ended).toBe(0)
})
