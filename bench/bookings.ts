// Accepted bookings a second over HTTP beside the same transaction in plain SQL, on 1,000 sitters and on a single one.
// Both sides have 32 clients and share the machine with their client: pgbench, and this process for HTTP, which takes less.
// npm run bench:bookings -- --count 1600 --rounds 3
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { systemClock } from '#server/kernel/clock.ts'
import { type Db, inTransaction, openDb } from '#server/kernel/db.ts'
import { testDeps } from '#test/build.ts'
import { acceptByRaw, hasPgbench } from './bookings-raw.ts'
import { foundTown, hotFrom, idOf, sitters, writeRequests } from './bookings-town.ts'
import { median, quantile, whole } from './measure.ts'
import { startServer } from './served.ts'
import { openTownDatabase } from './town.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1600' }, rounds: { type: 'string', default: '3' } },
})
const clients = 32
const [count, rounds] = [Number(values.count), Number(values.rounds)]
if (!Number.isInteger(rounds) || rounds < 1 || count < clients || count % clients !== 0)
  throw new Error(`Use --rounds from 1 and --count with a multiple of ${clients}.`)

/** One acceptance: false when the server is too busy; anything else but 200 ends the measurement. */
const acceptOverHttp = (agent: Agent, url: string, id: string, authorization: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ id, version: 1, event: 'accept' })
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(`${url}/v1/bookings`, { method: 'PUT', agent, headers }, (answer) => {
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
    sent.on('error', reject).end(body)
  })

type Measured = { rate: number; milliseconds: number[]; refusals: number }

async function acceptAll(url: string, from: number, tokenOf: (number: number) => string): Promise<Measured> {
  // Of its own, because the server ends what has been idle while the other side was measured.
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const milliseconds: number[] = []
  let refusals = 0
  const began = performance.now()
  let next = from
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < from + count) {
        const number = next++
        const start = performance.now()
        while (!(await acceptOverHttp(agent, url, idOf(number), tokenOf(number)))) {
          refusals++
          await pause(100)
        }
        milliseconds.push(performance.now() - start)
      }
    }),
  )
  const rate = count / ((performance.now() - began) / 1000)
  agent.destroy()
  return { rate, milliseconds, refusals }
}

const placesTaken = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(used), 0)::int as used from sitter_day where kind = 'boarding'`.execute(db)
  return rows[0]!.used
}

const database = await openTownDatabase()
const db = openDb(database.url, { max: 4 })
try {
  const { url, stop } = await startServer(database.url)
  const deps = { ...testDeps(db), now: systemClock }
  const tokens = await foundTown(deps)
  let [nextCrowd, nextOne] = [0, hotFrom]
  const prepare = async (to: 'crowd' | 'one'): Promise<number> => {
    const from = to === 'crowd' ? nextCrowd : nextOne
    if (to === 'crowd') nextCrowd += count
    else nextOne += count
    await inTransaction(db, (tx) => writeRequests(tx, from, count, to))
    await sql`vacuum analyze`.execute(db)
    return from
  }
  type Round = Record<'crowd' | 'one', { raw: number; http: Measured }>
  const measureRound = async (): Promise<Round> => {
    const round: Partial<Round> = {}
    for (const to of ['crowd', 'one'] as const) {
      const tokenOf = (number: number) => tokens[to === 'crowd' ? number % sitters : sitters]!
      const raw = await acceptByRaw(database.url, await prepare(to), count, clients)
      const http = await acceptAll(url, await prepare(to), tokenOf)
      round[to] = { raw, http }
    }
    return round as Round
  }
  const results: Round[] = []
  await measureRound()
  for (let round = 0; round < rounds; round++) results.push(await measureRound())
  const expected = 2 * 4 * count * (rounds + 1)
  const taken = await placesTaken(db)
  if (taken !== expected) throw new Error(`${taken} places are taken instead of ${expected}.`)
  console.log(
    `\nMedians of ${rounds} rounds of ${whole(count)} acceptances by ${clients} clients; plain SQL by ${hasPgbench ? 'pgbench' : 'the driver'}\n`,
  )
  console.log(
    '| Accepted bookings | plain SQL a second | over HTTP a second | ratio | p50 ms | p99 ms | 503 |\n|---|---|---|---|---|---|---|',
  )
  for (const [to, words] of [
    ['crowd', `on ${whole(sitters)} sitters`],
    ['one', 'on a single sitter'],
  ] as const) {
    const all = results.flatMap((round) => round[to].http.milliseconds)
    const refusals = results.reduce((sum, round) => sum + round[to].http.refusals, 0)
    const raw = median(results.map((round) => round[to].raw))
    const http = median(results.map((round) => round[to].http.rate))
    const ratio = median(results.map((round) => round[to].http.rate / round[to].raw))
    console.log(
      `| ${words} | ${whole(raw)} | ${whole(http)} | ${ratio.toFixed(2)} | ${quantile(all, 0.5).toFixed(0)} | ${quantile(all, 0.99).toFixed(0)} | ${refusals} |`,
    )
  }
  await stop()
} finally {
  await db.destroy()
  await database.close()
}
