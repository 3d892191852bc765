// Builds the documentation into build/docs. A dead link fails the build. DOCS_BASE is the path below which the site is
// served, by default /docs/; --base=/docs/ takes precedence over it.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFiles } from './inputs.ts'
import { step } from './step.ts'

const root = new URL('..', import.meta.url).pathname
const output = join(root, 'build/docs')
const stamp = join(root, 'build/docs-inputs.txt')

const [argument] = process.argv.slice(2).filter((word) => word.startsWith('--base='))
const base = argument?.slice('--base='.length) ?? process.env['DOCS_BASE'] ?? '/docs/'
if (!/^\/([\w.-]+\/)*$/.test(base)) {
  console.error(
    `DOCS_BASE is ${base}; it must be a path that begins and ends with a slash, like /docs/ or /.`,
  )
  process.exit(2)
}

const inputs = `${base} ${hashFiles(root, [
  'package-lock.json',
  'scripts/docs.ts',
  'web/ui/tokens.css',
  ...globSync('*.md', { cwd: root }),
  ...globSync('contract/**/*', { cwd: root }),
  ...globSync('docs/**/*', { cwd: root }),
  ...globSync('docs/.vitepress/{*.ts,theme/*}', { cwd: root }),
])}`

async function buildWhenNeeded(): Promise<boolean> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return false
  const { build } = await import('vitepress')
  // A running server goes on serving the previous build until the new one is complete; two builds do not meet.
  const next = `${output}.${process.pid}`
  await build(join(root, 'docs'), { base, outDir: next })
  await rm(output, { recursive: true, force: true })
  await rename(next, output)
  writeFileSync(stamp, inputs)
  return true
}

try {
  await step('Documentation', buildWhenNeeded)
} catch (error) {
  // VitePress has printed the details, such as each dead link.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
