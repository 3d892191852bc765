import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { steadyNow } from '#server/kernel/clock.ts'
import type { CacheOutcome } from '#server/kernel/cache/shared-cache.ts'
import { codeOf } from '#server/kernel/error-facts.ts'
import { metricDataOf } from '#server/kernel/telemetry/metric-data.ts'
import type { ExportedMetric, OtlpConfig, Telemetry } from '#server/kernel/telemetry/telemetry.ts'
import { version } from '#server/kernel/version.ts'

const metricsEveryMs = 60_000
const stopMs = 2_000
const maxTextLength = 2_000

/** Sends all metrics of the process every minute. */
function sendMetrics(
  resource: Resource,
  { endpoint, headers }: Pick<OtlpConfig, 'endpoint' | 'headers'>,
  readMetrics: () => Promise<readonly ExportedMetric[]>,
): MeterProvider {
  const startedAt = steadyNow()
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, headers }),
    exportIntervalMillis: metricsEveryMs,
    metricProducers: [
      { collect: async () => metricDataOf(await readMetrics(), resource, { startedAt, at: steadyNow() }) },
    ],
  })
  return new MeterProvider({ resource, readers: [reader] })
}

async function stopInTime(...providers: { shutdown: () => Promise<void> }[]): Promise<void> {
  const timer = Promise.withResolvers<void>()
  const timeout = setTimeout(timer.resolve, stopMs)
  await Promise.race([Promise.allSettled(providers.map((one) => one.shutdown())), timer.promise])
  clearTimeout(timeout)
}

const statusCode = 'http.response.status_code'
/** The value is that of the label `outcome` of `sitwell_page_cache_requests_total`. */
const pageCacheOutcome = 'sitwell.page_cache.outcome'

const requestAttributes = (method: string, route: string) => ({
  'http.request.method': method,
  'http.route': route,
})

function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', codeOf(error) || (error instanceof Error ? error.name : 'Error'))
}

/** Sends the spans of requests, jobs and statements, and all metrics of the process. Nothing in them is about a person. */
export function startTelemetry(
  { endpoint, headers, serviceName, sampledShare }: OtlpConfig,
  readMetrics: () => Promise<readonly ExportedMetric[]>,
): Telemetry {
  const resource = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const metrics = sendMetrics(resource, { endpoint, headers }, readMetrics)
  const tracer = traces.getTracer('sitwell', version)
  const contexts = new AsyncLocalStorage<Context>()

  const begin = (name: string, kind: SpanKind, attributes: Record<string, string | number>) => {
    const span = tracer.startSpan(name, { kind, attributes }, ROOT_CONTEXT)
    return { span, context: trace.setSpan(ROOT_CONTEXT, span) }
  }
  return {
    watch: (app) => watchRequests(app, contexts, begin),
    ...tracePages(tracer, contexts),
    traceJob: (handler) => ({
      ...handler,
      async run(payload, dueAt) {
        const { span, context } = begin(`job ${handler.name}`, SpanKind.CONSUMER, {
          'job.name': handler.name,
        })
        try {
          await contexts.run(context, () => handler.run(payload, dueAt))
        } catch (error) {
          fail(span, error)
          throw error
        } finally {
          span.end()
        }
      },
    }),
    onStatement({ text, ms }) {
      const context = contexts.getStore()
      if (!context) return
      const endedAt = steadyNow()
      const statement = text
        .replaceAll(/\/\*.*?\*\/|\s+/g, ' ')
        .trim()
        .slice(0, maxTextLength)
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statement }
      const name = /^\w+/.exec(statement)?.[0] ?? 'statement'
      const options = { kind: SpanKind.CLIENT, attributes, startTime: endedAt - ms }
      tracer.startSpan(name, options, context).end(endedAt)
    },
    stop: () => stopInTime(traces, metrics),
  }
}

type Begin = (
  name: string,
  kind: SpanKind,
  attributes: Record<string, string | number>,
) => { span: Span; context: Context }

/** Pages that are the same for everybody; those from the cache are sent before routing, and so without a hook. */
const tracePages = (
  tracer: Tracer,
  contexts: AsyncLocalStorage<Context>,
): Pick<Telemetry, 'traceKeptPage' | 'notePageCache'> => ({
  traceKeptPage({ method, route, status, ms }) {
    const endedAt = steadyNow()
    const attributes = {
      ...requestAttributes(method, route),
      [pageCacheOutcome]: 'hit' satisfies CacheOutcome,
      [statusCode]: status,
    }
    const options = { kind: SpanKind.SERVER, attributes, startTime: endedAt - ms }
    tracer.startSpan(`${method} ${route}`, options, ROOT_CONTEXT).end(endedAt)
  },
  notePageCache(outcome) {
    const context = contexts.getStore()
    if (context) trace.getSpan(context)?.setAttribute(pageCacheOutcome, outcome)
  },
})

/** What a client says about its own trace is not read, because everybody could then decide what is traced. */
function watchRequests(app: FastifyInstance, contexts: AsyncLocalStorage<Context>, begin: Begin): void {
  const running = new WeakMap<FastifyRequest, ReturnType<Begin>>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request
    if (routeOptions.config.lane === 'streams' || routeOptions.config.lane === 'health') return done()
    const route = routeOptions.url ?? 'page'
    const started = begin(`${method} ${route}`, SpanKind.SERVER, requestAttributes(method, route))
    running.set(request, started)
    contexts.run(started.context, done)
  })
  // Reading the body leaves the context.
  app.addHook('preHandler', (request, _reply, done) => {
    const started = running.get(request)
    if (started) contexts.run(started.context, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = running.get(request)?.span
    span?.setAttribute(statusCode, reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
