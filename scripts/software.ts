// Lists all packages that are part of the running site with their licences and licence texts, and rejects packages that
// must not be included.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import {
  allowedLicences,
  bundledByTheBuild,
  type Exception,
  exceptions,
  shippedByTheBuild,
  sources,
} from './software-table.ts'

const projectRoot = new URL('..', import.meta.url).pathname

export type Software = { name: string; version: string; licence: string; text: string }

const Locked = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).default({}),
      peerDependencies: z.record(z.string(), z.string()).default({}),
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
    }),
  ),
})
type LockedPackages = z.output<typeof Locked>['packages']
const Licence = z.object({ type: z.string() })
const Description = z.object({
  version: z.string().default(''),
  license: z.unknown().optional(),
  licenses: z.unknown().optional(),
})

const read = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()

/** Collects all faults, each as a sentence about one package. */
export function collectSoftware(root = projectRoot): { software: Software[]; faults: string[] } {
  const faults: string[] = []
  const software = new Map<string, Software>()
  for (const { folder, name } of shippedPackages(root)) {
    const known = exceptions.find((one) => appliesTo(one, name))
    const { version, ...described } = Description.parse(JSON.parse(read(join(folder, 'package.json'))))
    const licence = licenceOf(described) ?? known?.licence
    const text = textOf(root, folder, known)
    if (!licence) faults.push(`${name} ${version} names no licence`)
    else if (!isAllowed(licence, known?.licence))
      faults.push(`${name} ${version} is licensed under ${licence}, which is not in the list of allowed ones`)
    if (!text) faults.push(`${name} ${version} comes without the text of its licence`)
    if (licence && text) software.set(`${name} ${version}`, { name, version, licence, text })
  }
  const sorted = [...software.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return { software: sorted, faults }
}

/** Lists the installed packages that reach the site, in the order of the lock file. */
function shippedPackages(root: string): { folder: string; name: string }[] {
  const { packages } = Locked.parse(JSON.parse(read(join(root, 'package-lock.json'))))
  const bundled = bundledPackages(packages)
  return Object.entries(packages).flatMap(([path, { dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const isShipped =
      path !== '' && (!dev || bundled.has(path) || shippedByTheBuild.some((one) => one === name))
    const folder = join(root, path)
    // Optional packages of other platforms are in the lock file but not installed.
    return isShipped && existsSync(join(folder, 'package.json')) ? [{ folder, name }] : []
  })
}

/** Returns the paths in the lock file of the bundled packages and of everything they depend on. */
function bundledPackages(packages: LockedPackages): Set<string> {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const path = resolveLocked(packages, name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, peerDependencies, peerDependenciesMeta } = packages[path]!
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    for (const dependency of [...Object.keys(dependencies), ...peers]) add(dependency, path)
  }
  for (const name of bundledByTheBuild) add(name, '')
  return found
}

/** Finds a package as Node does: in the importing package's own `node_modules`, then in those above it. */
function resolveLocked(packages: LockedPackages, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

const appliesTo = ({ packages }: Exception, name: string): boolean =>
  packages.endsWith('*') ? name.startsWith(packages.slice(0, -1)) : packages === name

function licenceOf({ license, licenses }: { license?: unknown; licenses?: unknown }): string | undefined {
  if (typeof license === 'string') return license
  const listed: unknown[] = [license, licenses].flat()
  return listed.map((one) => Licence.safeParse(one).data?.type).find((type) => type !== undefined)
}

/** Of alternatives (OR) one must be allowed, of combined licences (AND) all. */
export function isAllowed(expression: string, further?: string): boolean {
  const allowed: readonly string[] = further === undefined ? allowedLicences : [...allowedLicences, further]
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(/ OR /)
    .some((choice) =>
      choice.split(/ AND /).every((one) => allowed.includes(one.replaceAll(/[()]/g, '').trim())),
    )
}

const isText = /^(un)?licen[cs]e|^copying|^notice|^ofl/i

function textOf(root: string, folder: string, known: Exception | undefined): string | undefined {
  const files = readdirSync(folder).filter(
    (file) => isText.test(file) && statSync(join(folder, file)).isFile(),
  )
  if (files.length > 0) return files.map((file) => read(join(folder, file))).join('\n\n')
  const readme = readdirSync(folder).find((file) => /^readme/i.test(file))
  const inReadme =
    readme && /^.*copyright[^]*permission is hereby granted[^]*/im.exec(read(join(folder, readme)))
  if (inReadme) return inReadme[0]
  const text = known?.text
  if (!text) return undefined
  if ('sameAs' in text) return textOf(root, join(root, 'node_modules', text.sameAs), undefined)
  const standard = (name: string) => read(join(projectRoot, `content/licences/${name}.txt`))
  const filled = standard(text.standard).replace('{copyright}', text.copyright ?? '')
  return text.further ? `${filled}\n\n${standard(text.further)}` : filled
}

/**
 * Provides the list as a module of the server build. The licence texts are a separate file, because they are too long
 * for a page.
 */
export const softwareList = (): Plugin => ({
  name: 'software-list',
  resolveId: (id) => (id === 'virtual:software' ? `\0${id}` : undefined),
  load(id) {
    if (id !== '\0virtual:software') return undefined
    const list = requireSoftware().map(({ name, version, licence }) => [name, version, licence])
    return `export const software = ${JSON.stringify(list)}; export const sources = ${JSON.stringify(sources)}`
  },
})

/** Throws, which stops the build, if there are faults. */
export function requireSoftware(): Software[] {
  const { software, faults } = collectSoftware()
  if (faults.length > 0)
    throw new Error(
      `Software that cannot be part of the site (scripts/software-table.ts holds what is allowed):\n${faults.join('\n')}`,
    )
  return software
}

/** A divider that occurs in no licence text. */
export const divider = `\n\n${'═'.repeat(60)}\n\n`

/** Lists each licence text once, below the packages it covers. */
export function noticesOf(software: readonly Software[]): string {
  const texts = new Map<string, Software[]>()
  for (const one of software) texts.set(one.text, [...(texts.get(one.text) ?? []), one])
  const origins = sources.map(({ name, licence, url, words }) => `${name} (${licence}, ${url})\n${words}`)
  const notices = [...texts].map(
    ([text, covered]) =>
      `${covered.map(({ name, version, licence }) => `${name} ${version} (${licence})`).join('\n')}\n\n${text}`,
  )
  const postgres = `PostgreSQL\n\n${read(join(projectRoot, 'content/licences/PostgreSQL.txt'))}`
  return [`Data and other works\n\n${origins.join('\n\n')}`, postgres, ...notices].join(divider)
}
