// Accepted bookings per second over HTTP compared with the same transaction in plain SQL, on 1,000 sitters and on a
// single one. Both sides have 32 clients and share the machine with their client: pgbench, or this process for HTTP.
// CPU time per acceptance is reported for each part, because it hardly depends on other load.
// The single sitter's days end with the year 2100, so about 12 measurements of 512 fit.
// npm run bench:bookings -- --count 512 --rounds 3
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { systemClock } from '#server/kernel/clock.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { testDeps } from '#test/build.ts'
import { openBenchmark } from './benchmark.ts'
import { acceptByRaw, hasPgbench } from './bookings-raw.ts'
import { buildFixture, hotFrom, idOf, sitters, writeRequests } from './bookings-fixture.ts'
import { countsProcessorTime, postmasterOf, processorTime, processorTimeOfAll } from './cpu.ts'
import { inLoops, median, quantile, formatInteger } from './measure.ts'
import { startServer } from './served.ts'
import { openBenchDatabase } from './fixture.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '512' }, rounds: { type: 'string', default: '3' } },
})
const clients = 32
const [count, rounds] = [Number(values.count), Number(values.rounds)]
if (!Number.isInteger(rounds) || rounds < 1 || count < clients || count % clients !== 0)
  throw new Error(`Use --rounds from 1 and --count with a multiple of ${clients}.`)

/** Sends an acceptance; false if the server is too busy. Any status other than 200 ends the measurement. */
const acceptOverHttp = (agent: Agent, url: string, id: string, authorization: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ id, version: 1, event: 'accept' })
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const outgoing = request(`${url}/v1/bookings`, { method: 'PUT', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        if (answer.statusCode !== 200) text += chunk
      })
      answer.on('end', () =>
        answer.statusCode === 200 || answer.statusCode === 503
          ? resolve(answer.statusCode === 200)
          : reject(new Error(`${answer.statusCode}: ${text}`)),
      )
    })
    outgoing.on('error', reject).end(body)
  })

type RunResult = { rate: number; milliseconds: number[]; refusals: number }

async function acceptAll(url: string, from: number, tokenOf: (number: number) => string): Promise<RunResult> {
  // A new agent, because the server closes connections that were idle while the other side was measured.
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let refusals = 0
  let next = from
  try {
    const { rate, milliseconds } = await inLoops(
      clients,
      () => next >= from + count,
      async () => {
        const number = next++
        while (!(await acceptOverHttp(agent, url, idOf(number), tokenOf(number)))) {
          refusals++
          await pause(100)
        }
      },
    )
    return { rate, milliseconds, refusals }
  } finally {
    agent.destroy()
  }
}

const placesTaken = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(used), 0)::int as used from sitter_day where kind = 'boarding'`.execute(db)
  return rows[0]!.used
}

const kinds = ['plain', 'pipelined', 'http'] as const
type Kind = (typeof kinds)[number]
const crowds = ['crowd', 'one'] as const
type Crowd = (typeof crowds)[number]
const labels: Record<Crowd, string> = {
  crowd: `on ${formatInteger(sitters)} sitters`,
  one: 'on a single sitter',
}

/** CPU time in milliseconds per acceptance. */
type Work = { client: number; server: number; database: number }
type Measured = RunResult & { work: Work }
type Round = Record<Crowd, Record<Kind, Measured>>

const { onEnd, runRounds, end } = openBenchmark()
const database = await openBenchDatabase()
onEnd(database.close)
// No timeouts, because preparation serves no request.
const db = openDb(database.url, { max: 4, bulk: true })
onEnd(() => db.destroy())
const { url, pid, stop } = await startServer(database.url)
onEnd(stop)
const postmaster = await postmasterOf(db)
const tokens = await buildFixture({ ...testDeps(db), now: systemClock })
const next: Record<Crowd, number> = { crowd: 0, one: hotFrom }
const readCpuTimes = (): Work => ({
  client: processorTime(process.pid),
  server: processorTime(pid),
  database: processorTimeOfAll(postmaster),
})

const run = async (to: Crowd, kind: Kind, from: number): Promise<RunResult> => {
  const tokenOf = (number: number) => tokens[to === 'crowd' ? number % sitters : sitters]!
  if (kind === 'http') return acceptAll(url, from, tokenOf)
  const rate = await acceptByRaw(database.url, { from, count, clients, isPipelined: kind === 'pipelined' })
  return { rate, milliseconds: [], refusals: 0 }
}
const measure = async (to: Crowd, kind: Kind): Promise<Measured> => {
  const from = next[to]
  next[to] += count
  await inTransaction(db, (tx) => writeRequests(tx, from, count, to))
  await sql`vacuum analyze`.execute(db)
  const before = readCpuTimes()
  const result = await run(to, kind, from)
  const after = readCpuTimes()
  const each = (part: keyof Work) => (after[part] - before[part]) / count
  return {
    ...result,
    work: { client: each('client'), server: each('server'), database: each('database') },
  }
}
const measureRound = async (): Promise<Round> => {
  const measureKinds = async (to: Crowd) => ({
    plain: await measure(to, 'plain'),
    pipelined: await measure(to, 'pipelined'),
    http: await measure(to, 'http'),
  })
  return { crowd: await measureKinds('crowd'), one: await measureKinds('one') }
}
const results = await runRounds(rounds, measureRound)
const expected = 2 * crowds.length * kinds.length * count * (rounds + 1)
const taken = await placesTaken(db)
if (results.length === rounds && taken !== expected)
  throw new Error(`${taken} places are taken instead of ${expected}.`)
report(results)
await end()

function report(results: readonly Round[]): void {
  const medianOf = (value: (round: Round) => number, digits = 2) => median(results.map(value)).toFixed(digits)
  const print = (rows: readonly (readonly string[])[]) => {
    for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  }
  console.log(
    `\nMedians of ${results.length} rounds of ${formatInteger(count)} acceptances by ${clients} clients; plain SQL by ${hasPgbench ? 'pgbench' : 'the driver'}, each statement by itself and pipelined as the product does it\n`,
  )
  const rates =
    'Accepted bookings|plain SQL a second|pipelined|over HTTP|ratio to plain|to pipelined|p50 ms|p99 ms|503'
  print([rates.split('|'), rates.split('|').map(() => '---')])
  for (const to of crowds) {
    const all = results.flatMap((round) => round[to].http.milliseconds)
    const refusals = results.reduce((sum, round) => sum + round[to].http.refusals, 0)
    print([
      [
        labels[to],
        ...kinds.map((kind) => medianOf((round) => round[to][kind].rate, 0)),
        medianOf(({ [to]: { http, plain } }) => http.rate / plain.rate),
        medianOf(({ [to]: { http, pipelined } }) => http.rate / pipelined.rate),
        quantile(all, 0.5).toFixed(0),
        quantile(all, 0.99).toFixed(0),
        String(refusals),
      ],
    ])
  }
  if (!countsProcessorTime) return
  console.log('\nMilliseconds of processor for each')
  const parts = ['client', 'server', 'database'] as const
  const sum = ({ work }: Measured) => work.client + work.server + work.database
  print([
    ['', ...parts, 'all', 'plain SQL to this'],
    ['---', '---', '---', '---', '---', '---'],
  ])
  for (const to of crowds)
    for (const kind of kinds)
      print([
        [
          `${labels[to]}, ${kind === 'http' ? 'over HTTP' : `${kind} SQL`}`,
          ...parts.map((part) => medianOf((round) => round[to][kind].work[part])),
          medianOf((round) => sum(round[to][kind])),
          medianOf((round) => sum(round[to].plain) / sum(round[to][kind])),
        ],
      ])
}
