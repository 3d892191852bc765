// Public pages per second on one core, rendered and from the page cache, compared with `node:http` with the same bytes
// and with React only.
// npm run bench:pages -- --database postgres://… --seconds 2 --rounds 5
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openDemoTown } from './demo-town.ts'
import { median, readPlan, formatInteger } from './measure.ts'
import { type MeasuredCalls, openClient, type Pinned, startPinned } from './pinned.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    database: { type: 'string' },
  },
})
const { seconds, rounds } = readPlan(values)
const clients = 8
const cacheBytes = 64 * 2 ** 20

const client = openClient(clients, seconds)
const measure = (served: Pinned, path: string, headers: Record<string, string> = {}) =>
  client.measure(served, { path, headers })
const startServer = (...args: string[]) => startPinned('bench/page-server.ts', ...args)

const rssOf = (pid: number): string => {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return `${Math.round(Number(kilobytes) / 1024)} MB`
}

const town = await openDemoTown(values.database)
const stops: (() => Promise<void>)[] = [town.close]
try {
  const cached = await startServer('product', town.url, `${cacheBytes}`)
  stops.push(cached.stop)
  const idle = rssOf(cached.pid)
  const uncached = await startServer('product', town.url, '0')
  stops.push(uncached.stop)
  const react = await startServer('react', town.url, '0')
  stops.push(react.stop)
  const bare = await startServer('bare', town.url, '0', uncached.url)
  stops.push(bare.stop)

  const pages: [name: string, path: string][] = [
    ['/', '/'],
    ['/sitters, 24 results', `/sitters?place=${town.placeId}`],
    ['/sitters/{id}', `/sitters/${town.sitterId}`],
    // With a query, a text is not served from its prerendered copy.
    ['/blog', '/blog?from=bench'],
    ['/blog/{id}', `/blog/${town.postId}?from=bench`],
  ]
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
  for (const [name, path] of pages) {
    const results: MeasuredCalls[][] = []
    for (let round = -1; round < rounds; round++) {
      const result: MeasuredCalls[] = []
      for (const [, run] of rows) result.push(await run(path))
      if (round >= 0) results.push(result)
    }
    console.log(
      `\n${name}\n| What | per second | of bare | of React | p99 ms | bytes |\n|---|---|---|---|---|---|`,
    )
    for (const [index, [what]] of rows.entries()) {
      const all = results.map((result) => result[index]!)
      const ratio = (to: number) =>
        median(results.map((result) => result[index]!.perCore / result[to]!.perCore)).toFixed(3)
      const rate = formatInteger(median(all.map(({ perCore }) => perCore)))
      const p99 = median(all.map(({ p99: one }) => one)).toFixed(1)
      console.log(
        `| ${what} | ${rate} | ${ratio(0)} | ${ratio(1)} | ${p99} | ${formatInteger(all[0]!.bytes)} |`,
      )
    }
  }
  console.log(
    `\nMemory of the server with the page cache: ${idle} idle, ${rssOf(cached.pid)} after the load; without: ${rssOf(uncached.pid)}. Ready to listen after ${Math.round(cached.readyMs)} ms.`,
  )
} finally {
  client.close()
  for (const stop of stops.reverse()) await stop()
}
