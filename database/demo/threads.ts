// Creates the cities in two threads, because a single one is slower than the database.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Config } from '#server/config/config.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { createLog } from '#server/kernel/log.ts'
import type { SeedDeps } from './actions.ts'
import { cacheQueries } from './connection.ts'
import { type Count, type SeedCities, seedConcurrently, sumOf } from './town.ts'
import { openStorage } from '#server/kernel/storage/open.ts'

const threads = 2
/** One connection for each city that a thread creates concurrently. */
const connections = 6

type Share = {
  config: Config
  databaseUrl: string
  cities: Parameters<SeedCities>[0]
  size: Parameters<SeedCities>[1]
}

/** Dependencies for creating the demo data: nothing is durable until the end of a transaction, and nothing is sent. */
export function openSeedDeps(config: Config, databaseUrl: string): SeedDeps {
  // The steps are printed anyway, so only warnings and errors are logged.
  const log = createLog(config.log.level === 'info' ? 'warn' : config.log.level)
  const db = openDb(databaseUrl, {
    max: connections,
    bulk: true,
    onConnect: cacheQueries,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  const { site, identity } = config
  return {
    db,
    now: systemClock,
    enqueue: async () => {},
    log,
    site,
    storage: openStorage(config.storage),
    passwordPepper: identity.passwordPepper,
  }
}

/** Each thread creates every second city; the first failure stops the creation. */
export const seedInThreads =
  (config: Config, databaseUrl: string): SeedCities =>
  async (cities, size) => {
    const shares = Array.from({ length: threads }, (_, thread) =>
      cities.filter((_city, index) => index % threads === thread),
    )
    return sumOf(
      await Promise.all(shares.map((share) => inThread({ config, databaseUrl, cities: share, size }))),
    )
  }

function inThread(share: Share): Promise<Count> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`A founding thread ended with code ${code}`)))
  })
}

if (!isMainThread && parentPort) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `inThread` starts every worker, with a share
  const { config, databaseUrl, cities, size } = workerData as Share
  const deps = openSeedDeps(config, databaseUrl)
  try {
    parentPort.postMessage(await seedConcurrently(deps)(cities, size))
  } finally {
    await deps.db.destroy()
  }
}
