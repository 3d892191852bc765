// Transactions per second by how their statements are sent: the pipeline of the product, the driver `pg` with and
// without its own pipeline, and the client `postgres`, on the same database in turns.
// npm run bench:pipeline -- --seconds 3 --rounds 7
import { parseArgs } from 'node:util'
import pg from 'pg'
import postgres from 'postgres'
import { prepareInTransactions } from '#server/kernel/db/prepared.ts'
import { openBenchmark } from './benchmark.ts'
import { inParallel, type Measured, median, quantile, readPlan, formatInteger } from './measure.ts'
import { openBenchDatabase } from './fixture.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '7' } },
})
const { seconds, rounds } = readPlan(values)
const clients = 8
const rowsPerClient = 1000

type Statement = { name: string; text: string; values: (row: number) => (string | number | Date)[] }
const read = (part: string): Statement => ({
  name: `read_${part}`,
  text: `select id, ${part}, updated_at from bench_booking where id = $1`,
  values: (row) => [row],
})
const lock: Statement = {
  name: 'lock',
  text: 'select id from bench_booking where id = $1 for no key update',
  values: (row) => [row],
}
const write = (part: string): Statement => ({
  name: `write_${part}`,
  text: `update bench_booking set ${part} = $2, updated_at = $3 where id = $1`,
  values: (row) => [row, `${part} of ${row}`, new Date(row)],
})
const note = (kind: string): Statement => ({
  name: `note_${kind}`,
  text: `insert into bench_event (booking_id, kind, payload) values ($1, '${kind}', $2)`,
  values: (row) => [row, JSON.stringify({ row, kind })],
})

/**
 * The shape of an acceptance: locks and reads, reads that depend on them, writes, and records of what happened. The
 * statements of one group do not depend on each other.
 */
const groups: Statement[][] = [
  [lock, read('status'), read('quote'), read('terms'), read('history')],
  [read('calendar'), read('owner'), read('sitter')],
  [write('status'), write('calendar'), note('accepted')],
  [note('transfer'), note('notice'), note('job')],
]

type Way = {
  what: string
  transact: (client: number, row: number) => Promise<void>
  close: () => Promise<void>
}

const { onEnd, runCase, end } = openBenchmark()
const database = await openBenchDatabase()
onEnd(database.close)

/** Sends statements by clients of `pg`; `together` issues the statements of a group in the same tick. */
async function wayOfPg(
  what: string,
  together: boolean,
  { pipeline = false, prepare = (_client: pg.PoolClient) => {} } = {},
): Promise<Way> {
  const pool = new pg.Pool({ connectionString: database.url, max: clients, pipeline })
  // Its connections end after `pool.end` and may still be open when the database is stopped.
  pool.on('error', () => {})
  const opened = await Promise.all(Array.from({ length: clients }, () => pool.connect()))
  await Promise.all(opened.map((client) => client.query('set synchronous_commit = off')))
  opened.forEach(prepare)
  return {
    what,
    async transact(client, row) {
      const connection = opened[client]!
      const runStatement = ({ name, text, values: valuesOf }: Statement) =>
        connection.query({ name, text, values: valuesOf(row) })
      await connection.query('begin')
      for (const group of groups)
        if (together) await Promise.all(group.map(runStatement))
        else for (const statement of group) await runStatement(statement)
      await connection.query('commit')
    },
    async close() {
      for (const client of opened) client.release()
      await pool.end()
    },
  }
}

function wayOfPostgres(): Way {
  const sql = postgres(database.url, { max: clients, connection: { synchronous_commit: 'off' } })
  return {
    what: '`postgres`, which pipelines by itself',
    async transact(_, row) {
      await sql.begin(async (tx) => {
        for (const group of groups)
          await Promise.all(
            group.map(({ text, values: valuesOf }) => tx.unsafe(text, valuesOf(row), { prepare: true })),
          )
      })
    },
    close: () => sql.end(),
  }
}

const client = new pg.Client({ connectionString: database.url })
await client.connect()
await client.query(`
  create table bench_booking (
    id int primary key, status text, quote text, terms text, history text, calendar text, owner text, sitter text,
    updated_at timestamptz not null default now()
  ) with (fillfactor = 50);
  create table bench_event (booking_id int not null, kind text not null, payload jsonb not null);
  insert into bench_booking select id, 'requested', repeat('q', 400), repeat('t', 200), repeat('h', 200), '0', 'Olga',
    'Sam' from generate_series(0, ${clients * rowsPerClient - 1}) id`)
await client.end()

const ways = [
  await wayOfPg('the product: one `Sync` for each group', true, { prepare: prepareInTransactions }),
  await wayOfPg('`pg`, one statement after the other', false),
  await wayOfPg('`pg` with `pipeline: true`', true, { pipeline: true }),
  wayOfPostgres(),
]
for (const way of ways) onEnd(way.close)

const results = new Map(ways.map((way) => [way, new Array<Measured>()]))
const reasons = new Map<Way, string>()
for (let round = 0; round <= rounds; round++)
  for (const way of ways) {
    if (reasons.has(way)) continue
    let count = 0
    const measured = await runCase(
      way.what,
      async () => [
        await inParallel(clients, seconds, (number) =>
          way.transact(number, number * rowsPerClient + (count++ % rowsPerClient)),
        ),
      ],
      (reason) => {
        reasons.set(way, reason)
        return []
      },
    )
    // The first round prepares the statements.
    if (round > 0) results.get(way)!.push(...measured)
  }
const [product] = ways
console.log(`\nMedians of ${rounds} rounds of ${seconds} s, ${clients} connections\n`)
console.log(
  '| What | transactions per second | ratio to the product | p50 ms | p99 ms |\n|---|---|---|---|---|',
)
for (const way of ways) {
  const reason = reasons.get(way)
  if (reason !== undefined) {
    console.log(`| ${way.what} | not measured: ${reason} |`)
    continue
  }
  const measured = results.get(way)!
  const all = measured.flatMap(({ milliseconds }) => milliseconds)
  const ratio = reasons.has(product!)
    ? '–'
    : median(measured.map(({ rate }, round) => rate / results.get(product!)![round]!.rate)).toFixed(2)
  console.log(
    `| ${way.what} | ${formatInteger(median(measured.map(({ rate }) => rate)))} | ${ratio} | ${quantile(all, 0.5).toFixed(2)} | ${quantile(all, 0.99).toFixed(2)} |`,
  )
}
await end()
