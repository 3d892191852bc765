import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { type Installation, prepare, type Programs } from '#server/kernel/postgres/installation.ts'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { installPackages } from '../../scripts/packages.ts'

const hasPsql = () => spawnSync('psql', ['--version']).status === 0

/** Installs the client of PostgreSQL if it is missing; the packages of the embedded one do not contain it. */
export function ensurePsql(): void {
  if (!hasPsql()) installPackages('postgresql-client')
  if (!hasPsql()) throw new Error('The proof of the recipe for an own PostgreSQL needs psql. Install it.')
}

function initialise({ data, bin, account }: Installation, locale: readonly string[]): void {
  const options = ['-U', 'postgres', '--encoding=UTF8', '--auth=trust', '--no-sync', ...locale]
  const { status, stderr } = spawnSync(join(bin, 'initdb'), ['-D', data, ...options], {
    ...account,
    cwd: data,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

/** A PostgreSQL that can be stopped and started; it is not restarted when it ends by itself. */
function openProcess({ data, bin, account }: Installation, port: number) {
  let child: ChildProcess | undefined
  let said = ''
  const hasEnded = () => child === undefined || child.exitCode !== null || child.signalCode !== null
  return {
    start() {
      said = ''
      const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
      const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const started = spawn(join(bin, 'postgres'), ['-D', data, ...options], {
        ...account,
        cwd: data,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child = started
      started.stderr.on('data', (piece: Buffer) => {
        said += piece.toString()
      })
    },
    async stop() {
      if (!child || hasEnded()) return
      const ended = new Promise((resolve) => child!.once('exit', resolve))
      child.kill('SIGINT')
      await ended
    },
    /** Throws when it has ended, with all that it said. */
    refuseEnded() {
      if (hasEnded()) throw new Error(`PostgreSQL has ended: ${said}`)
    },
  }
}

async function query<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Runs lines of the shell as the user of PostgreSQL. */
async function runShell({ account }: Installation, port: number, lines: string, cwd: string) {
  const own = { PGHOST: '127.0.0.1', PGPORT: `${port}`, PGUSER: 'postgres', PGDATABASE: 'postgres' }
  const shell = spawn('sh', ['-e', '-c', lines], { ...account, cwd, env: { ...process.env, ...own } })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (piece: Buffer) => (output += piece.toString()))
  const code = await new Promise<number | null>((resolve) => shell.once('close', resolve))
  return { code, output }
}

/**
 * A PostgreSQL as an operator runs it, without anything that Sitwell does for its embedded one: a data folder, and what
 * the operator adds to `postgresql.conf`.
 */
export async function openOwnPostgres(folder: string, programs: Programs) {
  const installation = prepare(folder, programs)
  const { data, account } = installation
  initialise(installation, programs.locale)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const running = openProcess(installation, port)
  const settings = join(data, 'postgresql.conf')

  /** Resolves once the statement gives true; it may not be possible to connect before. */
  const until = async (statement: string): Promise<void> => {
    const holds = async () => {
      running.refuseEnded()
      const rows = await query<{ holds: boolean }>(url, statement).catch(() => [])
      return rows[0]?.holds === true
    }
    await vi.waitUntil(holds, { timeout: 60_000, interval: 50 })
  }
  return {
    url,
    data,
    until,
    query: <T extends pg.QueryResultRow>(statement: string) => query<T>(url, statement),
    async start() {
      running.start()
      await until('select true as holds')
    },
    stop: running.stop,
    configure: (lines: string) => appendFileSync(settings, lines),
    /** Takes lines out of `postgresql.conf` again. */
    unconfigure: (lines: string) =>
      writeFileSync(settings, readFileSync(settings, 'utf8').replace(lines, '')),
    /** Makes a folder that belongs to the user of PostgreSQL. */
    ownFolder(path: string): string {
      mkdirSync(path)
      if (account) chownSync(path, account.uid, account.gid)
      return path
    },
    run: (lines: string, cwd: string) => runShell(installation, port, lines, cwd),
  }
}

export type OwnPostgres = Awaited<ReturnType<typeof openOwnPostgres>>
