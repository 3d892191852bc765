// Public pages per second on one core, rendered and from the page cache, compared with `node:http` with the same bytes
// and with React only.
// npm run bench:pages -- --database postgres://… --seconds 2 --rounds 5 --pages home,search,sitter,blog,post
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openBenchmark } from './benchmark.ts'
import { openDemoTown } from './demo-town.ts'
import { median, readPlan, formatInteger } from './measure.ts'
import { type MeasuredCalls, openClient, type Started, startPinned } from './pinned.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    database: { type: 'string' },
    pages: { type: 'string', default: 'home,search,sitter,blog,post' },
  },
})
const { seconds, rounds } = readPlan(values)
const clients = 8
const cacheBytes = 64 * 2 ** 20

const { onEnd, runCase, end } = openBenchmark()
const client = openClient(clients, seconds)
onEnd(client.close)
const measure = (served: Started, path: string, headers: Record<string, string> = {}) =>
  client.measure(served, { path, headers })
async function startServer(...args: string[]): Promise<Started> {
  const server = await startPinned('bench/page-server.ts', ...args)
  onEnd(server.stop)
  return server
}

const rssOf = (pid: number): string => {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return `${Math.round(Number(kilobytes) / 1024)} MB`
}

const town = await openDemoTown(values.database)
onEnd(town.close)
const cached = await startServer('product', town.url, `${cacheBytes}`)
const idle = rssOf(cached.pid)
const uncached = await startServer('product', town.url, '0')
const react = await startServer('react', town.url, '0')
const bare = await startServer('bare', town.url, '0', uncached.url)

const allPages: [key: string, name: string, path: string][] = [
  ['home', '/', '/'],
  ['search', '/sitters, 24 results', `/sitters?place=${town.placeId}`],
  ['sitter', '/sitters/{id}', `/sitters/${town.sitterId}`],
  // With a query, a text is not served from its prerendered copy.
  ['blog', '/blog', '/blog?from=bench'],
  ['post', '/blog/{id}', `/blog/${town.postId}?from=bench`],
]
const pages = allPages.filter(([key]) => values.pages.split(',').includes(key))
const zstd = { 'accept-encoding': 'zstd' }
const rows: [what: string, run: (path: string) => Promise<MeasuredCalls>][] = [
  ['bare `node:http`, the same bytes', (path) => measure(bare, path)],
  ['React alone, the same tree', (path) => measure(react, path)],
  ['rendered', (path) => measure(uncached, path)],
  ['rendered, zstd', (path) => measure(uncached, path, zstd)],
  ['from the page cache', (path) => measure(cached, path)],
  ['from the page cache, zstd', (path) => measure(cached, path, zstd)],
  [
    'from the page cache, 304',
    async (path) => {
      const { etag } = await client.ask(cached.url, { path })
      return measure(cached, path, { 'if-none-match': etag! })
    },
  ],
]
console.log(
  `\nMedians of ${rounds} rounds of ${seconds} s, ${clients} connections; requests for each second of the server's processor time`,
)
/** Returns the table of a page; each kind of answer fails alone. */
async function measurePage(name: string, path: string): Promise<string> {
  const results: (MeasuredCalls | undefined)[][] = rows.map(() => [])
  const reasons: string[] = []
  for (let round = -1; round < rounds; round++)
    for (const [index, [what, run]] of rows.entries()) {
      if (reasons[index] !== undefined) continue
      const result = await runCase(
        `${name}, ${what}`,
        () => run(path),
        (reason) => void (reasons[index] = reason),
      )
      if (round >= 0) results[index]!.push(result ?? undefined)
    }
  const lines = rows.map(([what], index) => {
    if (reasons[index] !== undefined) return `| ${what} | not measured: ${reasons[index]} |`
    const all = results[index]!.flatMap((result) => result ?? [])
    const ratio = (to: number) =>
      reasons[to] === undefined
        ? median(all.map(({ perCore }, round) => perCore / results[to]![round]!.perCore)).toFixed(3)
        : '–'
    const rate = formatInteger(median(all.map(({ perCore }) => perCore)))
    const p99 = median(all.map((one) => one.p99)).toFixed(1)
    return `| ${what} | ${rate} | ${ratio(0)} | ${ratio(1)} | ${p99} | ${formatInteger(all[0]!.bytes)} |`
  })
  return lines.join('\n')
}

for (const [, name, path] of pages)
  console.log(
    `\n${name}\n| What | per second | of bare | of React | p99 ms | bytes |\n|---|---|---|---|---|---|\n${await measurePage(name, path)}`,
  )
console.log(
  `\nMemory of the server with the page cache: ${idle} idle, ${rssOf(cached.pid)} after the load; without: ${rssOf(uncached.pid)}. Ready to listen after ${Math.round(cached.readyMs)} ms.`,
)
await end()
