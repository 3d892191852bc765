// Searches among 10,000, 100,000 and 1,000,000 sitters: over HTTP with one client, compared with the same statements by
// pgbench.
// npm run bench:search -- --sitters 10000,100000 --seconds 5
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { countChoices } from '#contract/search/choices.ts'
import { searchSitters } from '#contract/search/search.ts'
import { addDays } from '#server/kernel/day.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { invoke } from '#server/kernel/http/http.ts'
import { markDays } from '#server/search/commands.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { lockSitters } from '#server/sitters/commands.ts'
import { testDeps } from '#test/build.ts'
import { z } from 'zod'
import { openBenchmark } from './benchmark.ts'
import { hasPgbench } from './bookings-raw.ts'
import { postmasterOf, processorTime, processorTimeOfAll } from './cpu.ts'
import { inParallel, median, quantile, formatInteger } from './measure.ts'
import { openRecording } from './recording.ts'
import { repeatByPgbench, type Statement } from './search-raw.ts'
import { buildFixture, idOf, type Kind, kinds } from './search-fixture.ts'
import { type Served, startServer } from './served.ts'
import { openBenchDatabase } from './fixture.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'

const { values } = parseArgs({
  options: {
    sitters: { type: 'string', default: '10000,100000,1000000' },
    seconds: { type: 'string', default: '5' },
    changes: { type: 'string', default: '80000' },
  },
})
const sizes = values.sitters.split(',').map(Number)
const [seconds, changes] = [Number(values.seconds), Number(values.changes)]
if (sizes.some((size) => !(size >= 10_000)) || !(Number.isInteger(seconds) && seconds > 0) || !(changes >= 0))
  throw new Error(
    'Use --sitters with numbers from 10000, a whole number of --seconds from 1 and --changes from 0.',
  )
if (!hasPgbench) throw new Error('Install pgbench: it comes with the clients of PostgreSQL.')
const { onEnd, runCase, end } = openBenchmark()

/** Towns searched in turn, so that no single one stays in the caches. */
const townsPerQuery = 20

const startOn = addDays(systemClock().toISOString().slice(0, 10), 30)
const stay = { service: 'boarding', start: startOn, end: addDays(startOn, 4), radiusKm: '10' }
type Query = Record<string, string>
const questions: Record<string, Query> = {
  'no dates': { service: 'boarding', radiusKm: '10' },
  'dates and a dog': { ...stay, pets: 'dog:12' },
  'the same, two dogs': { ...stay, pets: 'dog:12,dog:9' },
  'the same, by price': { ...stay, pets: 'dog:12', sort: 'price' },
  'the same, by distance': { ...stay, pets: 'dog:12', sort: 'distance' },
  'the same, by rating': { ...stay, pets: 'dog:12', sort: 'rating' },
  'the same, at most 200.00': { ...stay, pets: 'dog:12', maxTotal: '20000' },
  'the same, more filters': {
    ...stay,
    pets: 'dog:12',
    has: 'smoke_free',
    home: 'house,flat',
    languages: 'en',
    policy: 'moderate',
  },
  'any service': { start: stay.start, end: stay.end, radiusKm: '10', pets: 'dog:12' },
}
/** The data of the filter panel: a count for each choice, and a price histogram. */
const panels: typeof questions = {
  'filters and histogram, no dates': questions['no dates']!,
  'filters and histogram, dates and a dog': questions['dates and a dog']!,
}
const namedRequests = [
  ...Object.entries(questions).map(([words, query]) => ({ words, query, endpoint: searchSitters })),
  ...Object.entries(panels).map(([words, query]) => ({ words, query, endpoint: countChoices })),
]
type SearchRequest = { endpoint: Endpoint; query: Query }

/** Returns all statements of a search, in order. */
async function statementsOf(
  recorded: Statement[],
  deps: Deps,
  { endpoint, query }: SearchRequest,
): Promise<Statement[]> {
  recorded.length = 0
  const route = searchRoutes.find((one) => one.endpoint === endpoint)!
  await invoke(route, deps, { query, viewer: null, ip: '127.0.0.1' })
  return [...recorded]
}

const Answer = z.union([
  searchSitters.response.pick({ total: true, totalIsCapped: true }),
  countChoices.response.pick({ total: true, isCapped: true }),
])
type Answer = z.infer<typeof Answer>

const answerTo = (agent: Agent, url: string, { endpoint, query }: SearchRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const address = `${url}${endpoint.path}?${new URLSearchParams(query).toString()}`
    request(address, { agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode}: ${text}`))
        const parsed = Answer.safeParse(JSON.parse(text))
        if (parsed.success) resolve(parsed.data)
        else reject(parsed.error)
      })
      answer.on('error', reject)
    })
      .on('error', reject)
      .end()
  })

const formatPercentiles = (milliseconds: number[]): string =>
  `${median(milliseconds).toFixed(1)} / ${quantile(milliseconds, 0.99).toFixed(1)}`

/** Returns the statements of the same query in the towns of a kind, with filled caches. */
async function searchesOf(databaseUrl: string, queries: readonly SearchRequest[]): Promise<Statement[][]> {
  const { db, recorded } = openRecording(databaseUrl)
  try {
    const deps = { ...testDeps(db), now: systemClock }
    const searches: Statement[][] = []
    // The first call also reads what is cached afterwards.
    await statementsOf(recorded, deps, queries[0]!)
    for (const one of queries) searches.push(await statementsOf(recorded, deps, one))
    return searches
  } finally {
    await db.destroy()
  }
}

const inTowns = (towns: readonly number[], { endpoint, query }: SearchRequest): SearchRequest[] =>
  towns.slice(0, townsPerQuery).map((place) => ({ endpoint, query: { ...query, place: String(place) } }))

/**
 * Figures measured for this layout before the product was built, in milliseconds of p50 and p99 in a dense town of a
 * million: sorted by rank only, and counting one service. Here distance is part of the order, and all five services are
 * counted.
 */
const designFigures: readonly [words: string, figures: string, statements: number][] = [
  ['page only', '1.3 / 3.0', 1],
  ['page + count capped at 300', '2.0 / 4.1', 2],
  ['page + count + cards', '–', 3],
]

/** Candidates, count and cards are the last statements of a search; a place that is not cached is read before them. */
const statementsOfAll = 3

/** Measures the parts of a search by pgbench, next to the figures of the design; returns rows of the second table. */
async function compare(databaseUrl: string, towns: number[], when: string): Promise<string[]> {
  const searchRequest = { endpoint: searchSitters, query: questions['dates and a dog']! }
  const searches = await searchesOf(databaseUrl, inTowns(towns, searchRequest))
  const compared: string[] = []
  for (const [words, figures, statements] of designFigures) {
    const parts = searches.map((one) => one.slice(-statementsOfAll).slice(0, statements))
    const measured = await runCase(
      `${words}${when}`,
      async () => formatPercentiles(await repeatByPgbench(databaseUrl, parts, seconds)),
      notMeasured,
    )
    compared.push(`| ${words}${when} | ${figures} | ${measured} |`)
  }
  return compared
}

/** Measures one query in the towns of a kind; returns the last cells of a row. */
async function measure(
  databaseUrl: string,
  { url, pid }: Served,
  postmaster: number,
  towns: number[],
  searchRequest: SearchRequest,
): Promise<string> {
  const queries = inTowns(towns, searchRequest)
  const searches = await searchesOf(databaseUrl, queries)
  const raw = await repeatByPgbench(databaseUrl, searches, seconds)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const matches: number[] = []
  const computed = () => processorTimeOfAll(postmaster) + processorTime(pid)
  let milliseconds: number[]
  let each: number
  try {
    for (const one of queries) {
      const answer = await answerTo(agent, url, one)
      const isCapped = 'isCapped' in answer ? answer.isCapped : answer.totalIsCapped
      matches.push(isCapped ? Number.POSITIVE_INFINITY : answer.total)
    }
    let next = 0
    const before = computed()
    ;({ milliseconds } = await inParallel(1, seconds, async () => {
      await answerTo(agent, url, queries[next++ % queries.length]!)
    }))
    each = (computed() - before) / milliseconds.length
  } finally {
    agent.destroy()
  }
  const middle = median(matches)
  const found = Number.isFinite(middle) ? formatInteger(middle) : '300+'
  const ratio = median(raw) / median(milliseconds)
  return `${found} | ${searches[0]!.length} | ${formatPercentiles(raw)} | ${formatPercentiles(milliseconds)} | ${ratio.toFixed(2)} | ${each.toFixed(1)} |`
}

/**
 * Blocks a random day of random sitters, each in its own transaction, as the calendar does; returns the milliseconds of
 * each.
 */
async function changeCalendars(databaseUrl: string, count: number): Promise<number> {
  const db = openDb(databaseUrl, { max: 8 })
  const now = systemClock()
  const changeOne = async () => {
    const sitterId = idOf(Math.floor(Math.random() * count))
    const on = addDays(startOn, Math.floor(Math.random() * 200))
    await inTransaction(db, async (tx) => {
      await lockSitters(tx, [sitterId])
      await sql`
        insert into sitter_day_override (sitter_id, service, on_date, capacity)
        select sitter_id, service, ${on}, 0 from sitter_service where sitter_id = ${sitterId}
        on conflict do nothing`.execute(tx)
      await markDays(tx, sitterId, [on], now)
    })
  }
  let left = changes
  const failures: unknown[] = []
  const began = performance.now()
  try {
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (left-- > 0) await changeOne().catch((error: unknown) => failures.push(error))
      }),
    )
  } finally {
    await db.destroy()
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${changes} changes failed`, { cause: failures[0] })
  return (performance.now() - began) / changes
}

/** The share of heap-only (HOT) updates, which touch no index. */
async function hotShare(db: Db): Promise<string> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ changed: number; hot: number; autovacuums: number }>`
    select n_tup_upd::int as changed, n_tup_hot_upd::int as hot, autovacuum_count::int as autovacuums
    from pg_stat_user_tables where relname = 'sitter_search'`.execute(db)
  const { changed, hot, autovacuums } = rows[0]!
  const share = ((100 * hot) / Math.max(1, changed)).toFixed(1)
  return `${formatInteger(changed)} rows changed, ${share} % of them in their page (HOT), ${autovacuums} vacuums by itself`
}

const progress = () => {
  const began = performance.now()
  let lastReportAt = 0
  return (step: string, done: number, all: number) => {
    if (performance.now() - lastReportAt < 5_000 && done < all) return
    lastReportAt = performance.now()
    const passed = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`${formatInteger(all)} sitters: ${step} ${Math.floor((100 * done) / all)} %, ${passed} s`)
  }
}

const lines: string[] = []
const comparison: string[] = []
const notMeasured = (reason: string) => `not measured: ${reason}`

type Opened = { size: number; databaseUrl: string; db: Db; towns: Record<Kind, number[]>; served: Served }

/** Starts the measured server, again if an earlier case has ended it. */
async function serve(databaseUrl: string): Promise<Served> {
  const served = await startServer(databaseUrl)
  onEnd(served.stop)
  return served
}

/** Measures all queries in the towns of these kinds, and the parts of one of them in dense towns. */
async function measureAll(opened: Opened, when: string, wanted: Kind[]) {
  const { size, databaseUrl, db, towns } = opened
  const postmaster = await postmasterOf(db)
  const label = `${formatInteger(size)}${when}`
  // With 10,000 sitters, some kinds of town do not exist.
  for (const kind of wanted.filter((one) => towns[one].length > 0))
    for (const { words, ...one } of namedRequests) {
      if (!opened.served.isRunning()) opened.served = await serve(databaseUrl)
      const line = await runCase(
        `${formatInteger(size)} sitters${when}, ${kind} town, ${words}`,
        () => measure(databaseUrl, opened.served, postmaster, towns[kind], one),
        (reason) => `${notMeasured(reason)} |`,
      )
      lines.push(`| ${label} | ${kind} | ${words} | ${line}`)
      console.log(lines.at(-1))
    }
  const compared = await runCase(
    `${formatInteger(size)} sitters${when}, the parts of a search`,
    () => compare(databaseUrl, towns.dense, `, ${formatInteger(size)} sitters${when}`),
    (reason) => [`| all parts, ${formatInteger(size)} sitters${when} | | ${notMeasured(reason)} |`],
  )
  comparison.push(...compared)
}

async function measureChanged(opened: Opened): Promise<void> {
  const { size, databaseUrl, db } = opened
  await sql`select pg_stat_reset_single_table_counters('sitter_search'::regclass)`.execute(db)
  const each = await runCase(
    `${formatInteger(size)} sitters, changes of calendars`,
    async () => `${(await changeCalendars(databaseUrl, size)).toFixed(2)} ms each`,
    notMeasured,
  )
  console.log(`${formatInteger(changes)} changes of calendars, ${each}`)
  console.log(await hotShare(db))
  await measureAll(opened, ', changed', ['dense'])
}

/** The largest tables; those of the towns of the world are the same for every number of sitters. */
async function tableSizes(db: Db, size: number): Promise<string> {
  const { rows } = await sql<{ name: string; rows: string; heap: string; indexes: string }>`
    select relname as name, reltuples::bigint as rows, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc limit 12`.execute(db)
  const perSitter = (bytes: string) => formatInteger(Number(bytes) / size)
  return rows
    .map(({ name, rows, heap, indexes }) => {
      const each = (Number(rows) / size).toFixed(2)
      return `${name} ${perSitter(heap)} + ${perSitter(indexes)} (${each} rows)`
    })
    .join(', ')
}

async function measureSize(size: number): Promise<void> {
  const database = await openBenchDatabase()
  onEnd(database.close)
  const db = openDb(database.url, { max: 2, bulk: true })
  onEnd(() => db.destroy())
  const deps = { ...testDeps(db), now: systemClock }
  const began = performance.now()
  const towns = await buildFixture(database.url, deps, size, progress())
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  console.log(
    `${formatInteger(size)} sitters built in ${formatInteger((performance.now() - began) / 1000)} s, ${(Number(rows[0]!.bytes) / 1e9).toFixed(2)} GB`,
  )
  console.log(`Bytes for each sitter, with indexes: ${await tableSizes(db, size)}`)
  const served = await serve(database.url)
  const opened = { size, databaseUrl: database.url, db, towns, served }
  await measureAll(opened, '', kinds)
  if (changes > 0) await measureChanged(opened)
}

for (const size of sizes)
  await runCase(
    `${formatInteger(size)} sitters`,
    () => measureSize(size),
    (reason) => void lines.push(`| ${formatInteger(size)} | | | ${notMeasured(reason)} |`),
  )
console.log(
  '\n| Sitters | town | asked | matches | statements | pgbench p50 / p99 ms | HTTP p50 / p99 ms | ratio | computed ms |\n|---|---|---|---|---|---|---|---|---|',
)
console.log(lines.join('\n'))
console.log(
  '\n| Dates and a dog in a dense town, by pgbench | before it was built p50 / p99 ms | now |\n|---|---|---|',
)
console.log(comparison.join('\n'))
await end()
