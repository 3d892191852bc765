// Town suggestions among all towns of the world: over HTTP with one and with sixteen clients, compared with the same
// statements by `pg`.
// npm run bench:places -- --seconds 10
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { searchPlaces as endpoint } from '#contract/places.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { importPlaces, suggestPlaces } from '#server/places/commands.ts'
import { testDeps } from '#test/build.ts'
import { openBenchmark } from './benchmark.ts'
import { inParallel, median, quantile, formatInteger } from './measure.ts'
import { openRecording } from './recording.ts'
import type { Statement } from './search-raw.ts'
import { startServer } from './served.ts'
import { openBenchDatabase } from './fixture.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } })
const seconds = Number(values.seconds)
if (!(seconds > 0)) throw new Error('Use --seconds with a number above 0.')

type Typed = { text: string; kind: 'as it is' | 'with a slip' | 'nonsense' }

/** Deterministic random numbers between 0 and 1 (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const draw = drawing(39)
const below = (count: number) => Math.floor(draw() * count)
const letters = [...'abcdefghijklmnopqrstuvwxyz']

function addTypo(text: string): string {
  const typed = [...text]
  const at = below(typed.length - 1)
  const other = letters[below(letters.length)]!
  const typos = [
    [typed[at + 1]!, typed[at]!],
    [typed[at + 1]!],
    [other, typed[at + 1]!],
    [typed[at]!, other, typed[at + 1]!],
  ]
  typed.splice(at, 2, ...typos[below(typos.length)]!)
  return typed.join('')
}

/** Prefixes of 2 to 12 letters of random towns, with accents; a quarter have a typo, and a tenth are nonsense. */
function typeNames(names: readonly string[], count: number): Typed[] {
  return Array.from({ length: count }, () => {
    const size = 2 + below(11)
    const chance = draw()
    if (chance < 0.1)
      return { text: Array.from({ length: size }, () => letters[below(26)]).join(''), kind: 'nonsense' }
    const text = [...names[below(names.length)]!].slice(0, size).join('')
    if (chance < 0.35 && text.length > 2) return { text: addTypo(text), kind: 'with a slip' }
    return { text, kind: 'as it is' }
  })
}

const requestSuggestions = (agent: Agent, url: string, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const address = `${url}${endpoint.path}?${new URLSearchParams({ q: text, timeZone: 'Europe/Berlin' }).toString()}`
    request(address, { agent }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode} for ${address}`)),
      )
    })
      .on('error', reject)
      .end()
  })

const formatPercentiles = (all: number[]): string =>
  `${median(all).toFixed(1)} / ${quantile(all, 0.99).toFixed(1)}`

const groups: Record<string, (typed: Typed) => boolean> = {
  all: () => true,
  '2 or 3 letters': ({ text, kind }) => text.length <= 3 && kind === 'as it is',
  '4 to 6 letters': ({ text, kind }) => text.length > 3 && text.length <= 6 && kind === 'as it is',
  '7 letters and more': ({ text, kind }) => text.length > 6 && kind === 'as it is',
  'with a slip': ({ kind }) => kind === 'with a slip',
  nonsense: ({ kind }) => kind === 'nonsense',
}

/** Runs the queries in turn with the given number of clients; returns the milliseconds of each. */
async function measure(
  clients: number,
  searches: readonly Typed[],
  work: (index: number, client: number) => Promise<void>,
): Promise<{ rate: number; taken: [Typed, number][] }> {
  const taken: [Typed, number][] = []
  let next = 0
  const { rate } = await inParallel(clients, seconds, async (client) => {
    const index = next++ % searches.length
    const began = performance.now()
    await work(index, client)
    taken.push([searches[index]!, performance.now() - began])
  })
  return { rate, taken }
}

const { onEnd, runCase, end } = openBenchmark()
const database = await openBenchDatabase()
onEnd(database.close)
const bulk = openDb(database.url, { max: 1, bulk: true })
const began = performance.now()
const towns = await importPlaces(testDeps(bulk))
// The database does this by itself within minutes.
await sql`vacuum analyze`.execute(bulk)
console.log(
  `${formatInteger(towns)} towns imported in ${formatInteger((performance.now() - began) / 1000)} s`,
)
const { rows } = await sql<{ name: string }>`select name from place order by id`.execute(bulk)
await bulk.destroy()
const names = rows.map(({ name }) => name).filter((name) => name.length > 2)
const searches = typeNames(names, 3_000)

const { db, recorded } = openRecording(database.url)
const statements: Statement[][] = []
for (const { text } of searches) {
  recorded.length = 0
  await suggestPlaces({ ...testDeps(db) }, { typed: text, limit: 8, timeZone: 'Europe/Berlin' })
  statements.push([...recorded])
}
await db.destroy()

const { url, stop } = await startServer(database.url)
onEnd(stop)
const lines: string[] = []
/** Returns the rows of so many clients. */
async function measureClients(clients: number): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  onEnd(() => agent.destroy())
  await Promise.all(searches.slice(0, 200).map(({ text }) => requestSuggestions(agent, url, text)))
  const overHttp = await measure(clients, searches, (index) =>
    requestSuggestions(agent, url, searches[index]!.text),
  )
  const raw = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      onEnd(() => client.end())
      return client
    }),
  )
  const prepared = new Map<string, string>()
  const nameOf = (text: string) => {
    if (!prepared.has(text)) prepared.set(text, `raw_${prepared.size}`)
    return prepared.get(text)!
  }
  const limit = await measure(clients, searches, async (index, client) => {
    for (const { text, values: given } of statements[index]!)
      await raw[client]!.query({ name: nameOf(text), text, values: given })
  })
  return Object.entries(groups).map(([group, belongs]) => {
    const of = (taken: [Typed, number][]) => taken.filter(([one]) => belongs(one)).map(([, time]) => time)
    const [httpTimes, baselineTimes] = [of(overHttp.taken), of(limit.taken)]
    const rates = group === 'all' ? `${formatInteger(overHttp.rate)} | ${formatInteger(limit.rate)}` : '|'
    return `| ${clients} | ${group} | ${formatPercentiles(httpTimes)} | ${formatPercentiles(baselineTimes)} | ${rates} |`
  })
}

for (const clients of [1, 16])
  lines.push(
    ...(await runCase(
      `${clients} clients`,
      () => measureClients(clients),
      (reason) => [`| ${clients} | all | not measured: ${reason} |`],
    )),
  )
const average = statements.reduce((sum, one) => sum + one.length, 0) / statements.length
console.log(`${average.toFixed(2)} statements for each text`)
console.log(
  '\n| Clients | typed | HTTP p50 / p99 ms | `pg` p50 / p99 ms | HTTP/s | `pg`/s |\n|---|---|---|---|---|---|',
)
console.log(lines.join('\n'))
await end()
