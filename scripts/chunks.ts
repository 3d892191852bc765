// Decides which modules of the browser build share a file. Left alone, the bundler makes one file for each combination
// of pages that need a module: hundreds of tiny files, and dozens of requests for one page.
import { basename } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin } from 'vite'
import routes from '../web/routes.ts'

/** `size` is in bytes of source. */
export type Module = {
  id: string
  imports: readonly string[]
  size: number
  /**
   * Set if the module is only loaded as a page or by a dynamic import. No two entries share a file. Shared modules may
   * join the file of a page or a layout, but not one that is `closed`: the bundler alone decides what is in it.
   */
  entry?: 'open' | 'closed'
}

/**
 * What a browser loads together: the entries of a page with its layouts, or one part that is loaded later. `requests`
 * is the weight of a saved request there, `waste` the weight of an unneeded byte.
 */
export type Load = {
  entries: readonly string[]
  requests: number
  waste: number
  /** A part that is loaded later, on a page that has loaded most of what it shares with others. */
  isLater?: boolean
  /** True if what is needed may be in the file of a page or layout that is not in `entries`. */
  mayLoadOthers?: boolean
}

/** `loads` has a 1 for each load that needs the modules. A chunk is never changed, so gains can be cached by it. */
type Chunk = {
  modules: string[]
  /** The page, layout or later part that the file belongs to. */
  entry?: Module | undefined
  loads: Uint8Array
  size: number
  /** The size of the modules that no page loads at first. */
  laterSize: number
}

/** A saved request counts as this many bytes of source. Minified and compressed, 10,000 of them are about 1.5 kB. */
const requestBytes = 40_000

/** React and the router change rarely, so they stay in a file of their own that browsers keep from release to release. */
const framework =
  /node_modules\/(react|react-dom|react-router|scheduler|zustand(?!.*middleware)|cookie|set-cookie-parser)\//

/** Starts hydration when it is evaluated, so no other file may import it. */
const start = /\/web\/entry\.client\.tsx$/

/** Loaded after the first load of every page, so it counts like a part of it, and its file may take what any page shares. */
const afterPage = /\/web\/beside\/after-page\.tsx$/

/**
 * Loaded right after the first load of every page below `/account`, so what these need counts as part of it. They may
 * join the file of its layout, which every page of a signed-in person loads. The frame of the account's sections counts as
 * one of them, because ten pages need it and it is too small for a file of its own.
 */
const whileSignedIn =
  /\/web\/(identity\/session\.ts|api-client\.ts|beside\/signed-in-parts\.tsx|accounts\/parts\/account-frame\.tsx)$/

/** The sign-in page loads these right after its first load. They may be in the file of the account's layout. */
const whileSigningIn = /\/web\/(identity\/session|api-client)\.ts$/

/**
 * What a saved request and an unneeded byte weigh. Pages that people open without an account, from search engines, load
 * up to 12,500 unneeded bytes to save a request, the search 45,000 and a booking 35,000, because they need most files;
 * `/account` 25,000 and the list of bookings 27,000, because a person opens them first once signed in; those of the desk
 * 2,000, so that what few people share does not move into the files of everybody; all others 6,000: fewer would give the
 * many sections of the account, which need about the same, a file for each combination of them.
 */
const weights: [pages: RegExp, requests: number, waste: number][] = [
  [/^(home\/home-page|sitters\/sitter-page|places\/city-page|blog\/|identity\/sign-in-page)/, 50, 160],
  [/^search\/search-page/, 180, 160],
  [/^accounts\/account-page/, 100, 160],
  [/^bookings\/booking-page/, 140, 160],
  [/^bookings\/bookings-page/, 108, 160],
  [/^admin\//, 0.5, 10],
  [/^/, 1.5, 10],
]

/** Whoever opens a sitter from the results waits for these, so a request weighs more than in other later parts. */
const sitterParts = /\/web\/sitters\/public\/lazy-parts\.ts$/

const weightOf = (file: string) => {
  const [, requests = 1, waste = 1] = weights.find(([pages]) => pages.test(file)) ?? []
  return { requests, waste }
}

const routeEntry = '?__react-router-build-client-route'

/** Returns each page with the layouts around it, and each part that is imported dynamically. */
function loadsOf(ids: readonly string[], loadedLater: readonly string[]): Load[] {
  const always = ids.filter((id) => /\/web\/root\.tsx\?/.test(id))
  const pagesIn = (entries: readonly RouteConfigEntry[], around: readonly string[]): Load[] =>
    entries.flatMap(({ file, children }) => {
      const beside = file.startsWith('accounts/account-layout')
        ? ids.filter((id) => whileSignedIn.test(id) || afterPage.test(id))
        : []
      const own = [...around, ...beside, ...ids.filter((id) => id.endsWith(`/web/${file}${routeEntry}`))]
      if (children) return pagesIn(children, own)
      return [{ entries: own, ...weightOf(file) }]
    })
  const pages = pagesIn(routes, always)
  const signingIn = ids.filter((id) => id.includes('/web/identity/sign-in-page.') || whileSigningIn.test(id))
  const beside = ids.filter((id) => afterPage.test(id))
  const inPages = new Set([...pages.flatMap(({ entries }) => entries), ...beside])
  const later = loadedLater.filter((id) => !inPages.has(id) && !start.test(id))
  return [
    ...pages,
    { entries: [...always, ...ids.filter((id) => start.test(id))], requests: 0, waste: 0 },
    { entries: [...always, ...beside], ...weightOf('home/home-page') },
    { entries: [...always, ...beside, ...signingIn], requests: 10, waste: 40, mayLoadOthers: true },
    ...later.map((id) => ({
      entries: [id],
      ...(sitterParts.test(id) ? { requests: 5, waste: 10 } : { requests: 0.05, waste: 1 }),
      isLater: true,
    })),
  ]
}

/** Returns for each module the loads that need it. */
function neededBy(modules: ReadonlyMap<string, Module>, loads: readonly Load[]): Map<string, Uint8Array> {
  const needed = new Map<string, Uint8Array>()
  for (const [index, { entries }] of loads.entries()) {
    const todo = [...entries]
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      const by = needed.get(id) ?? new Uint8Array(loads.length)
      if (by[index] === 1) continue
      by[index] = 1
      needed.set(id, by)
      todo.push(...(modules.get(id)?.imports ?? []))
    }
  }
  return needed
}

/** Groups the modules that exactly the same loads need, with the entry that these loads have in common. */
function firstChunks(
  modules: ReadonlyMap<string, Module>,
  needed: ReadonlyMap<string, Uint8Array>,
  loads: readonly Load[],
): Chunk[] {
  const chunks = new Map<string, Chunk>()
  for (const [id, by] of needed) {
    const one = modules.get(id)
    if (!one || framework.test(id)) continue
    const shared = by.join('')
    const key = one.entry === 'closed' || (one.entry && chunks.get(shared)?.entry) ? id : shared
    const before: Chunk = chunks.get(key) ?? { modules: [], loads: by, size: 0, laterSize: 0 }
    const size = before.size + one.size
    const isLater = loads.every((load, index) => load.isLater || by[index] === 0)
    chunks.set(key, {
      modules: [...before.modules, id],
      entry: one.entry ? one : before.entry,
      loads: by,
      size,
      laterSize: isLater ? size : 0,
    })
  }
  return [...chunks.values()]
}

const union = (a: Uint8Array, b: Uint8Array) => a.map((bit, index) => bit | (b[index] ?? 0))

/** The bytes that an unneeded chunk adds to a load. */
const newTo = ({ isLater }: Load, { size, laterSize }: Chunk) => (isLater ? laterSize : size)

/** What merging two chunks saves over all loads, in weighted bytes; negative if it costs more. */
function gainOf(a: Chunk, b: Chunk, loads: readonly Load[]): number {
  let gain = 0
  for (const [index, load] of loads.entries()) {
    const { requests, waste } = load
    const [inA, inB] = [a.loads[index] === 1, b.loads[index] === 1]
    if (inA && inB) gain += requests * requestBytes
    else if (inA) gain -= waste * newTo(load, b)
    else if (inB) gain -= waste * newTo(load, a)
  }
  return gain
}

function cachedGain(loads: readonly Load[]): (a: Chunk, b: Chunk) => number {
  const known = new WeakMap<Chunk, WeakMap<Chunk, number>>()
  return (a, b) => {
    const ofA = known.get(a) ?? new WeakMap<Chunk, number>()
    known.set(a, ofA)
    const gain = ofA.get(b) ?? gainOf(a, b, loads)
    ofA.set(b, gain)
    return gain
  }
}

/** What it costs that the merged chunk brings the chunks it imports to loads that did not need them. */
const costOf = (merged: Uint8Array, imported: Iterable<Chunk>, loads: readonly Load[]): number =>
  [...imported].reduce(
    (sum, chunk) =>
      loads.reduce(
        (total, load, index) =>
          merged[index] === 1 && chunk.loads[index] === 0
            ? total + load.waste * newTo(load, chunk) + load.requests * requestBytes
            : total,
        sum,
      ),
    0,
  )

/**
 * Two entries stay apart, and what joins the file of an entry is needed only by pages that load the entry anyway: no
 * page loads the file of another page.
 */
function mayMerge(a: Chunk, b: Chunk, loads: readonly Load[]): boolean {
  if (!a.entry && !b.entry) return true
  if (a.entry && b.entry) return false
  const [own, joining] = a.entry ? [a, b] : [b, a]
  if (own.entry && afterPage.test(own.entry.id)) return true
  return loads.every(
    ({ isLater, mayLoadOthers }, index) =>
      isLater || mayLoadOthers || joining.loads[index] === 0 || own.loads[index] === 1,
  )
}

type Merge = { a: Chunk; b: Chunk; gain: number; imported: Set<Chunk> }

/** Finds the pair whose merge gains most; none if no merge gains. */
function bestMerge(
  chunks: readonly Chunk[],
  gain: (a: Chunk, b: Chunk) => number,
  loads: readonly Load[],
  imports: Imports,
): Merge | undefined {
  const pairs = chunks
    .flatMap((a, at) => chunks.slice(at + 1).map((b) => ({ a, b, gain: gain(a, b) })))
    .filter(({ a, b, gain }) => gain > 0 && mayMerge(a, b, loads))
    .toSorted((one, other) => other.gain - one.gain)
  let best: Merge | undefined
  for (const { a, b, gain } of pairs) {
    if (best && best.gain >= gain) break
    const [fromA, fromB] = [imports(a), imports(b)]
    // Files that import each other run in an order that depends on who loads them first, so there must be no cycle. One
    // arises if a third file is between the two.
    const isBetween = (chunk: Chunk) =>
      chunk !== a && chunk !== b && (imports(chunk).has(a) || imports(chunk).has(b))
    if ([...fromA, ...fromB].some(isBetween)) continue
    const imported = new Set([...fromA, ...fromB])
    imported.delete(a)
    imported.delete(b)
    const left = gain - costOf(union(a.loads, b.loads), imported, loads)
    if (left > (best?.gain ?? 0)) best = { a, b, gain: left, imported }
  }
  return best
}

/** Returns all chunks that a chunk imports, directly or through others. */
type Imports = (chunk: Chunk) => Set<Chunk>

function importsOf(modules: ReadonlyMap<string, Module>, chunkOf: ReadonlyMap<string, Chunk>): Imports {
  const known = new Map<Chunk, Set<Chunk>>()
  return (chunk) => {
    const before = known.get(chunk)
    if (before) return before
    const found = new Set<Chunk>()
    const todo = [chunk]
    for (let at = todo.pop(); at; at = todo.pop())
      for (const id of at.modules.flatMap((one) => modules.get(one)?.imports ?? [])) {
        const next = chunkOf.get(id)
        if (!next || next === chunk || found.has(next)) continue
        found.add(next)
        todo.push(next)
      }
    known.set(chunk, found)
    return found
  }
}

/** Returns the name of the chunk of each module: merges the pair that gains most until no merge gains. */
export function planChunks(every: readonly Module[], loads: readonly Load[]): Map<string, string> {
  const modules = new Map(every.map((one) => [one.id, one]))
  const needed = neededBy(modules, loads)
  const all = firstChunks(modules, needed, loads)
  let chunks = all.filter(({ entry, loads: by }) =>
    entry ? entry.entry === 'open' : by.filter(Boolean).length > 1,
  )
  const chunkOf = new Map(all.flatMap((chunk) => chunk.modules.map((id) => [id, chunk])))
  const gain = cachedGain(loads)
  for (;;) {
    const best = bestMerge(chunks, gain, loads, importsOf(modules, chunkOf))
    if (!best) break
    const { a, b, imported } = best
    const merged: Chunk = {
      modules: [...a.modules, ...b.modules],
      entry: a.entry ?? b.entry,
      loads: union(a.loads, b.loads),
      size: a.size + b.size,
      laterSize: a.laterSize + b.laterSize,
    }
    for (const id of merged.modules) chunkOf.set(id, merged)
    const renewed = new Map(
      [...imported].map((one) => [one, { ...one, loads: union(one.loads, merged.loads) }]),
    )
    for (const [id, chunk] of chunkOf) chunkOf.set(id, renewed.get(chunk) ?? chunk)
    chunks = [...chunks.filter((one) => one !== a && one !== b).map((one) => renewed.get(one) ?? one), merged]
  }
  // A number would make the list of routes longer, which every page loads.
  const taken = new Set<string>()
  return new Map(
    chunks.flatMap((chunk, index) => {
      const short = nameOf(chunk, modules)
      const name = taken.has(short) ? `${short}-${index}` : short
      taken.add(name)
      return chunk.modules.map((id) => [id, name])
    }),
  )
}

/** The name of the entry or the largest module, so that a file in the browser's tools says what is in it. */
const nameOf = (chunk: Chunk, modules: ReadonlyMap<string, Module>): string => {
  const sizeOf = (id: string) => modules.get(id)?.size ?? 0
  const largest = chunk.entry?.id ?? chunk.modules.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? 'shared'
  return basename(largest).replace(/\.\w+(\?.*)?$/, '')
}

/** The plugin that reads the modules of the browser build, and the groups for `codeSplitting`, which follow its plan. */
export function chunkGroups() {
  let plan = new Map<string, string>()
  const plugin: Plugin = {
    name: 'sitwell:chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // The router asks for the exact exports of each entry. They may have more, which other files of the build use.
    configResolved: ({ environments }) => {
      const options = environments['client']?.build.rolldownOptions
      if (options) options.preserveEntrySignatures = 'allow-extension'
    },
    buildEnd() {
      const infos = [...this.getModuleIds()].flatMap((id) => this.getModuleInfo(id) ?? [])
      const isLater = ({ isEntry, dynamicImporters }: (typeof infos)[number]) =>
        isEntry || dynamicImporters.length > 0
      const entryOf = (info: (typeof infos)[number]): Pick<Module, 'entry'> => {
        if (whileSignedIn.test(info.id)) return {}
        if (!info.isEntry && (!isLater(info) || info.importers.length > 0)) return {}
        const isOpen = (info.isEntry && !start.test(info.id)) || afterPage.test(info.id)
        return { entry: isOpen ? 'open' : 'closed' }
      }
      const modules = infos.map((info) => ({
        id: info.id,
        imports: info.importedIds,
        size: info.code?.length ?? 0,
        ...entryOf(info),
      }))
      const ids = infos.map(({ id }) => id)
      plan = planChunks(
        modules,
        loadsOf(
          ids,
          infos.filter(isLater).map(({ id }) => id),
        ),
      )
    },
  }
  const groups = [
    { name: 'framework', test: framework },
    {
      debugName: 'shared',
      name: (id: string) => plan.get(id) ?? null,
      includeDependenciesRecursively: false,
    },
  ]
  return { plugin, groups }
}
