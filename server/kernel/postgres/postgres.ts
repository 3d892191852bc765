import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { stopwatch } from '#server/kernel/clock.ts'
import { codeOf, messageOf } from '#server/kernel/error-facts.ts'
import { archiveSettings, prepareSpool } from '#server/kernel/postgres/archive.ts'
import {
  dataOf,
  embeddedPrograms,
  hasDatabase,
  type Installation,
  prepare,
  type Programs,
} from '#server/kernel/postgres/installation.ts'
import { StartError } from '#server/kernel/start-error.ts'

/** A running embedded PostgreSQL. It is restarted if it exits unexpectedly. */
export type Postgres = { url: string; stop: () => Promise<void>; firstStart: boolean }

const database = 'sitwell'

/**
 * Starts PostgreSQL on a free port of 127.0.0.1 with its data below `folder`; as root it runs as the user `postgres`.
 * With `archiveSeconds` it copies its log for archiving, at the latest after this time.
 */
export async function startPostgres(
  folder: string,
  report: (line: string) => void = () => {},
  { programs, archiveSeconds }: { programs?: Programs; archiveSeconds?: number | undefined } = {},
): Promise<Postgres> {
  const used = programs ?? (await embeddedPrograms())
  const firstStart = !hasDatabase(folder)
  const installation = prepare(folder, used)
  const release = lockFolder(folder)
  try {
    if (firstStart) initialise(installation, used.locale)
    if (archiveSeconds) prepareSpool(installation)
    const running = await run(installation, report, archiveSeconds)
    const stop = () => running.stop().finally(release)
    return { ...running, stop, firstStart }
  } catch (error) {
    release()
    throw error
  }
}

async function run(
  installation: Installation,
  report: (line: string) => void,
  archiveSeconds: number | undefined,
): Promise<Omit<Postgres, 'firstStart'>> {
  const password = passwordOf(installation.data)
  await stopLeftover(installation, report)
  const port = await freePort()
  writeSettings(installation, port, archiveSeconds)
  const url = (name: string) => urlOf(password, port, name)

  let stopping = false
  let child: ChildProcess
  const start = () => {
    // The command line contains the folder, by which a later start recognises the process.
    const name =
      installation.dataPath === installation.data ? [] : ['-c', `sitwell.data=${installation.data}`]
    child = spawn(join(installation.bin, 'postgres'), ['-D', installation.dataPath, ...name], {
      ...installation.account,
      cwd: installation.data,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    // Read so that the pipe never fills; after the first lines PostgreSQL writes to its own files.
    child.stderr!.resume()
    child.on('exit', (code) => {
      if (stopping) return
      report(
        `PostgreSQL exited (${code ?? 'killed'}) and is restarted. Its log is in ${join(installation.data, 'log')}.`,
      )
      void stopLeftover(installation, report).then(start)
    })
  }
  start()
  const stop = async () => {
    stopping = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await ended
  }
  try {
    await waitUntilReady(url('postgres'), () => child)
    await createDatabase(url('postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: url(database), stop }
}

/**
 * Locks the folder's database for this process, because a second process would stop the database while the first uses
 * it. The lock file of a killed process is ignored. Returns a function that releases the lock.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'owner')
  const own = `${process.pid} ${processStartTime(process.pid)}`
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(file, own, { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || attempt === 3) throw error
    }
    const owner = readFileSync(file, 'utf8')
    const pid = Number(owner.split(' ')[0])
    if (owner === `${pid} ${processStartTime(pid)}`)
      throw new StartError(
        `Another server (process ${pid}) is running the embedded PostgreSQL of ${folder}. Stop it, give this one its own DATA_DIR, or give both the same DATABASE_URL.`,
      )
    rmSync(file, { force: true })
  }
}

/**
 * Returns the start time of a process in some unit, to detect a reused process id. Empty if there is no such process.
 */
function processStartTime(pid: number): string {
  const file = `/proc/${pid}/stat`
  if (!existsSync('/proc/self'))
    return spawnSync('ps', ['-o', 'lstart=', '-p', `${pid}`])
      .stdout.toString()
      .trim()
  // The 20th field after the program's name, which may contain any characters.
  return existsSync(file) ? readFileSync(file, 'utf8').split(') ').at(-1)!.split(' ')[19]! : ''
}

/**
 * Returns the URL of the embedded PostgreSQL that is already running for this folder, if any; starts and stops nothing.
 */
export function findPostgres(folder: string): string | undefined {
  const data = dataOf(folder)
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n')
  if (!Number(port) || !isPostgres(Number(pid), data)) return undefined
  return urlOf(passwordOf(data), Number(port), database)
}

export const passwordFileOf = (data: string) => join(dirname(data), 'password')
export const passwordOf = (data: string) => readFileSync(passwordFileOf(data), 'utf8').trim()
export const urlOf = (password: string, port: number, name: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${name}`

function initialise({ data, dataPath, bin, account }: Installation, locale: readonly string[]): void {
  const passwordFile = passwordFileOf(data)
  empty(data)
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  const result = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      dataPath,
      '-U',
      'postgres',
      '--pwfile',
      join('..', basename(passwordFile)),
      '--encoding=UTF8',
      ...locale,
      '--auth=scram-sha-256',
      '--no-instructions',
    ],
    { ...account, cwd: data, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } },
  )
  if (result.status === 0) return
  empty(data)
  throw new StartError(`PostgreSQL could not be set up: ${result.error?.message ?? result.stderr}`)
}

/** Deletes the contents of a folder and keeps the folder itself with its owner. */
export function empty(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
}

/**
 * A file for each day of the week below the data, overwritten a week later. Statements, and the details of errors, contain
 * personal data and are left out.
 */
const logSettings = {
  logging_collector: 'on',
  log_directory: "'log'",
  log_filename: "'postgresql-%a.log'",
  log_file_mode: '0600',
  log_rotation_age: '1d',
  log_rotation_size: 0,
  log_truncate_on_rotation: 'on',
  log_line_prefix: "'%m [%p] '",
  log_lock_waits: 'on',
  log_statement: 'none',
  log_min_duration_statement: -1,
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
}

function writeSettings(
  { data, account }: Installation,
  port: number,
  archiveSeconds: number | undefined,
): void {
  const file = join(data, 'sitwell.conf')
  const settings = {
    port,
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: "''",
    max_connections: 200,
    shared_buffers: "'256MB'",
    effective_cache_size: "'1GB'",
    random_page_cost: 1.1,
    jit: 'off',
    timezone: "'UTC'",
    log_timezone: "'UTC'",
    wal_compression: 'on',
    max_wal_size: "'2GB'",
    ...logSettings,
    ...(archiveSeconds ? archiveSettings(archiveSeconds) : {}),
  }
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([key, value]) => `${key} = ${value}\n`)
      .join(''),
  )
  if (account) chownSync(file, account.uid, account.gid)
  const main = join(data, 'postgresql.conf')
  const include = "include 'sitwell.conf'"
  const text = readFileSync(main, 'utf8')
  if (!text.includes(include)) writeFileSync(main, `${text}\n${include}\n`)
}

/** Cleans up after a hard kill: stops a server that is still running and removes its pid file. */
async function stopLeftover({ data }: Installation, report: (line: string) => void): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const isOwnServer = () => Number.isInteger(pid) && pid > 1 && isPostgres(pid, data)
  if (isOwnServer()) {
    report('An earlier PostgreSQL of this folder is still running and is stopped first.')
    process.kill(pid, 'SIGINT')
    const started = stopwatch()
    while (isOwnServer() && stopwatch() - started < 5_000) await pause(50)
    if (isOwnServer()) process.kill(pid, 'SIGQUIT')
    while (isOwnServer() && stopwatch() - started < 8_000) await pause(50)
  }
  rmSync(pidFile, { force: true })
}

function isPostgres(pid: number, data: string): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const commandLine = `/proc/${pid}/cmdline`
  return (
    !existsSync('/proc/self') || (existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(data))
  )
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Below the ephemeral ports of Linux and macOS, so that no outgoing connection and no listener on port 0 takes the port
 * between `freePort` and its use.
 */
const ownPorts = { from: 20_000, to: 32_768 }

/** Returns a currently unused port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(ownPorts.from, ownPorts.to)
    if (await isFree(port)) return port
  }
  throw new StartError(`No free port of 127.0.0.1 from ${ownPorts.from} to ${ownPorts.to - 1} was found`)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

async function waitUntilReady(url: string, child: () => ChildProcess): Promise<void> {
  const started = stopwatch()
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (stopwatch() - started > 30_000)
        throw new StartError(`PostgreSQL does not answer: ${messageOf(error)}`, { cause: error })
      if (child().exitCode !== null)
        throw new StartError(`PostgreSQL could not be started: ${messageOf(error)}`, { cause: error })
    }
    await pause(25)
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
  if (!rowCount) await client.query(`create database ${database}`)
  await client.end()
}
