import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { moduleOf } from './join-files.ts'
import { routerManifest } from './router-manifest.ts'

const client = new URL('../build/client/', import.meta.url).pathname

const Manifest = z.object({
  entry: z.object({ module: z.string(), imports: z.array(z.string()) }),
  routes: z.record(
    z.string(),
    z.object({
      parentId: z.string().optional(),
      module: z.string(),
      imports: z.array(z.string()).optional(),
    }),
  ),
})

/**
 * First-load limits: the scripts that the browser must fetch before a page is interactive, in bytes of gzip, and their
 * number. The list of routes counts, as a part of the file that starts the app.
 */
const limits: [routeId: string, path: string, limit: number, files: number][] = [
  ['home/home-page', '/', 129_000, 6],
  ['search/search-page', '/sitters', 144_700, 8],
  ['sitters/sitter-page', '/sitters/{id}', 150_500, 9],
  ['places/city-page', '/pet-sitters/{city}', 138_600, 8],
  ['blog/blog-page', '/blog', 128_200, 6],
  ['blog/post-page', '/blog/{id}', 128_400, 6],
  ['blog/how-it-works-page', '/how-it-works', 132_000, 8],
  ['blog/legal-page', '/legal/*', 130_800, 7],
  ['identity/sign-in-page', '/auth/sign-in', 132_300, 7],
  ['accounts/account-page', '/account', 157_000, 10],
  ['bookings/bookings-page', '/bookings', 155_500, 11],
  ['bookings/booking-page', '/bookings/{id}', 180_200, 12],
]

function readManifest() {
  const text = readFileSync(join(client, routerManifest()), 'utf8')
  // The first line; the start of the app follows it (`join-files.ts`).
  const [list = ''] = text.split('\n')
  const read = Manifest.parse(JSON.parse(list.slice(list.indexOf('{'), list.lastIndexOf('}') + 1)))
  for (const [id, route] of Object.entries(read.routes)) route.module = moduleOf(id, route.module)
  return read
}

type FirstLoad = { path: string; bytes: number; limit: number; files: number; maxFiles: number }

/** Gzip bytes and number of the scripts that each page loads first. */
export function measureFirstLoads(): FirstLoad[] {
  const { entry, routes } = readManifest()
  return limits.map(([id, path, limit, maxFiles]) => {
    const files = new Set([entry.module, ...entry.imports])
    for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined) {
      for (const file of [route.module, ...(route.imports ?? [])]) files.add(file)
    }
    const bytes = [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length,
      0,
    )
    return { path, bytes, limit, files: files.size, maxFiles }
  })
}

/** Prints the first load of each page; returns false if one exceeds a limit. Both figures are exact, unlike times. */
export function printFirstLoads(): boolean {
  const loads = measureFirstLoads()
  const isTooMuch = ({ bytes, limit, files, maxFiles }: FirstLoad) => bytes > limit || files > maxFiles
  for (const load of loads) {
    const { path, bytes, limit, files, maxFiles } = load
    const size = `${(bytes / 1000).toFixed(1).padStart(6)} kB gzip of ${limit / 1000}`
    const count = `${`${files}`.padStart(3)} files of ${maxFiles}`
    console.log(
      `First-load JavaScript of ${path.padEnd(20)} ${size}, ${count}${isTooMuch(load) ? '  TOO MUCH' : ''}`,
    )
  }
  return !loads.some(isTooMuch)
}
