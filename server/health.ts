import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Db } from '#server/kernel/db.ts'
import {
  invariantViolations,
  liveEvents,
  liveStreams,
  pageCacheBytes,
  pageCacheRequests,
  readFallbacks,
  readsByTarget,
  replicaLag,
  searchDisorder,
  searchLag,
  settingsRejected,
} from '#server/kernel/metrics.ts'
import type { Reads } from '#server/kernel/replicas.ts'
import { Problem } from '#server/kernel/problem.ts'

type HealthOptions = { db: Db; isStopping: () => boolean; reads: Reads }

/** `/healthz` never asks the database, `/readyz` does, over a connection of its own; `/metrics` only for this machine. */
export function serveHealth(app: FastifyInstance, { db, isStopping, reads }: HealthOptions): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(invariantViolations)
  registry.registerMetric(settingsRejected)
  registry.registerMetric(pageCacheRequests)
  registry.registerMetric(pageCacheBytes)
  registry.registerMetric(readsByTarget)
  registry.registerMetric(readFallbacks)
  registry.registerMetric(replicaLag)
  registry.registerMetric(searchLag)
  registry.registerMetric(searchDisorder)
  registry.registerMetric(liveStreams)
  registry.registerMetric(liveEvents)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // How long a stream was open is not how long an answer took.
    if (request.routeOptions.config.lane === 'streams') return done()
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'page', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/healthz', { config: { lane: 'health' } }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: { lane: 'health' } }, async () => {
    if (isStopping()) throw new Problem('unavailable', { detail: 'The server is being stopped.' }, 5)
    await sql`select 1`.execute(db)
    const replicas = reads.replicas()
    return { status: 'ready', ...(replicas.length > 0 ? { replicas } : {}) }
  })
  app.get('/metrics', { config: { lane: 'health' } }, async (request, reply) => {
    if (!/^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')) throw new Problem('not-found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
