// Builds the service workers. The script of the on-duty pages contains the build id and all files that they need offline.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { z } from 'zod'
import { viewingScript } from '#web/viewing/handoff.ts'

const files = z.array(z.string()).optional()
const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: files, dynamicImports: files, css: files, assets: files }),
)

const root = new URL('..', import.meta.url).pathname

/** The pages that work offline, and their layouts; each part of a route has a key that begins with its file's name. */
const entries = [
  'web/entry.client.tsx',
  'web/root.tsx',
  'web/layout/site-layout.tsx',
  'web/accounts/account-layout.tsx',
  'web/care/on-duty-page.tsx',
  'web/care/care-page.tsx',
]

/** Not needed offline: sign-in, analytics, recordings and the map. */
const onlineOnly = /identity\/|analytics|consent|hotjar|firebase|maplibre|^node_modules\/(?!@fontsource)/

/** Returns all files that these modules load, statically or dynamically. */
export function shellFiles(manifest: z.infer<typeof Manifest>): string[] {
  const seen = new Set<string>()
  const queue = Object.keys(manifest).filter((key) =>
    entries.some((entry) => key === entry || key.startsWith(`${entry}?`)),
  )
  for (const entry of entries)
    if (!queue.some((key) => key.startsWith(entry))) throw new Error(`The build has no ${entry}`)
  const files = new Set<string>()
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) continue
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    queue.push(...(chunk.imports ?? []))
    queue.push(...(chunk.dynamicImports ?? []).filter((name) => !onlineOnly.test(name)))
  }
  return [...files].sort().map((file) => `/${file}`)
}

/** The workers and the scripts that run outside the app, by the names of their files, and the module of each. */
const workers: [file: string, input: string][] = [
  ['client/sw.js', 'web/worker/worker.ts'],
  ['client/offline.js', 'web/worker/visitor-worker.ts'],
  [`client${viewingScript}`, 'web/viewing/start-viewing.ts'],
  ['widget/embed.js', 'web/widget/embed.ts'],
  ['widget/frame.js', 'web/widget/frame.ts'],
]

/** The files of the Latin letters of both fonts. */
function fontFiles(shell: readonly string[]): Record<'text' | 'heading', string> {
  const fileOf = (name: string) => {
    const file = shell.find((path) => path.startsWith(`/assets/${name}-`))
    if (!file) throw new Error(`The build has no ${name}`)
    return file
  }
  return { text: fileOf('figtree-latin-wght-normal'), heading: fileOf('fraunces-latin-full-normal') }
}

async function buildWorkers(buildId: string): Promise<void> {
  const manifest = Manifest.parse(
    JSON.parse(readFileSync(join(root, 'build/client/.vite/manifest.json'), 'utf8')),
  )
  const shell = shellFiles(manifest)
  for (const [file, input] of workers)
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      define: {
        workerBuild: JSON.stringify(buildId),
        workerShell: JSON.stringify(shell),
        workerFonts: JSON.stringify(fontFiles(shell)),
      },
      build: {
        outDir: 'build',
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2023',
        rolldownOptions: {
          input: join(root, input),
          output: { entryFileNames: file, format: 'iife' },
        },
      },
    })
}

const [buildId] = process.argv.slice(2)
if (import.meta.main) {
  if (!buildId) throw new Error('Name the build: node scripts/worker.ts <build id>')
  await buildWorkers(buildId)
}
