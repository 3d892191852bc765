import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
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

/** First-load limits in bytes of gzip: the scripts that the browser must fetch before a page is interactive. */
const limits: [routeId: string, path: string, limit: number][] = [
  ['home/home-page', '/', 130_000],
  ['search/search-page', '/sitters', 150_000],
  ['sitters/sitter-page', '/sitters/{id}', 150_000],
  ['places/city-page', '/pet-sitters/{city}', 150_000],
  ['blog/blog-page', '/blog', 130_000],
  ['blog/post-page', '/blog/{id}', 130_000],
  ['blog/how-it-works-page', '/how-it-works', 130_000],
  ['blog/legal-page', '/legal/*', 130_000],
  ['identity/sign-in-page', '/auth/sign-in', 130_000],
]

function readManifest() {
  const text = readFileSync(join(client, routerManifest()), 'utf8')
  return Manifest.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))
}

/** Gzip bytes of the scripts that each public page loads first. */
export function measureFirstLoads(): { path: string; bytes: number; limit: number }[] {
  const { entry, routes } = readManifest()
  return limits.map(([id, path, limit]) => {
    const files = new Set([entry.module, ...entry.imports])
    for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined) {
      for (const file of [route.module, ...(route.imports ?? [])]) files.add(file)
    }
    const bytes = [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length,
      0,
    )
    return { path, bytes, limit }
  })
}

/** Prints the first-load size of each public page; returns false if one exceeds its limit. */
export function printFirstLoads(): boolean {
  const loads = measureFirstLoads()
  for (const { path, bytes, limit } of loads) {
    const size = `${(bytes / 1000).toFixed(1).padStart(6)} kB gzip of ${limit / 1000}`
    console.log(`First-load JavaScript of ${path.padEnd(16)} ${size}${bytes > limit ? '  TOO MUCH' : ''}`)
  }
  return loads.every(({ bytes, limit }) => bytes <= limit)
}
