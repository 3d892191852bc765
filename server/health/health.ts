import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { MetricsConfig } from '#server/config/metrics.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Reads } from '#server/kernel/db/replicas.ts'
import { doctorHeader, isDoctorToken } from '#server/kernel/http/doctor-token.ts'
import { isFromThisComputer } from '#server/kernel/http/this-computer.ts'
import { type AnsweredRequest, createServer } from '#server/kernel/http/web-server.ts'
import type { Log } from '#server/kernel/log.ts'
import * as productMetrics from '#server/kernel/metrics/metrics.ts'
import { Problem } from '#server/kernel/problem.ts'
import { version } from '#server/kernel/version.ts'

const noStore = 'private, no-store'

export type HealthOptions = {
  db: Db
  isStopping: () => boolean
  reads: Pick<Reads, 'replicas'>
  /** Lets whoever has the secret of the site see how a request arrives here; see `operator doctor`. */
  doctor?: { secret: string; now: Clock }
}

/** What this server makes of the headers of the proxies, for the operator only. */
function seenBy(
  { ip: address, protocol, host, headers }: FastifyRequest,
  doctor: HealthOptions['doctor'],
): { seen?: object } {
  const token = headers[doctorHeader]
  if (!doctor || !isDoctorToken(doctor.secret, String(token ?? ''), doctor.now())) return {}
  const forwardedFor = headers['x-forwarded-for']
  return {
    seen: { address, protocol, host, forwardedFor: forwardedFor === undefined ? null : String(forwardedFor) },
  }
}

/**
 * Serves `/healthz`, which never queries the database, and `/readyz`, which does over a separate connection. With
 * `?exclude=database` only a server that is being stopped is not ready: while the database is away all are the same, and
 * kept pages can be served.
 */
export function serveHealth(app: FastifyInstance, { db, isStopping, reads, doctor }: HealthOptions): void {
  app.get('/healthz', { config: { lane: 'health' } }, (_, reply) => {
    void reply.header('cache-control', noStore)
    return { status: 'ok' }
  })
  app.get<{ Querystring: { exclude?: string } }>(
    '/readyz',
    { config: { lane: 'health' } },
    async (request, reply) => {
      void reply.header('cache-control', noStore)
      if (isStopping()) throw new Problem('unavailable', { detail: 'The server is being stopped.' }, 5)
      const seen = seenBy(request, doctor)
      if (request.query.exclude === 'database') return { status: 'ready', version, ...seen }
      await sql`select 1`.execute(db)
      const replicas = reads.replicas()
      return { status: 'ready', version, ...(replicas.length > 0 ? { replicas } : {}), ...seen }
    },
  )
}

/** All metrics of this process. */
export type Metrics = ReturnType<typeof openMetrics>

/** `refreshes` update metrics before each read. */
export function openMetrics(...refreshes: (() => Promise<void>)[]) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const metric of Object.values(productMetrics)) registry.registerMetric(metric)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })

  const record = ({ ms, ...labels }: AnsweredRequest): void => durations.observe(labels, ms / 1000)

  /** Measures the responses of this application. */
  function recordDurations(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      // The open time of a stream is not a response time.
      if (request.routeOptions.config.lane === 'streams') return done()
      record({
        method: request.method,
        route: request.routeOptions.url ?? 'page',
        status: reply.statusCode,
        ms: reply.elapsedTime,
      })
      done()
    })
  }

  /** Serves the metrics to clients with the token; without a configured token, to those that `isOpenTo` admits. */
  function serve(
    app: FastifyInstance,
    token: string | undefined,
    isOpenTo: (request: Parameters<typeof isFromThisComputer>[0]) => boolean,
  ): void {
    app.get('/metrics', { config: { lane: 'health' } }, async (request, reply) => {
      const isAllowed =
        token === undefined ? isOpenTo(request) : hasToken(request.headers.authorization, token)
      if (!isAllowed) throw new Problem('not-found')
      await Promise.all(refreshes.map((refresh) => refresh()))
      return reply
        .type(registry.contentType)
        .header('cache-control', noStore)
        .send(await registry.metrics())
    })
  }

  /** Returns the values of all metrics, up to date. */
  async function read() {
    await Promise.all(refreshes.map((refresh) => refresh()))
    const metrics = await registry.getMetricsAsJSON()
    return metrics.map((metric) => ({ ...metric, type: String(metric.type) }))
  }

  return { watch: recordDurations, record, serve, read, all: () => registry.getMetricsAsArray() }
}

const digest = (text: string) => hash('sha256', text, 'buffer')
const hasToken = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))

/** Serves `/metrics` on the site's own port: with a token, or in development only for this computer. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  { metrics: { token, listen }, production }: { metrics: MetricsConfig; production: boolean },
): void {
  metrics.watch(app)
  if (!listen) metrics.serve(app, token, (request) => !production && isFromThisComputer(request))
}

/** Creates the monitoring server for METRICS_ADDRESS, used by web and worker processes alike. */
export function createMonitoringServer(
  health: HealthOptions & { log: Log },
  metrics: Metrics,
  { token }: MetricsConfig,
): FastifyInstance {
  const app = createServer({ log: health.log, trustProxy: undefined })
  serveHealth(app, health)
  // Everyone who can reach this address may read, unless a token is set; the operator controls who can.
  metrics.serve(app, token, () => true)
  return app
}
