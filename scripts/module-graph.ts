import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** What a program loads: files of this project, and packages by their names. */
export type ModuleGraph = { files: Set<string>; packages: Map<string, string> }

/** Imports of types are not loaded. Threads are started from `new URL('./thread.ts', import.meta.url)`. */
const patterns = [
  /^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gms,
  /^import '([^']+)'/gm,
  /(?<!typeof )\bimport\(\s*'([^']+)'\s*\)/g,
  /(?:\brequire|\brequire\.resolve|\)\.resolve)\('([^']+)'\)/g,
  /\bnew URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
]
const isModule = (target: string) => /^(#|\.\.?\/)/.test(target)
const isBuiltIn = (target: string) => target.startsWith('node:')
const packageOf = (target: string) => /^(?:@[^/]+\/)?[^/]+/.exec(target)![0]

function importsOf(source: string): string[] {
  const code = source.replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, '')
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, target]) => target!))
}

/** The path of an imported file of this project; `#server/…` is mapped in package.json. */
const pathOf = (target: string, importer: string) =>
  target.startsWith('#') ? target.slice(1) : normalize(join(dirname(importer), target))

/**
 * Follows the imports of the given files through this project. Files that do not exist are left out, because a release
 * does without the build script. `packages` names for each package the first file that imports it.
 */
export function moduleGraph(root: string, entries: readonly string[]): ModuleGraph {
  const files = new Set<string>()
  const packages = new Map<string, string>()
  const visit = (file: string) => {
    if (files.has(file) || !existsSync(join(root, file))) return
    files.add(file)
    if (!/\.m?[jt]s$/.test(file)) return
    for (const target of importsOf(readFileSync(join(root, file), 'utf8'))) {
      if (isModule(target)) visit(pathOf(target, file))
      else if (!isBuiltIn(target) && !packages.has(packageOf(target))) packages.set(packageOf(target), file)
    }
  }
  for (const entry of entries) visit(entry)
  return { files, packages }
}
