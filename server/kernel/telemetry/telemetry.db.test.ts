import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openMetrics } from '#server/health/health.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { createServer as createWebServer } from '#server/kernel/http/web-server.ts'
import { job } from '#server/kernel/jobs/jobs.ts'
import { createLog } from '#server/kernel/log.ts'
import { accounts, searchLag } from '#server/kernel/metrics/metrics.ts'
import { openTelemetry } from '#server/kernel/telemetry/telemetry.ts'
import { createTestDb } from '#test/db.ts'
import { startCollector } from '#test/otlp-peer.ts'

const Metrics = z.object({
  resourceMetrics: z.array(
    z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(z.looseObject({ name: z.string() })) })) }),
  ),
})

/** A process that sends to a collector. */
async function setup(sampledShare = 1) {
  const { config, received, sentTo, spans } = await startCollector(sampledShare)
  const telemetry = (await openTelemetry(config, openMetrics().read))!
  const { url, drop } = await createTestDb()
  const db = openDb(url, { max: 2, onStatement: telemetry.onStatement })
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  const app = createWebServer({ log: createLog('silent'), trustProxy: undefined })
  telemetry.watch(app)
  app.post<{ Params: { id: string } }>('/things/:id', async ({ params }) => {
    await sql`select ${params.id}::text as id`.execute(db)
    return {}
  })
  app.get('/healthz', { config: { lane: 'health' } }, () => ({}))
  onTestFinished(() => app.close())
  return { telemetry, db, app, received, sentTo, spans }
}

test('a request and a job are sent as traces with their statements, and without their values', async () => {
  const { telemetry, db, app, spans, received } = await setup()
  await app.inject({ method: 'POST', url: '/things/olga?q=olga', payload: { name: 'olga' } })
  await app.inject('/healthz')
  const failing = telemetry.traceJob(
    job('kernel.sweep', async () => {
      await sql`select 2`.execute(db)
      throw new TypeError('olga@example.org')
    }),
  )
  await expect(failing.run({})).rejects.toThrow('olga')
  await sql`select 3`.execute(db)
  await telemetry.stop()

  const sent = spans()
  expect(sent.map(({ name }) => name).sort()).toEqual([
    'POST /things/:id',
    'job kernel.sweep',
    'select',
    'select',
  ])
  const [request, sweep] = ['POST /things/:id', 'job kernel.sweep'].map((name) =>
    sent.find((one) => one.name === name)!,
  )
  const statementOf = (parent: typeof request) =>
    sent.find(({ parentSpanId }) => parentSpanId === parent!.spanId)!
  expect(statementOf(request).traceId).toBe(request!.traceId)
  expect(JSON.stringify(statementOf(request).attributes)).toContain('select $1::text as id')
  expect(JSON.stringify(request!.attributes)).toContain(
    '{"key":"http.response.status_code","value":{"intValue":200}}',
  )
  expect(JSON.stringify(statementOf(sweep).attributes)).toContain('select 2')
  expect(sweep!.status.code).toBe(2)
  expect(received[0]).toMatchObject({ key: 'k' })
  expect(JSON.stringify(received)).not.toContain('olga')
  expect(received[0]!.body).toContain('"pets"')
})

test('the metrics are sent under their names, histograms with their buckets', async () => {
  const { telemetry, sentTo } = await setup()
  accounts.set(7)
  searchLag.reset()
  searchLag.observe(0.3)
  await telemetry.stop()
  const metrics = sentTo('/v1/metrics')
    .flatMap(({ body }) => Metrics.parse(JSON.parse(body)).resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  const metric = (name: string) => metrics.find((one) => one.name === name)
  expect(metric('sitwell_accounts')).toMatchObject({ gauge: { dataPoints: [{ asDouble: 7 }] } })
  expect(metric('process_cpu_seconds_total')).toMatchObject({ sum: { isMonotonic: true } })
  const lag = metric('sitwell_search_lag_seconds')
  expect(lag).toMatchObject({
    histogram: { dataPoints: [{ count: 1, sum: 0.3, explicitBounds: expect.any(Array) as unknown }] },
  })
})

test('with a share of 0 nothing is traced, and without a collector the code for it is not loaded', async () => {
  const { telemetry, app, spans } = await setup(0)
  await app.inject({ method: 'POST', url: '/things/1', payload: {} })
  await telemetry.stop()
  expect(spans()).toEqual([])
  expect(await openTelemetry(undefined, openMetrics().read)).toBeUndefined()
})
