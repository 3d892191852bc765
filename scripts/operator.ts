// What the operator does to people and keys from the command line; `npm run operator -- help` lists it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { openDb, problemOf } from '#server/kernel/db.ts'
import { openJobs } from '#server/kernel/jobs.ts'
import { createLog } from '#server/kernel/log.ts'
import { findPostgres, startPostgres } from '#server/kernel/postgres.ts'
import { Problem } from '#server/kernel/problem.ts'
import { openStorage } from '#server/kernel/storage.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { type Call, help, readCall, UsageError } from './operator-table.ts'

const root = new URL('..', import.meta.url).pathname

async function main(words: string[]): Promise<void> {
  const call = readCall(words)
  if (call === 'help') return console.log(help())
  const folder = join(process.env['DATA_DIR'] || join(root, '.sitwell'), 'postgres')
  if (!process.env['DATABASE_URL'] && !existsSync(folder))
    throw new StartError(
      `There is no database in ${folder}. Set DATABASE_URL or DATA_DIR as the server has it.`,
    )
  const config = readConfig(process.env, root)
  if (config.hosted && call.command.embedded)
    throw new StartError('People sign in at the hosted service. Do this in its console.')
  const { url, stop } = await reachDatabase(config, folder)
  try {
    console.log(await run(call, config, url))
  } finally {
    await stop()
  }
}

/** The operator's own PostgreSQL, the embedded one that runs, or the embedded one started for the moment. */
async function reachDatabase(config: Config, folder: string) {
  const running = config.databaseUrl ?? (await findPostgres(folder))
  if (running) return { url: running, stop: () => Promise.resolve() }
  const postgres = await startPostgres(folder)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void postgres.stop().finally(() => process.exit(1)))
  return postgres
}

async function run({ command, args, options }: Call, config: Config, url: string): Promise<string> {
  const log = createLog('silent')
  const db = openDb(url, { max: 2 })
  const jobs = command.queues ? await openJobs(url, log) : undefined
  try {
    await jobs?.declare(['accounts.forget-user'])
    const enqueue = jobs?.enqueue ?? (() => Promise.reject(new Error('This command has no queue.')))
    return await command.run({
      deps: { db, now: systemClock, enqueue, log, site: config.site, storage: openStorage(config.storage) },
      config,
      args,
      options,
      say: (line) => console.error(line),
    })
  } finally {
    await jobs?.stop()
    await db.destroy()
  }
}

/** PostgreSQL's words for a table, a column or a schema that is not there. */
const otherVersion = new Set(['42P01', '42703', '3F000'])

function explain(error: unknown): unknown {
  if (error instanceof StartError || error instanceof UsageError) return error.message
  if (error instanceof Problem) {
    const { detail, title } = error.toBody()
    return detail ?? `${title}.`
  }
  if (problemOf(error)?.code === 'unavailable')
    return `The database does not answer, or something in it is being changed right now: ${(error as Error).message}`
  if (otherVersion.has((error as { code?: string }).code ?? ''))
    return 'The database is not the one of this version. Start this version of Sitwell once, then try again.'
  return error
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(explain(error))
  if (error instanceof UsageError) console.error('"npm run operator -- help" lists the commands.')
  process.exitCode = error instanceof UsageError ? 2 : 1
}
