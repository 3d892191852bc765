import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config/config.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { connectionAdvice } from '#server/kernel/db/connection-faults.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { codeOf, firstCauseOf, messageOf } from '#server/kernel/error-facts.ts'
import { fileAdvice } from '#server/kernel/file-faults.ts'
import { openJobs } from '#server/kernel/jobs/jobs.ts'
import { createLog } from '#server/kernel/log.ts'
import { hasDatabase } from '#server/kernel/postgres/installation.ts'
import { findPostgres, startPostgres } from '#server/kernel/postgres/postgres.ts'
import { Problem } from '#server/kernel/problem.ts'
import { Damaged } from '#server/kernel/backup/parts.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { openStorage } from '#server/kernel/storage/open.ts'
import { operatorCommand } from '#server/kernel/version.ts'
import { applyLook } from '#server/look/commands.ts'
import { jobHandlers } from '#server/slices.ts'
import { type Command, type Report, UsageError } from './operator-command.ts'
import { type Call, help, readCall } from './operator-table.ts'

const root = new URL('..', import.meta.url).pathname

export type CliContext = {
  environment: Record<string, string | undefined>
  /** Prints a line of the result. */
  printResult: (line: string) => void
  /** Prints progress or an error. */
  printStatus: (line: unknown) => void
}

/** Runs the command and returns the exit code: 0 on success, 1 if it failed, 2 for invalid usage. */
export async function runOperator(words: string[], context: CliContext): Promise<number> {
  try {
    return await main(words, context)
  } catch (error) {
    context.printStatus(explain(error, dataDirOf(context.environment)))
    if (isDebugging(context.environment) && !(error instanceof UsageError)) context.printStatus(error)
    if (!(error instanceof UsageError)) return 1
    context.printStatus(`"${operatorCommand('help')}" lists the commands.`)
    return 2
  }
}

async function main(words: string[], context: CliContext): Promise<number> {
  const { environment, printResult } = context
  const call = readCall(words)
  if (call === 'help') {
    printResult(help())
    return 0
  }
  const { command, options } = call
  if ('report' in command) {
    const connect = (config: Config) => connectDatabase(config, folderOf(environment))
    return printReport(await command.report({ environment, root, options, connect }), printResult)
  }
  return runCommand({ ...call, command }, context)
}

function printReport({ text, isBad }: Report, printResult: CliContext['printResult']): number {
  printResult(text)
  return isBad ? 1 : 0
}

const dataDirOf = (environment: CliContext['environment']): string =>
  environment['DATA_DIR'] || join(root, '.sitwell')
const folderOf = (environment: CliContext['environment']): string => join(dataDirOf(environment), 'postgres')

async function runCommand(
  call: Call & { command: Command },
  { environment, printResult, printStatus }: CliContext,
): Promise<number> {
  const folder = folderOf(environment)
  if (!environment['DATABASE_URL'] && !call.command.createsDatabase && !hasDatabase(folder))
    throw new StartError(
      `There is no database in ${folder}. Set DATABASE_URL or DATA_DIR to the same value as for the server.`,
    )
  const config = readConfig(environment, root)
  if (config.hosted && call.command.embedded)
    throw new StartError('People sign in through the hosted service. Do this in its console.')
  await call.command.prepare?.({ config, folder, ...call, printProgress: printStatus })
  const { url, stop } = await connectDatabase(config, folder)
  try {
    const result = await run(call, config, url, systemUserOf(environment), printStatus)
    return printReport(typeof result === 'string' ? { text: result, isBad: false } : result, printResult)
  } finally {
    await stop()
  }
}

/** Connects to the operator's own PostgreSQL, the running embedded one, or an embedded one started for this command. */
async function connectDatabase(config: Config, folder: string) {
  const running = config.databaseUrl ?? findPostgres(folder)
  if (running) return { url: running, stop: () => Promise.resolve() }
  const postgres = await startPostgres(folder, undefined, { archiveSeconds: config.backup.wal?.seconds })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void postgres.stop().finally(() => process.exit(1)))
  return postgres
}

/** The user who typed the command: behind sudo, the original user; the uid if the user has no name on this machine. */
function systemUserOf(environment: CliContext['environment']): string {
  if (environment['SUDO_USER']) return environment['SUDO_USER']
  const uid = process.getuid?.()
  const named = spawnSync('id', ['-un'], { encoding: 'utf8' })
  return named.status === 0 ? named.stdout.trim() : `user ${uid ?? 'unknown'}`
}

async function run(
  { command, args, options }: Call & { command: Command },
  config: Config,
  url: string,
  systemUser: string,
  printStatus: CliContext['printStatus'],
): Promise<string | Report> {
  const log = createLog('silent')
  const db = openDb(url, { max: 2 })
  const jobs = command.queues ? await openJobs(url, log) : undefined
  try {
    const enqueue = jobs?.enqueue ?? (() => Promise.reject(new Error('This command has no queue.')))
    const deps = {
      db,
      now: systemClock,
      enqueue,
      log,
      site: config.site,
      storage: openStorage(config.storage),
      systemUser,
    }
    if (command.queues) await applyLook(deps)
    // A command may enqueue any job of the product.
    await jobs?.declare(jobHandlers(deps, config).map(({ name }) => name))
    return await command.run({
      deps,
      config,
      databaseUrl: url,
      args,
      options,
      printProgress: printStatus,
    })
  } finally {
    await jobs?.stop()
    await db.destroy()
  }
}

const otherVersion =
  'The database does not match this version. Start this version of Sitwell once, then try again.'

/** What error codes of PostgreSQL mean for the operator. */
const databaseSentences: Record<string, string> = {
  '42P01': otherVersion,
  '42703': otherVersion,
  '3F000': otherVersion,
}

/** Returns sentences for a person. */
function explain(error: unknown, dataDir: string): string {
  if (error instanceof StartError || error instanceof UsageError) return error.message
  if (error instanceof Damaged) return `The backup is damaged. ${error.message}`
  if (error instanceof Problem) return explainProblem(error)
  return (
    connectionAdvice(error) ??
    databaseSentences[codeOf(error)] ??
    fileAdvice(error, dataDir) ??
    explainUnknown(error)
  )
}

const explainUnknown = (error: unknown): string =>
  `The command failed: ${messageOf(firstCauseOf(error))}. If you do not know the cause, run it again with LOG_LEVEL=debug, which prints the details, and report them.`

const isDebugging = ({ LOG_LEVEL: level }: CliContext['environment']): boolean =>
  level === 'debug' || level === 'trace'

function explainProblem(problem: Problem): string {
  const { detail, title, errors = [] } = problem.toBody()
  if (errors.length === 0) return detail ?? `${title}.`
  return errors.map(({ path, message }) => `${path}: ${message}.`).join('\n')
}
