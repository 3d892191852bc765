import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '#server/kernel/log.ts'
import { openErrorReports, readDsn } from '#server/kernel/outside/error-reports.ts'
import { now } from '#test/build.ts'
import { listenLocally } from '#test/listen.ts'

/** A receiver of envelopes that answers with these statuses and then with 200; `hold` delays its answers. */
async function receiver(...statuses: number[]) {
  const received: { url: string; auth: string; body: string }[] = []
  let hold: Promise<void> | undefined
  const server = createServer(async (request, response) => {
    const body = await readText(request)
    received.push({ url: request.url!, auth: String(request.headers['x-sentry-auth']), body })
    await hold
    response.writeHead(statuses.shift() ?? 200, { 'retry-after': '120' }).end()
  })
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  let ms = 0
  const failures: unknown[] = []
  const reports = openErrorReports(readDsn(`http://abc123@127.0.0.1:${port}/errors/7`)!, {
    now: () => now,
    environment: 'test',
    onFailure: (error) => void failures.push(error),
    elapsed: () => ms,
  })
  return {
    ...reports,
    received,
    failures,
    pass: (more: number) => void (ms += more),
    holdUntil: (promise: Promise<void>) => void (hold = promise),
  }
}

test('an error in the log is reported with its stack, and without values, addresses and the machine', async () => {
  const { report, received, stop } = await receiver()
  const error = Object.assign(new TypeError('No row 4711 of olga@example.org "secret" at 203.0.113.7'), {
    code: 'X1',
  })
  createLog('error', { write: () => {} }, report)
    .child({ reqId: 'r' })
    .error({ err: error, email: 'olga' }, 'unexpected')
  await stop()
  const { url, auth, body } = received[0]!
  expect(url).toBe('/errors/api/7/envelope/')
  expect(auth).toMatch(/^Sentry sentry_version=7, sentry_client=sitwell\/[\d.]+, sentry_key=abc123$/)
  const [header, item, event] = body.split('\n').map((line) => JSON.parse(line) as unknown)
  expect(header).toMatchObject({ sent_at: now.toISOString() })
  expect(body).toMatch(/"event_id":"[\da-f]{32}"/)
  expect(item).toEqual({ type: 'event' })
  expect(event).toMatchObject({
    transaction: 'unexpected',
    environment: 'test',
    exception: { values: [{ type: 'TypeError', value: 'No row # of …@… "…" at #.#.#.#' }] },
    tags: { code: 'X1' },
  })
  expect(body).toContain('"filename":"server/kernel/outside/error-reports.test.ts"')
  for (const secret of ['olga', '4711', 'secret', '203.0', process.cwd()]) expect(body).not.toContain(secret)
})

test('warnings are not reported, and the same error only once a minute', async () => {
  const { report, received, stop, pass } = await receiver()
  const log = createLog('warn', { write: () => {} }, report)
  log.warn({ err: new Error('a') }, 'unavailable')
  for (let count = 0; count < 50; count++) log.error({ err: new Error(`row ${count}`) }, 'unexpected')
  log.error({ err: new Error('row 1') }, 'elsewhere')
  await stop()
  expect(received).toHaveLength(2)
  pass(60_000)
  log.error({ err: new Error('row 1') }, 'unexpected')
  await stop()
  expect(received).toHaveLength(3)
})

test('reporting never waits: the queue is bounded, and a stop ends after two seconds', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { report, received, stop, holdUntil } = await receiver()
  holdUntil(promise)
  for (let count = 0; count < 100; count++) report(new Error('x'.repeat(count)), 'unexpected')
  await vi.waitUntil(() => received.length === 1)
  const startedAt = performance.now()
  await stop()
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  resolve()
  await stop()
  expect(received).toHaveLength(21)
})

test('a service that refuses reports gets none for as long as it says, and none is kept for it', async () => {
  const { report, received, failures, stop, pass } = await receiver(429)
  report(new Error('a'), 'unexpected')
  report(new Error('b'), 'unexpected')
  await stop()
  expect(String(failures)).toContain('answered 429')
  pass(119_000)
  report(new Error('c'), 'unexpected')
  await stop()
  expect(received).toHaveLength(1)
  pass(2_000)
  report(new Error('c'), 'unexpected')
  await stop()
  expect(received).toHaveLength(2)
})

test('a DSN has a key, a host and the number of a project', () => {
  expect(readDsn('https://k3y@o1.ingest.sentry.io/42')).toEqual({
    endpoint: 'https://o1.ingest.sentry.io/api/42/envelope/',
    key: 'k3y',
  })
  for (const wrong of ['https://errors.example.org/7', 'https://k@host', 'ftp://k@host/7', 'k@host/7'])
    expect(readDsn(wrong)).toBeUndefined()
})
