// A server of the production build in its own process, for proofs that kill it; configured by the environment.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'

const root = new URL('../..', import.meta.url).pathname
// As in scripts/start.ts.
enableCompileCache(`${root}.sitwell/compiled`)
const { startServer } = await import('#server/main.ts')
const config = readConfig(process.env, root)

async function startEmbedded() {
  const postgres = await startPostgres(join(config.dataDir, 'postgres'), undefined, {
    archiveSeconds: config.backup.wal?.seconds,
  })
  await migrate(postgres.url)
  return postgres
}

const embedded = config.databaseUrl ? undefined : await startEmbedded()
const server = await startServer(config, config.databaseUrl ?? embedded!.url)
flushCompileCache()
process.on(
  'SIGTERM',
  () =>
    void server
      .stop()
      .then(() => embedded?.stop())
      .then(() => process.exit(0)),
)
