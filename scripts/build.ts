// Builds the browser and server bundles, compresses the assets, and measures what a first visit loads.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import { shippedPaths } from '#server/pages/static-pages.ts'
import { noticesOf, requireSoftware } from './software.ts'
import { hashFiles } from './inputs.ts'
import { step } from './step.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const root = new URL('..', import.meta.url).pathname
const build = join(root, 'build')
const stamp = join(build, 'inputs.txt')

/** Hashes all inputs of the build; if they are unchanged, no new build is needed. */
const hashInputs = (): string =>
  hashFiles(
    root,
    [
      'package-lock.json',
      'vite.config.ts',
      'react-router.config.ts',
      'scripts/chunks.ts',
      'scripts/heading-font.ts',
      'scripts/join-files.ts',
      'scripts/land.ts',
      'scripts/land-files.ts',
      'scripts/worker.ts',
      'scripts/software.ts',
      'scripts/software-table.ts',
      ...globSync('{web,contract,public,content}/**/*', { cwd: root }),
    ].filter((file) => !/\.test\.tsx?$|openapi\.json$/.test(file)),
  )

/** Builds if an input has changed; returns whether it did. */
export async function buildWhenNeeded(): Promise<boolean> {
  const inputs = hashInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return false
  const software = requireSoftware()
  const savedFolders = await saveEarlierAssets()
  await run('react-router', ['build'])
  writeFileSync(ownAssets, JSON.stringify(await readdir(join(build, 'client/assets'))))
  await restoreEarlierAssets(savedFolders)
  const id = inputs.slice(0, 12)
  await run(process.execPath, ['scripts/worker.ts', id])
  await mkdir(join(build, 'client/builds/meta'), { recursive: true })
  const meta = { id, builtAt: new Date().toISOString(), prerendered: shippedPaths() }
  writeFileSync(join(build, `client/builds/meta/${id}.json`), JSON.stringify(meta))
  writeFileSync(join(build, 'client/builds/latest.json'), JSON.stringify({ id }))
  await mkdir(join(build, 'client/licences'), { recursive: true })
  writeFileSync(join(build, 'client/licences/software.txt'), noticesOf(software))
  await compress()
  writeFileSync(stamp, inputs)
  return true
}

const earlierFolder = join(root, '.sitwell', 'earlier-assets')
/** Names the assets of the last build itself, because those of the builds before it are in the same folder. */
const ownAssets = join(build, 'own-assets.json')

/** Keeps the assets of the two previous builds, so that open pages can still load their chunks. */
async function saveEarlierAssets(): Promise<string[]> {
  const assets = join(build, 'client/assets')
  if (!existsSync(assets)) return []
  await rm(join(earlierFolder, '2'), { recursive: true, force: true })
  if (existsSync(join(earlierFolder, '1')))
    await cp(join(earlierFolder, '1'), join(earlierFolder, '2'), { recursive: true })
  await rm(join(earlierFolder, '1'), { recursive: true, force: true })
  const own = existsSync(ownAssets)
    ? z.array(z.string()).parse(JSON.parse(readFileSync(ownAssets, 'utf8')))
    : await readdir(assets)
  for (const file of own.flatMap((name) => [name, `${name}.br`, `${name}.gz`]))
    if (existsSync(join(assets, file))) await cp(join(assets, file), join(earlierFolder, '1', file))
  return [join(earlierFolder, '2'), join(earlierFolder, '1')].filter(existsSync)
}

async function restoreEarlierAssets(folders: string[]): Promise<void> {
  for (const folder of folders) {
    for (const name of await readdir(folder)) {
      const target = join(build, 'client/assets', name)
      if (!existsSync(target)) await cp(join(folder, name), target)
    }
  }
}

/** Runs in a separate process, because Vite sets NODE_ENV for its whole process and everything started from it. */
function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed:\n${output}`)),
    )
  })
}

/** Compresses in the thread pool, because the highest level takes 13 seconds of one core. */
async function compress(): Promise<void> {
  const files = globSync('client/{assets,builds,licences}/**/*.{js,css,svg,json,txt}', { cwd: build })
  await Promise.all(
    files.map(async (file) => {
      const path = join(build, file)
      if (existsSync(`${path}.br`)) return
      const bytes = readFileSync(path)
      const [brotli, gzipped] = await Promise.all([
        compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        compressGzip(bytes, { level: 9 }),
      ])
      writeFileSync(`${path}.br`, brotli)
      writeFileSync(`${path}.gz`, gzipped)
    }),
  )
}

if (import.meta.main) {
  await step('Build', buildWhenNeeded)
  const { printFirstLoads } = await import('./first-load.ts')
  if (!printFirstLoads()) process.exitCode = 1
}
