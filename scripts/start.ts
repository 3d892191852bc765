// Performs all steps from a bare checkout to the running marketplace, and prints each with its duration.
import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { fileAdvice } from '#server/kernel/file-faults.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { hasDatabase } from '#server/kernel/postgres/installation.ts'
import { PermanentStartError, StartError } from '#server/kernel/start-error.ts'
import { step } from './step.ts'

/** Exit code after which systemd does not start the server again: `EX_CONFIG` of sysexits.h. */
const permanentFailure = 78
const root = new URL('..', import.meta.url).pathname
const stops: (() => Promise<void>)[] = []
let ending: Promise<void> | undefined

/** Stops everything that was started, in reverse order; a second signal waits for the first. */
function shutDown(code: number): Promise<void> {
  ending ??= (async () => {
    for (const stop of stops.reverse()) await stop().catch((error: unknown) => console.error(error))
    process.exit(code)
  })()
  return ending
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown(0))

function requireFreePort(port: number, host: string, another: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError(
              `Port ${port} is in use. Stop the program that uses it, or set another: ${another}.`,
            )
          : error,
      ),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

async function main(): Promise<void> {
  const started = performance.now()
  process.env['NODE_ENV'] ??= 'development'
  const config = readConfig(process.env, root)
  const { listen } = config.metrics
  // A worker-only process does not use the site's port.
  if (config.services.includes('web'))
    await requireFreePort(config.port, config.host, `PORT=${config.port + 1}`)
  if (listen)
    await requireFreePort(listen.port, listen.host, `METRICS_ADDRESS=${listen.host}:${listen.port + 1}`)
  // The build runs concurrently with the database steps; its line is printed when it ends. A release comes with its
  // build and without the script.
  const building = existsSync(join(root, 'scripts/build.ts'))
    ? step('Build', async () => (await import('./build.ts')).buildWhenNeeded())
    : Promise.resolve(false)
  building.catch(() => {})

  let databaseUrl = config.databaseUrl
  if (!databaseUrl) {
    const postgres = await step('PostgreSQL', async () => {
      const running = await startPostgres(join(config.dataDir, 'postgres'), console.log, {
        archiveSeconds: config.backup.wal?.seconds,
      })
      stops.push(running.stop)
      return running
    })
    databaseUrl = postgres.url
    const defaultDataDir = join(root, '.sitwell')
    if (
      postgres.firstStart &&
      config.dataDir !== defaultDataDir &&
      hasDatabase(join(defaultDataDir, 'postgres'))
    )
      console.log(
        `A new database is created in ${config.dataDir}. The one in ${defaultDataDir} stays as it is: to use it, start without DATA_DIR.`,
      )
  }
  const url = databaseUrl
  await step('Migrations', async () => {
    const applied = await migrate(url)
    return applied.length > 0 && `${applied.length} applied`
  })
  // Modules loaded from here on are stored in the compile cache, so that the next start need not compile them.
  enableCompileCache(join(config.dataDir, 'compiled'))
  const { seedDatabase } = await import('#database/seed.ts')
  const signIns = await seedDatabase(config, url, step)
  await building
  const { startServer } = await import('#server/main.ts')
  const server = await step('Server', () => startServer(config, url))
  stops.push(server.stop)
  // Flushed now, because a killed process writes no cache on exit.
  flushCompileCache()
  console.log(`\nReady after ${((performance.now() - started) / 1000).toFixed(1)} s at ${server.url}`)
  for (const line of signIns) console.log(line)
  if (!config.site.mailConfigured && !config.production)
    console.log(`Mails are kept at ${server.url}/dev/mailbox`)
}

try {
  await main()
} catch (error) {
  const dataDir = process.env['DATA_DIR'] || join(root, '.sitwell')
  console.error(error instanceof StartError ? error.message : (fileAdvice(error, dataDir) ?? error))
  await shutDown(error instanceof PermanentStartError ? permanentFailure : 1)
}
