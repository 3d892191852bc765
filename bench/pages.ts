// Public pages per second of one core, rendered and from the page cache, beside `node:http` with the same bytes and React alone.
// npm run bench:pages -- --database postgres://… --seconds 2 --rounds 5
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { processorTime } from './cpu.ts'
import { inParallel, median, quantile, readPlan, whole } from './measure.ts'
import { openDemoTown } from './demo-town.ts'

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

type Served = { url: string; pid: number; readyMs: number; stop: () => Promise<void> }
const pins = spawnSync('taskset', ['--version']).status === 0

function startServer(...args: string[]): Promise<Served> {
  const command = [process.execPath, ...process.execArgv, 'bench/page-server.ts', ...args]
  const [first, ...rest] = pins ? ['taskset', '-c', '0', ...command] : command
  const child = spawn(first!, rest, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    await ended
  }
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      resolve({ ...(message as { url: string; readyMs: number }), pid: child.pid!, stop })
    })
    child.once('exit', (code) => reject(new Error(`The measured process ended with ${code}.`)))
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: clients })
type Answer = { bytes: number; status: number; etag: string | undefined }

function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers: sent } = response
        if (status !== 200 && status !== 304) reject(new Error(`${url} answered ${status}`))
        else resolve({ bytes, status, etag: sent.etag })
      })
    })
      .on('error', reject)
      .end()
  })
}

type Measured = { perCore: number; p99: number; bytes: number }

/** By the time that the process has computed: what others do on the machine meanwhile counts little. */
async function measure(
  served: Served,
  path: string,
  headers: Record<string, string> = {},
): Promise<Measured> {
  const url = served.url + path
  const { bytes } = await ask(url, headers)
  const before = processorTime(served.pid)
  const { milliseconds } = await inParallel(clients, seconds, async () => void (await ask(url, headers)))
  const computed = processorTime(served.pid) - before
  return { perCore: (milliseconds.length / computed) * 1000, p99: quantile(milliseconds, 0.99), bytes }
}

const rssOf = (pid: number): string => {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return `${Math.round(Number(kilobytes) / 1024)} MB`
}

const town = await openDemoTown(values.database)
const stops: (() => Promise<void>)[] = [town.close]
try {
  const kept = await startServer('product', town.url, `${cacheBytes}`)
  stops.push(kept.stop)
  const idle = rssOf(kept.pid)
  const fresh = await startServer('product', town.url, '0')
  stops.push(fresh.stop)
  const react = await startServer('react', town.url, '0')
  stops.push(react.stop)
  const bare = await startServer('bare', town.url, '0', fresh.url)
  stops.push(bare.stop)

  const pages: [name: string, path: string][] = [
    ['/', '/'],
    ['/sitters, 24 results', `/sitters?place=${town.placeId}`],
    ['/sitters/{id}', `/sitters/${town.sitterId}`],
    // A query keeps a text from being served as it was rendered at the start.
    ['/blog', '/blog?from=bench'],
    ['/blog/{id}', `/blog/${town.postId}?from=bench`],
  ]
  const zstd = { 'accept-encoding': 'zstd' }
  const rows: [what: string, run: (path: string) => Promise<Measured>][] = [
    ['bare `node:http`, the same bytes', (path) => measure(bare, path)],
    ['React alone, the same tree', (path) => measure(react, path)],
    ['rendered', (path) => measure(fresh, path)],
    ['rendered, zstd', (path) => measure(fresh, path, zstd)],
    ['from the page cache', (path) => measure(kept, path)],
    ['from the page cache, zstd', (path) => measure(kept, path, zstd)],
    [
      'from the page cache, 304',
      async (path) => {
        const { etag } = await ask(kept.url + path, {})
        return measure(kept, path, { 'if-none-match': etag! })
      },
    ],
  ]
  console.log(
    `\nMedians of ${rounds} rounds of ${seconds} s, ${clients} connections; requests for each second of the server's processor time`,
  )
  for (const [name, path] of pages) {
    const results: Measured[][] = []
    for (let round = -1; round < rounds; round++) {
      const result: Measured[] = []
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
      const rate = whole(median(all.map(({ perCore }) => perCore)))
      const p99 = median(all.map(({ p99: one }) => one)).toFixed(1)
      console.log(`| ${what} | ${rate} | ${ratio(0)} | ${ratio(1)} | ${p99} | ${whole(all[0]!.bytes)} |`)
    }
  }
  console.log(
    `\nMemory of the server with the page cache: ${idle} idle, ${rssOf(kept.pid)} after the load; without: ${rssOf(fresh.pid)}. Ready to listen after ${Math.round(kept.readyMs)} ms.`,
  )
} finally {
  agent.destroy()
  for (const stop of stops.reverse()) await stop()
}
