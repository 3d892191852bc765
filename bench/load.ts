// What a process does at many times the load that saturates it: half searches as pages and half as API requests, each of
// them different, sent at their time whether or not earlier ones were answered.
// npm run bench:load -- --database postgres://… --seconds 20 --times 10
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { openBenchmark } from './benchmark.ts'
import { openDemoTown } from './demo-town.ts'
import { formatInteger, inParallel, quantile } from './measure.ts'
import { startUnpinned } from './pinned.ts'
import type { Served } from './served.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '10' },
    database: { type: 'string' },
  },
})
const [seconds, times] = [Number(values.seconds), Number(values.times)]
if (!(seconds > 0) || !(times > 0)) throw new Error('Use --seconds and --times with numbers above 0.')
/** Of the requests that are sent one after the other while nothing else happens. */
const quietPerSecond = 10
/** Long enough for several hundred requests of each kind, because a p99 of fewer says little. */
const quietSeconds = Math.max(seconds, 60)
/** Of the load, while the server finds out that it is no burst. */
const firstMs = 1_000
/** V8 shrinks the heap only after 8 seconds with few allocations, so memory is measured some time after the load. */
const secondsAfter = Math.max(seconds, 45)
/** Each sends its next request when it has an answer. */
const saturatingClients = 6

/** Status 0: the connection was lost, or the server had not read the request within its time for that (408). */
type Answer = { kind: Kind; status: number; dueAt: number; ms: number; retryAfter: string | undefined }
type Kind = 'page' | 'read' | 'health'

const { onEnd, end } = openBenchmark()
const agent = new Agent({ keepAlive: true, maxSockets: 4_000 })
onEnd(() => agent.destroy())

/** `ms` counts from `dueAt`, when the request should have been sent, in milliseconds of this process. */
function send({ url }: Served, kind: Kind, path: string, dueAt = performance.now()): Promise<Answer> {
  return new Promise((resolve) => {
    const lose = () =>
      resolve({ kind, status: 0, dueAt, ms: performance.now() - dueAt, retryAfter: undefined })
    const headers = kind === 'page' ? { accept: 'text/html' } : {}
    const outgoing = request(url + path, { agent, headers }, (response) => {
      response.resume()
      response.on('error', lose)
      response.on('end', () =>
        resolve({
          kind,
          status: response.statusCode === 408 ? 0 : (response.statusCode ?? 0),
          dueAt,
          ms: performance.now() - dueAt,
          retryAfter: response.headers['retry-after'],
        }),
      )
    })
    outgoing.on('error', lose)
    outgoing.end()
  })
}

const town = await openDemoTown(values.database)
onEnd(town.close)
// Not pinned, because V8 marks garbage on other threads, which would take the one core from the server.
const server = await startUnpinned('bench/page-server.ts', 'product', town.url, `${64 * 2 ** 20}`)
onEnd(server.stop)

let sent = 0
/** Returns a search with a query that was not sent before, so that no cache can answer it. */
function nextSearch(): { kind: Kind; path: string } {
  const number = sent++
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const start = 10 + (number % 200)
  const nights = 1 + (Math.floor(number / 200) % 10)
  const query = new URLSearchParams({
    service: 'boarding',
    place: `${town.placeId}`,
    start: day(start),
    end: day(start + nights),
    maxTotal: `${200_000 + Math.floor(number / 2_000)}`,
  })
  return number % 2 === 0
    ? { kind: 'page', path: `/sitters?${query}` }
    : { kind: 'read', path: `/v1/sitters?${query}` }
}

const memory = (): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024

/** Sends requests at their times, with a health check every tenth of a second. */
async function sendAtRate(perSecond: number, duration: number): Promise<{ answers: Answer[]; most: number }> {
  const pending: Promise<Answer>[] = []
  const began = performance.now()
  let [count, checks, most] = [0, 0, memory()]
  for (let elapsed = 0; elapsed < duration * 1000; elapsed = performance.now() - began) {
    for (; (count / perSecond) * 1000 <= elapsed; count++) {
      const { kind, path } = nextSearch()
      pending.push(send(server, kind, path, began + (count / perSecond) * 1000))
    }
    for (; checks * 100 <= elapsed; checks++) {
      pending.push(send(server, 'health', '/healthz', began + checks * 100))
      most = Math.max(most, memory())
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const answers = await Promise.all(pending)
  return { answers, most: Math.max(most, memory()) }
}

const check = ({ status, kind, retryAfter }: Answer): void => {
  if (status === 200 || status === 0 || (status === 503 && Number(retryAfter) > 0)) return
  throw new Error(`A ${kind} was answered with ${status} and Retry-After ${retryAfter}.`)
}

function row(name: string, kind: Kind, answers: Answer[], quiet?: Answer[]): string {
  const own = answers.filter((one) => one.kind === kind)
  const accepted = (all: Answer[]) => all.filter(({ status }) => status === 200).map(({ ms }) => ms)
  const ms = accepted(own)
  const quietP99 = quiet && quantile(accepted(quiet.filter((one) => one.kind === kind)), 0.99)
  const p99 = ms.length > 0 ? quantile(ms, 0.99) : Number.NaN
  const cells = [
    name,
    kind,
    formatInteger(own.length),
    formatInteger(ms.length),
    formatInteger(own.filter(({ status }) => status === 0).length),
    ms.length > 0 ? quantile(ms, 0.5).toFixed(0) : '–',
    p99.toFixed(0),
    quietP99 ? (p99 / quietP99).toFixed(1) : '',
  ]
  return `| ${cells.join(' | ')} |`
}

// Warms up what is compiled and cached at first.
await inParallel(2, 3, async () => {
  const { kind, path } = nextSearch()
  check(await send(server, kind, path))
})
const idle = memory()
const quiet = await sendAtRate(quietPerSecond, quietSeconds)
let answered = 0
await inParallel(saturatingClients, seconds, async () => {
  const { kind, path } = nextSearch()
  const answer = await send(server, kind, path)
  check(answer)
  if (answer.status === 200) answered++
})
const saturating = answered / seconds
const loaded = await sendAtRate(saturating * times, seconds)
const beganAt = Math.min(...loaded.answers.map(({ dueAt }) => dueAt))
const sustained = loaded.answers.filter(({ dueAt }) => dueAt >= beganAt + firstMs)
for (const answer of [...quiet.answers, ...loaded.answers]) check(answer)
const after = await sendAtRate(quietPerSecond, secondsAfter)

const kinds: Kind[] = ['page', 'read', 'health']
console.log(`\n${formatInteger(saturating)} a second saturate the process.\n`)
console.log(
  '| Load | Kind | Sent | Accepted | Lost | p50 ms | p99 ms | of quiet |\n|---|---|---|---|---|---|---|---|',
)
for (const kind of kinds) console.log(row(`${quietPerSecond} a second`, kind, quiet.answers))
for (const kind of kinds) console.log(row(`${times} times`, kind, loaded.answers, quiet.answers))
for (const kind of kinds)
  console.log(row(`${times} times, after its first second`, kind, sustained, quiet.answers))
for (const kind of kinds)
  console.log(row(`${quietPerSecond} a second, after it`, kind, after.answers, quiet.answers))
console.log(
  `\nMemory: ${formatInteger(idle)} MB before, ${formatInteger(loaded.most)} MB at most, ${formatInteger(memory())} MB ${secondsAfter} s after the load.`,
)
await end()
