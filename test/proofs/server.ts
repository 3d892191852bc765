// A server of the production build in its own process, for proofs that kill it; configured by the environment.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { readConfig } from '#server/config/config.ts'

const root = new URL('../..', import.meta.url).pathname
// As in scripts/start.ts.
enableCompileCache(`${root}.sitwell/compiled`)
const { startServer } = await import('#server/main.ts')
const config = readConfig(process.env, root)
const server = await startServer(config, config.databaseUrl!)
flushCompileCache()
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
