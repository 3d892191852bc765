// One server of the production build in a process of its own, for proofs that kill it; the environment says everything.
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'

const config = readConfig(process.env, new URL('../..', import.meta.url).pathname)
const server = await startServer(config, config.databaseUrl!)
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
