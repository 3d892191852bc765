import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { openJobs } from '#server/kernel/jobs/jobs.ts'
import { createLog } from '#server/kernel/log.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { openStorage } from '#server/kernel/storage/open.ts'

/** Needs the secret with which the data was created. */
export const benchConfig = (secret = 'b'.repeat(32)): Config =>
  readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', SECRET: secret }, '/nowhere')

export type BenchDatabase = { url: string; close: () => Promise<void> }

/** A new, migrated PostgreSQL for the benchmark. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-bench-'))
  // If run as root, the database runs as another user, who must be able to access the folder.
  await chmod(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'postgres'))
  await migrate(postgres.url)
  return {
    url: postgres.url,
    async close() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type ServedDatabase = { url: string; db: Db; deps: Deps; close: () => Promise<void> }

/** Serves the whole API from this process; jobs are enqueued but not run. */
export async function serveDatabase(databaseUrl: string, connections: number): Promise<ServedDatabase> {
  const config = benchConfig()
  const log = createLog(config.log.level)
  const db = openDb(databaseUrl, { max: connections })
  const jobs = await openJobs(databaseUrl, log)
  const deps: Deps = {
    db,
    now: systemClock,
    enqueue: jobs.enqueue,
    log,
    site: config.site,
    storage: openStorage(config.storage),
  }
  await jobs.declare([
    'bookings.notify',
    'messages.note-booking',
    'sitters.refresh-figures',
    'kernel.send-mail',
  ])
  const app = await createApp({
    config,
    deps,
    accountLoadDeps: deps,
    healthDb: db,
    isStopping: () => false,
    perMinute: { writes: 1_000_000, reads: 1_000_000 },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    db,
    deps,
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await jobs.stop()
      await db.destroy()
    },
  }
}

/** Opens a new database and serves it. */
export async function serveNewDatabase(connections: number): Promise<ServedDatabase> {
  const database = await openBenchDatabase()
  const served = await serveDatabase(database.url, connections)
  return {
    ...served,
    async close() {
      await served.close()
      await database.close()
    },
  }
}
