// Joins small files that every page loads, but that the bundler and the router keep apart: the bundler's runtime goes
// into the file of React, and the start of the app into the list of routes. So a first visit makes two requests less.
// Files also name less of what they load later.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'

const names = z.array(z.string()).optional()
const BuildManifest = z.record(
  z.string(),
  z.looseObject({ file: z.string(), name: z.string().optional(), imports: names }),
)
const RouteManifest = z.looseObject({
  entry: z.looseObject({ module: z.string(), imports: z.array(z.string()) }),
  version: z.string(),
  url: z.string(),
  routes: z.record(
    z.string(),
    z.looseObject({ module: z.string(), parentId: z.string().optional(), imports: names }),
  ),
})
type RouteManifest = z.output<typeof RouteManifest>

/** Part of the hash in each file's name. Change it with what is done here, or browsers keep files that do not fit. */
const version = 'joined 7'

const runtimeName = 'rolldown-runtime'
const frameworkName = 'framework'
const start = 'web/entry.client.tsx'

const base = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Returns the pairs of names in `a as b, c`, the list of an import or export. */
const pairsIn = (list: string): [from: string, to: string][] =>
  list.split(',').map((pair) => {
    const [from = '', to = from] = pair.trim().split(/\s+as\s+/)
    return [from, to]
  })

const exported = (name: string) => `runtime_${name}`

/** Puts the runtime in front of the framework's code, which then exports its helpers. */
export function joinRuntime(runtime: string, framework: string): string {
  const list = /export\s*\{([^}]*)\};?\s*$/
  const found = list.exec(runtime)?.[1]
  if (!found) throw new Error('The bundler’s runtime exports nothing')
  const helpers = pairsIn(found)
  const all = helpers.map(([, name]) => exported(name)).join(',')
  const body = runtime.replace(list, '')
  const own = helpers.map(([local, name]) => `${exported(name)}:${local}`).join(',')
  const imports = /import\s*\{([^}]*)\}\s*from\s*["'][^"']*rolldown-runtime[^"']*["'];?/g
  const code = framework.replaceAll(imports, (_, used: string) =>
    pairsIn(used)
      .map(([name, local]) => `const ${local}=${exported(name)};`)
      .join(''),
  )
  return `const {${all}}=(()=>{${body}return{${own}}})();${code}export{${all}};`
}

/** Lets a file take the helpers of the runtime from the framework's file. */
export function useJoinedRuntime(code: string, runtimeFile: string, frameworkFile: string): string {
  const imports = new RegExp(
    `import\\s*\\{([^}]*)\\}\\s*from\\s*(["'])\\./${runtimeFile.replaceAll('.', '\\.')}\\2`,
    'g',
  )
  return code
    .replaceAll(imports, (_, used: string) => {
      const list = pairsIn(used).map(([name, local]) => `${exported(name)} as ${local}`)
      return `import{${list.join(',')}}from"./${frameworkFile}"`
    })
    .replaceAll(runtimeFile, frameworkFile)
}

/**
 * Takes from the lists of what is loaded with each dynamic import the files that this file imports anyway. The bundler
 * names every file once, in an array of `__vite__mapDeps`, and the lists hold positions in it.
 */
export function dropLoadedFiles(code: string): string {
  const imports = [...code.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)]
  const loaded = new Set(imports.map(([, file]) => file))
  const names = /(__vite__mapDeps\b.*?\.f\s*=\s*)(\[[^\]]*\])/.exec(code)
  if (!names) return code
  const [all, before, list] = names
  const files = z.array(z.string()).parse(JSON.parse(list!))
  const kept = files.filter((file) => !loaded.has(base(file)))
  const positions = (text: string) =>
    text.split(',').flatMap((position) => {
      const at = kept.indexOf(files[Number(position)]!)
      return at < 0 ? [] : [at]
    })
  return code
    .replace(all, `${before}${JSON.stringify(kept)}`)
    .replaceAll(
      /__vite__mapDeps\(\[([\d,]+)\]\)/g,
      (_, text: string) => `__vite__mapDeps([${positions(text).join()}])`,
    )
}

const manifestIn = (client: string) => join(client, '.vite/manifest.json')
const readManifest = (client: string) =>
  BuildManifest.parse(JSON.parse(readFileSync(manifestIn(client), 'utf8')))

function keyOf(manifest: z.infer<typeof BuildManifest>, name: string): string {
  const found = Object.keys(manifest).find((key) => manifest[key]?.name === name)
  if (found === undefined) throw new Error(`The build has no file named ${name}`)
  return found
}

function joinRuntimeIn(client: string): void {
  const manifest = readManifest(client)
  const [runtime, framework] = [keyOf(manifest, runtimeName), keyOf(manifest, frameworkName)]
  const [runtimeFile, frameworkFile] = [manifest[runtime]!.file, manifest[framework]!.file]
  const read = (file: string) => readFileSync(join(client, file), 'utf8')
  const scripts = new Set(Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : [])))
  for (const file of scripts) {
    const code = read(file)
    if (file === frameworkFile) writeFileSync(join(client, file), joinRuntime(read(runtimeFile), code))
    else if (file !== runtimeFile)
      writeFileSync(
        join(client, file),
        dropLoadedFiles(useJoinedRuntime(code, base(runtimeFile), base(frameworkFile))),
      )
  }
  rmSync(join(client, runtimeFile))
  delete manifest[runtime]
  for (const [key, chunk] of Object.entries(manifest)) {
    const imports = new Set(chunk.imports?.map((name) => (name === runtime ? framework : name)))
    if (key === framework) imports.delete(framework)
    if (chunk.imports) chunk.imports = [...imports]
  }
  writeFileSync(manifestIn(client), JSON.stringify(manifest))
}

/**
 * Sorts the imports of each route, those of most routes first. The router does not depend on their order, and the
 * compressed list of routes, which every page loads, is a tenth smaller if the lists of imports begin alike.
 */
export function sortImports(lists: readonly string[][]): void {
  const uses = new Map<string, number>()
  for (const name of lists.flat()) uses.set(name, (uses.get(name) ?? 0) + 1)
  const usesOf = (name: string) => uses.get(name) ?? 0
  for (const list of lists) list.sort((a, b) => usesOf(b) - usesOf(a) || (a < b ? -1 : 1))
}

/**
 * Takes from the imports of each route what the start of the app or the routes above it load anyway. The router puts the
 * lists of all matching routes together, so it preloads the same files as before.
 */
export function dropInherited({ entry, routes }: Pick<RouteManifest, 'entry' | 'routes'>): void {
  const own = new Map(Object.entries(routes).map(([id, { imports }]) => [id, imports ?? []]))
  for (const route of Object.values(routes)) {
    const loaded = new Set(entry.imports)
    let id = route.parentId
    while (id !== undefined) {
      const above = routes[id]
      for (const file of [above?.module ?? '', ...(own.get(id) ?? [])]) loaded.add(file)
      id = above?.parentId
    }
    const rest = route.imports?.filter((file) => !loaded.has(file))
    if (rest && rest.length > 0) route.imports = rest
    else delete route.imports
  }
}

/** As JSON without what is false: the router asks only what is true, and the list names seven such facts for each route. */
export const withoutFalse = (list: object): string =>
  JSON.stringify(list, (_, value: unknown) => (value === false ? undefined : value))

/** The file of a route is named after the last part of its id, followed by a hash. */
const namedAfter = (id: string): string => `/assets/${base(id)}-`

/** Leaves only the hash of a file that is named after its route. */
const shortened = (id: string, module: string): string =>
  module.startsWith(namedAfter(id)) ? module.slice(namedAfter(id).length, -'.js'.length) : module

/** The file of a route, from what the list says of it. */
export const moduleOf = (id: string, written: string): string =>
  written.startsWith('/') ? written : `${namedAfter(id)}${written}.js`

/**
 * Writes the list as code. The id of each route, which is also its key, and the rest of its file's name are added when
 * the code runs. Nothing but the list contains braces, so that it can be read again.
 */
export function listAsCode({ routes, ...list }: RouteManifest): string {
  const keyed = Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      { ...route, id: undefined, module: shortened(id, route.module) },
    ]),
  )
  const name = 'window.__reactRouterManifest'
  return `${name}=${withoutFalse({ ...list, routes: keyed })};for(let[i,r]of Object.entries(${name}.routes))r.id=i,r.module[0]=="/"||(r.module="/assets/"+i.split("/").pop()+"-"+r.module+".js");`
}

/** The folder of the desk's pages. Only its own documents list them; from all others, a link to it loads a document. */
const desk = 'admin/'

/** The list for all documents but those of the desk. */
export const withoutDesk = <List extends Pick<RouteManifest, 'routes'>>(list: List): List => ({
  ...list,
  routes: Object.fromEntries(Object.entries(list.routes).filter(([id]) => !id.startsWith(desk))),
})

type Addresses = { url: string; module: string; deskModule: string }

/**
 * Writes the list of routes, which the router has just written, and the start of the app as one file. Pages import `url`
 * before their routes and `module` after them: `module` is that file, and `url` becomes one that they load anyway.
 * `deskModule` takes the place of `module` in the documents of the desk.
 */
function joinStartIn(client: string, listFile: string): Addresses {
  const manifest = readManifest(client)
  const text = readFileSync(join(client, listFile), 'utf8')
  const routes = RouteManifest.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))
  const chunk = manifest[start]
  if (!chunk) throw new Error(`The build has no ${start}`)
  const file = `assets/start-${routes.version}.js`
  const deskFile = `assets/desk-start-${routes.version}.js`
  const addresses = {
    url: `/${manifest[keyOf(manifest, frameworkName)]!.file}`,
    module: `/${file}`,
    deskModule: `/${deskFile}`,
  }
  routes.url = addresses.url
  routes.entry.module = addresses.module
  dropInherited(routes)
  sortImports(Object.values(routes.routes).flatMap(({ imports }) => (imports ? [imports] : [])))
  const code = readFileSync(join(client, chunk.file), 'utf8')
  writeFileSync(join(client, file), `${listAsCode(withoutDesk(routes))}\n${code}`)
  const ofDesk = { ...routes, entry: { ...routes.entry, module: addresses.deskModule } }
  writeFileSync(join(client, deskFile), `${listAsCode(ofDesk)}\n${code}`)
  for (const old of [listFile, chunk.file]) rmSync(join(client, old))
  chunk.file = file
  writeFileSync(manifestIn(client), JSON.stringify(manifest))
  return addresses
}

export function joinFiles(client: string): Plugin[] {
  return [
    {
      name: 'sitwell:join-runtime',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      augmentChunkHash: () => version,
      writeBundle: { order: 'post', sequential: true, handler: () => joinRuntimeIn(client) },
    },
    {
      name: 'sitwell:join-start',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'ssr',
      transform: {
        filter: { id: /virtual:react-router\/server-manifest/ },
        handler(code) {
          const list = /\/(assets\/manifest-[\w-]+\.js)/.exec(code)?.[1]
          if (!list || !code.startsWith('export default '))
            throw new Error('The list of routes has another form')
          const { url, module, deskModule } = joinStartIn(client, list)
          const entry = `{ ...routes.entry, module: ${JSON.stringify(module)} }`
          return `${code.replace('export default ', 'const routes = ')}
export default { ...routes, url: ${JSON.stringify(url)}, entry: ${entry}, deskModule: ${JSON.stringify(deskModule)} }`
        },
      },
    },
  ]
}
