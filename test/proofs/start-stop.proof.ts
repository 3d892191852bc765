import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stopwatch } from '#server/kernel/clock.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { readMigrations } from '#server/kernel/db/migrate.ts'
import { cloneTemplate } from '#test/databases.ts'
import { createTestDb } from '#test/db.ts'
import { z } from 'zod'
import { isLong, note } from './plan.ts'
import { secondsSince, startProduct } from './product.ts'
import { expectInvariantsNow } from './fixture.ts'

/** Sends half of a request's body; the rest follows on demand. */
function beginRequest(url: string) {
  const [half, rest] = ['{"sitterId":', '"nobody"}']
  const sending = request(`${url}/v1/bookings/calculate-cost`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': half.length + rest.length },
  })
  const answer = new Promise<number>((resolve, reject) => {
    sending.once('response', (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode!))
    })
    sending.once('error', reject)
  })
  answer.catch(() => {})
  sending.write(half)
  return { answer, finish: () => sending.end(rest) }
}

test('a stopping server first reports not ready, keeps serving, completes open requests and exits with 0', async () => {
  const { url: databaseUrl, drop } = await createTestDb()
  onTestFinished(drop)
  const product = await startProduct(databaseUrl, { STOP_DELAY_SECONDS: '4' })
  onTestFinished(() => product.stop())
  const { url } = product
  const { answer, finish } = beginRequest(url)
  // A later request is answered, so the first half has arrived as well.
  expect((await fetch(`${url}/healthz`)).status).toBe(200)

  const began = stopwatch()
  const ended = product.end()
  await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 503, { interval: 10 })
  const notReadyAfter = secondsSince(began)
  expect((await fetch(`${url}/v1/ranking`)).status).toBe(200)
  await vi.waitUntil(
    () =>
      fetch(`${url}/healthz`).then(
        () => false,
        () => true,
      ),
    { timeout: 60_000 },
  )
  const closedAfter = secondsSince(began)
  finish()
  // An unknown sitter is refused, which is a response.
  expect(await answer).toBe(400)
  expect(await ended).toBe(0)
  note(
    'A server is stopped',
    `not ready after ${notReadyAfter.toFixed(2)} s, port closed after ${closedAfter.toFixed(1)} s, open request answered, ` +
      `ended with 0 after ${secondsSince(began).toFixed(1)} s`,
  )
  expect(closedAfter).toBeGreaterThan(3.9)
})

const run = promisify(execFile)

test.runIf(isLong)('three servers starting at once initialise an empty database only once', async () => {
  const { url, drop } = await cloneTemplate('template0')
  const db = openDb(url, { max: 2, bulk: true })
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  const began = stopwatch()
  const env = { ...process.env, DATABASE_URL: url, SECRET: 's'.repeat(32), DEMO: 'off', LOG_LEVEL: 'silent' }
  const start = async () => {
    const { stdout } = await run(process.execPath, ['test/proofs/founding-child.ts'], { env })
    return z.array(z.string()).parse(JSON.parse(stdout))
  }
  const done = (await Promise.all([start(), start(), start()])).flat()
  const migrations = (await readMigrations()).map(({ name }) => name)
  expect(done.filter((line) => line.endsWith('.sql')).sort()).toEqual(migrations)
  expect(done.filter((line) => line.startsWith('Towns of the world'))).toHaveLength(1)
  const { rows } = await sql<{ towns: number }>`select count(*)::int as towns from place`.execute(db)
  const { towns } = rows[0]!
  expect(towns).toBeGreaterThan(100_000)
  await expectInvariantsNow(db)
  note(
    'Three servers start at once on an empty database',
    `${migrations.length} migrations once each, ${towns} towns brought in once, after ${Math.round(secondsSince(began))} s`,
  )
})
