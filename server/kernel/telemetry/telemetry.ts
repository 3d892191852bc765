import type { FastifyInstance } from 'fastify'
import type { CacheOutcome } from '#server/kernel/cache/shared-cache.ts'
import type { DbOptions } from '#server/kernel/db/db.ts'
import type { AnsweredRequest } from '#server/kernel/http/web-server.ts'
import type { JobHandler } from '#server/kernel/jobs/jobs.ts'

/** Where OpenTelemetry data is sent. */
export type OtlpConfig = {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** Share of the requests and jobs that are traced, from 0 to 1. */
  sampledShare: number
}

/** Values of one metric, as the registry of this process has them. */
export type ExportedMetric = {
  name: string
  help: string
  type: string
  values: { labels: Record<string, string | number | undefined>; value: number; metricName?: string }[]
}

/** Traces of this process; only loaded if the operator has configured where they go. */
export type Telemetry = {
  /** Traces the requests of this application. */
  watch: (app: FastifyInstance) => void
  /** Traces a page that was just sent from the cache before routing, which `watch` does not see. */
  traceKeptPage: (answered: AnsweredRequest) => void
  /** Says in the trace of the current request where its page came from. */
  notePageCache: (outcome: CacheOutcome) => void
  traceJob: (handler: JobHandler) => JobHandler
  onStatement: NonNullable<DbOptions['onStatement']>
  stop: () => Promise<void>
}

/** Loads the code that sends traces and metrics, which takes a while and is not needed without a place for them. */
export async function openTelemetry(
  config: OtlpConfig | undefined,
  readMetrics: () => Promise<readonly ExportedMetric[]>,
): Promise<Telemetry | undefined> {
  if (!config) return undefined
  const { startTelemetry } = await import('#server/kernel/telemetry/otlp.ts')
  return startTelemetry(config, readMetrics)
}
