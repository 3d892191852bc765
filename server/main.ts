import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { z } from 'zod'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import { followAnnouncements } from '#server/announcements/commands.ts'
import { keepArchiving } from '#server/backups/wal.ts'
import { followContent } from '#server/content/commands.ts'
import { publishRelease } from '#server/content/release-commands.ts'
import { developmentPolicy } from '#server/kernel/outside/webhook.ts'
import { refuseDemoPeople } from '#server/development/demo-people.ts'
import { createMonitoringServer, type Metrics, openMetrics } from '#server/health/health.ts'
import { openOwnMetrics } from '#server/health/own-metrics.ts'
import { openSharedMetrics } from '#server/health/shared-metrics.ts'
import { requireReadableKeys } from '#server/identity/commands.ts'
import { listenForChanges } from '#server/kernel/cache/changes.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { type Db, type DbOptions, openDb, requestConnections } from '#server/kernel/db/db.ts'
import { openOwnWrites } from '#server/kernel/db/own-writes.ts'
import { openReplicas, readsOf, type Replicas } from '#server/kernel/db/replicas.ts'
import { logSlowStatements } from '#server/kernel/db/slow-statements.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { listen } from '#server/kernel/http/listen.ts'
import { openClockWatch } from '#server/kernel/jobs/clock-watch.ts'
import { type JobQueue, openJobs } from '#server/kernel/jobs/jobs.ts'
import { createLog, type Log } from '#server/kernel/log.ts'
import { logCause } from '#server/kernel/log-cause.ts'
import { openErrorReports } from '#server/kernel/outside/error-reports.ts'
import { openStripe } from '#server/kernel/outside/stripe.ts'
import { openStorage } from '#server/kernel/storage/open.ts'
import { followLook } from '#server/look/commands.ts'
import { rebuildIfOutdated } from '#server/search/commands.ts'
import { keepWritingDemand } from '#server/search/demand-commands.ts'
import { checkSettings } from '#server/settings/commands.ts'
import { openTelemetry, type Telemetry } from '#server/kernel/telemetry/telemetry.ts'
import { identityOf, jobHandlers, jobSchedules } from '#server/slices.ts'

export type RunningServer = { url: string; stop: () => Promise<void> }

const root = new URL('..', import.meta.url).pathname

const Latest = z.object({ id: z.string() })

async function loadBuild(): Promise<{ build: ServerBuild; id: string }> {
  const file = join(root, 'build/server/index.js')
  if (!existsSync(file)) throw new Error('There is no build. Run "npm run build" first.')
  const latest = readFileSync(join(root, 'build/client/builds/latest.json'), 'utf8')
  const { id } = Latest.parse(JSON.parse(latest))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React Router's build writes this file
  return { build: (await import(pathToFileURL(file).href)) as ServerBuild, id }
}

const ownWritesOf = (config: Config, { db, now, site }: Deps, { startedAt, maxLagMs }: Replicas) =>
  openOwnWrites({
    db,
    now,
    startedAt,
    maxLagMs,
    secret: site.secret,
    isSecure: config.site.url.startsWith('https:'),
  })

const depsOf = (config: Config, db: Db, { enqueue }: JobQueue, log: Log): Deps => ({
  db,
  now: systemClock,
  enqueue,
  log,
  site: config.site,
  storage: openStorage(config.storage),
  ...(config.stripe ? { stripe: openStripe(config.stripe) } : {}),
  ...(config.production ? {} : { webhookPolicy: developmentPolicy }),
})

async function replicasOf(
  config: Config,
  primary: Db,
  primaryUrl: string,
  log: Log,
): Promise<Replicas | undefined> {
  if (config.readUrls.length === 0) return undefined
  return openReplicas({
    primary,
    primaryUrl,
    urls: config.readUrls,
    maxLagSeconds: config.readMaxLagSeconds,
    log,
    ...logSlowStatements(log, config.log.slowStatementMs),
  })
}

/**
 * Hears the changes of other processes, and keeps the look of the site, its texts and its announcements up to date.
 * Texts that come with this release are published before.
 */
async function followChanges(databaseUrl: string, deps: Deps): Promise<{ stop: () => Promise<void> }> {
  const changes = await listenForChanges(databaseUrl, deps.log)
  const unfollowLook = await followLook(deps)
  await publishRelease(deps)
  const unfollowContent = await followContent(deps)
  const unfollowAnnouncements = await followAnnouncements(deps)
  return {
    stop() {
      unfollowLook()
      unfollowContent()
      unfollowAnnouncements()
      return changes.stop()
    },
  }
}

/** Writes the numbers of searches, and archives the log of the embedded database. */
function keepWriting(deps: Deps, config: Config, databaseUrl: string): { stop: () => Promise<void> } {
  const demand = keepWritingDemand(deps)
  const archiving = keepArchiving(deps, config, databaseUrl)
  return {
    async stop() {
      await demand.stop()
      // Last, so that everything written before is archived.
      await archiving.stop()
    },
  }
}

/** Creates the queues in every process, because each adds jobs; only workers run them. */
async function startJobs(
  jobs: JobQueue,
  config: Config,
  deps: Deps,
  telemetry: Telemetry | undefined,
): Promise<void> {
  const { db, now, log } = deps
  const handlers = jobHandlers(deps, config).map((one) => telemetry?.traceJob(one) ?? one)
  await jobs.declare(handlers.map(({ name }) => name))
  if (config.services.includes('worker'))
    await jobs.work(handlers, jobSchedules, openClockWatch({ db, now, log }))
}

async function closeGracefully(
  app: FastifyInstance,
  close: () => Promise<void>,
  config: Config,
): Promise<void> {
  // Gives load balancers that poll `/readyz` time to stop sending requests before the port closes.
  await pause(config.stopDelaySeconds * 1000)
  const forceCloseTimer = setTimeout(() => app.server.closeAllConnections(), config.shutdownSeconds * 1000)
  await close()
  clearTimeout(forceCloseTimer)
}

/** Opens the log, whose errors are also reported to the service of `ERRORS_TO`. */
function openLog({ log: { level }, errorsTo, production }: Config): {
  log: Log
  stopReports: () => Promise<void>
} {
  if (!errorsTo) return { log: createLog(level), stopReports: async () => {} }
  const reports = openErrorReports(errorsTo, {
    now: systemClock,
    environment: production ? 'production' : 'development',
    onFailure: (error) => logCause(log, 'warn', { err: error }, 'an error could not be reported'),
  })
  const log = createLog(level, undefined, reports.report)
  return { log, stopReports: reports.stop }
}

/** Opens the connections of this process to the primary database. */
function openPools(config: Config, url: string, log: Log, stopping: { now: boolean }) {
  const onError = (error: Error) => {
    if (!stopping.now) logCause(log, 'warn', { err: error }, 'database connection lost')
  }
  const slow = logSlowStatements(log, config.log.slowStatementMs)
  let traces: Telemetry | undefined
  const onStatement: DbOptions['onStatement'] = (statement) => {
    slow.onStatement?.(statement)
    traces?.onStatement(statement)
  }
  const watch = { onError, ...((slow.onStatement ?? config.otlp) ? { onStatement } : {}) }
  const pools = {
    db: openDb(url, { name: 'requests', max: requestConnections, ...watch }),
    accountLoadDb: openDb(url, { name: 'accounts', max: 4, ...watch }),
    healthDb: openDb(url, { name: 'health', max: 1, onError }),
    // Apart from the health checks, so that counting never makes a load balancer believe that this process is down.
    metricsDb: openDb(url, { name: 'metrics', max: 1, ...watch }),
  }
  return {
    ...pools,
    /** Called once traces are sent, which needs the connections. */
    traceStatements: (telemetry: Telemetry | undefined) => void (traces = telemetry),
    close: () => Promise.all(Object.values(pools).map((pool) => pool.destroy())),
  }
}

/** Throws if the site must not start with this database. */
async function refuseUnusable(config: Config, db: Db): Promise<void> {
  if (config.production) await refuseDemoPeople(db)
  if (!config.hosted) await requireReadableKeys(db, identityOf(config))
}

async function openTraces(
  { otlp }: Config,
  metrics: Metrics,
  traceStatements: (telemetry: Telemetry | undefined) => void,
) {
  const telemetry = await openTelemetry(otlp, metrics.read)
  traceStatements(telemetry)
  return { telemetry, stopTraces: async () => telemetry?.stop() }
}

/** Starts everything that one process runs, from its configuration to the listening port. */
export async function startServer(config: Config, databaseUrl: string): Promise<RunningServer> {
  const { log, stopReports } = openLog(config)
  const stopping = { now: false }
  const pools = openPools(config, databaseUrl, log, stopping)
  const { db, accountLoadDb, healthDb, metricsDb } = pools
  const jobs = await openJobs(databaseUrl, log)
  const deps = depsOf(config, db, jobs, log)
  const changes = await followChanges(databaseUrl, deps)
  const keeping = keepWriting(deps, config, databaseUrl)
  const replicas = await replicasOf(config, db, databaseUrl, log)
  const isStopping = () => stopping.now
  const metrics = openMetrics(openOwnMetrics(config), openSharedMetrics({ ...deps, db: metricsDb }))
  const monitoring = createMonitoringServer(
    { log, db: healthDb, isStopping, reads: replicas ?? readsOf(db) },
    metrics,
    config.metrics,
  )
  const { telemetry, stopTraces } = await openTraces(config, metrics, pools.traceStatements)
  const closeAll = async () => {
    await monitoring.close()
    await jobs.stop()
    // The last metrics are read from the database.
    await Promise.all([keeping.stop(), changes.stop(), replicas?.stop(), stopTraces()])
    await pools.close()
    await stopReports()
  }

  try {
    await refuseUnusable(config, db)
    await startJobs(jobs, config, deps, telemetry)
    await checkSettings(deps)
    await rebuildIfOutdated(deps)
    const { build, id } = await loadBuild()
    const app = await createApp({
      config,
      deps,
      accountLoadDeps: { ...deps, db: accountLoadDb },
      healthDb,
      pages: { build, buildId: id, clientDir: join(root, 'build/client') },
      isStopping,
      metrics,
      telemetry,
      ...(replicas ? { replicas: { reads: replicas, ownWrites: ownWritesOf(config, deps, replicas) } } : {}),
    })
    if (config.metrics.listen) await monitoring.listen(config.metrics.listen)
    const close = config.services.includes('web')
      ? (await listen(app, { port: config.port, host: config.host })).close
      : () => app.close()
    return {
      url: config.site.url,
      async stop() {
        stopping.now = true
        await closeGracefully(app, close, config)
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
