// One server of the production build in a process of its own, for proofs that kill it; the environment says everything.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { readConfig } from '#server/config/config.ts'

const root = new URL('../..', import.meta.url).pathname
// As scripts/start.ts has it.
enableCompileCache(`${root}.sitwell/compiled`)
const { startServer } = await import('#server/main.ts')
const config = readConfig(process.env, root)
const server = await startServer(config, config.databaseUrl!)
flushCompileCache()
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
