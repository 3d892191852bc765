import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hotFrom, sitters } from './bookings-fixture.ts'

/** The booking with a given number, `bench_id(:k)`. */
const booking = 'select sitter_id, owner_id from booking where id = bench_id(:k)'
const job = (queue: string, data: string) =>
  `insert into job.job_common (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
     deletion_seconds, keep_until, policy)
   select name, ${data}, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds,
     now() + interval '14 days', policy
   from job.queue where name = '${queue}'`

/**
 * An acceptance in plain SQL: the locks, reads and writes needed for its guarantees, each once and in the product's
 * order. It begins with the check that every request makes, whether the sender's session is still valid; nothing else
 * is checked, computed or returned. It leaves the same rows: four day counters, the bits of the search, two transfers
 * with two entries each, the booking, a row of its history, and two jobs, because an accepting sitter is not notified.
 * Each connection of pgbench is new, so it plans every statement once rather than six times, as the product's
 * connections have done before the first measured round.
 *
 * Each inner list is a set of statements that the product pipelines in one round trip. Plain SQL is measured one
 * statement at a time, as pgbench does it, and again with these lists as pipelines.
 */
const roundTrips = [
  [
    `select u.disabled, u.valid_since, s.id, s.revoked_at, account.id, account.roles from identity.users u
     left join identity.sessions s on s.user_id = u.id and s.id is null
     left join account on account.external_id = u.id
     where u.id = (select uid from bench_sitter
       where number = case when :k >= ${hotFrom} then ${sitters} else :k % ${sitters} end)`,
  ],
  [
    'begin',
    `select id from sitter where id = (select sitter_id from (${booking}) it) for no key update`,
    `select id from account where id = (select owner_id from (${booking}) it) for no key update`,
    `select booking.*, owner.name, owner.email, keeper.name, keeper.email from booking
   join sitter on sitter.id = booking.sitter_id join account owner on owner.id = booking.owner_id
   join account keeper on keeper.id = sitter.account_id where booking.id = bench_id(:k) for update of booking`,
    `select pet.* from booking_pet join pet on pet.id = booking_pet.pet_id where booking_id = bench_id(:k)`,
    `select * from booking_unit where booking_id = bench_id(:k) order by idx`,
    `select * from booking_event where booking_id = bench_id(:k) order by idx`,
    `select (select to_json(part) from booking_change part where part.booking_id = bench_id(:k)
     and part.status in ('pending', 'awaiting_payment')), (select to_json(part) from booking_extra part
     where part.booking_id = bench_id(:k) and part.status = 'waiting'),
     (select json_agg(part) from booking_case part where part.booking_id = bench_id(:k))`,
  ],
  [
    `select sitter.*, (select json_agg(offered) from sitter_service offered where offered.sitter_id = sitter.id)
   from sitter where id = (select sitter_id from (${booking}) it)`,
    'select version, document from setting order by version desc limit 1',
    `select (select json_agg(day) from sitter_day_override day join booking_unit unit on unit.on_date = day.on_date
     where day.sitter_id = it.sitter_id and unit.booking_id = bench_id(:k)),
     (select json_agg(day) from sitter_day day join booking_unit unit on unit.on_date = day.on_date
     where day.sitter_id = it.sitter_id and unit.booking_id = bench_id(:k)) from (${booking}) it`,
  ],
  [
    `insert into sitter_day as day (sitter_id, on_date, kind, used, cap)
   select it.sitter_id, unit.on_date, kind, 1, 3 from (${booking}) it, booking_unit unit,
     (values ('boarding'), ('home')) counted (kind) where unit.booking_id = bench_id(:k) order by on_date, kind
   on conflict (sitter_id, on_date, kind) do update set used = day.used + excluded.used, cap = excluded.cap`,
  ],
  [
    `update sitter_search set w0 = w0 | 0, w1 = w1 | 0 where sitter_id = (select sitter_id from (${booking}) it)`,
    `with it as (select * from booking where id = bench_id(:k)),
   posted as (
     insert into ledger_transfer (id, at, kind, source, source_id, booking_id, currency)
     select gen_random_uuid(), now(), kind, 'booking', it.id || '/2', it.id, currency
     from it, (values ('charge'), ('capture')) moved (kind) returning id, kind, booking_id
   )
   insert into ledger_entry (transfer_id, idx, account, account_id, amount)
   select posted.id, entry.idx, entry.account, case when entry.account = 'owner' then it.owner_id end, entry.sign * it.total
   from posted join it on it.id = posted.booking_id join (values
     ('charge', 1, 'bank', -1), ('charge', 2, 'owner', 1), ('capture', 1, 'owner', -1), ('capture', 2, 'escrow', 1)
   ) entry (kind, idx, account, sign) on entry.kind = posted.kind`,
    `update booking set status = 'confirmed', version = 2, paid = total, payment_status = 'captured', confirmed_at = now(),
   expires_at = null, answered_at = now(), due_at = starts_at + interval '2 hours', updated_at = now()
   where id = bench_id(:k) and status = 'requested' and version = 1`,
    `insert into booking_event (booking_id, idx, at, event, from_status, to_status, by, account_id, payload)
   select bench_id(:k), 2, now(), 'accept', 'requested', 'confirmed', 'sitter', account_id, '{}'
   from sitter where id = (select sitter_id from (${booking}) it)`,
    `select rival.* from booking rival, (select * from booking where id = bench_id(:k)) it
   where rival.id <> it.id and rival.status in ('awaiting_card', 'requested', 'offered') and rival.starts_at < it.ends_at + interval '1 day'
     and rival.ends_at > it.starts_at - interval '1 day'
     and (rival.owner_id = it.owner_id or rival.sitter_id = it.sitter_id) order by rival.id for update of rival`,
  ],
  [
    job('bookings.notify', `jsonb_build_object('bookingId', bench_id(:k), 'event', 'accept', 'to', 'owner')`),
    job('sitters.refresh-figures', `jsonb_build_object('bookingId', bench_id(:k))`),
    'commit',
  ],
]

export const hasPgbench: boolean = spawnSync('pgbench', ['--version']).status === 0

export type RawPlan = { from: number; count: number; clients: number; isPipelined: boolean }

/** Accepts the bookings from a number on, divided equally among the clients; returns acceptances per second. */
export const acceptByRaw = (databaseUrl: string, plan: RawPlan) =>
  hasPgbench ? acceptByPgbench(databaseUrl, plan) : acceptByConnections(databaseUrl, plan)

function scriptOf({ from, count, clients, isPipelined }: RawPlan): string {
  const number = ['\\set n :n + 1', `\\set k ${from} + :client_id * ${count / clients} + :n`]
  const pipelines = roundTrips.map((roundTrip) =>
    roundTrip.map((statement) => `${statement.replaceAll(/\s+/g, ' ')};`),
  )
  if (!isPipelined) return [...number, ...pipelines.flat()].join('\n')
  return [
    ...number,
    ...pipelines.flatMap((roundTrip) => ['\\startpipeline', ...roundTrip, '\\endpipeline']),
  ].join('\n')
}

async function acceptByPgbench(databaseUrl: string, plan: RawPlan): Promise<number> {
  const { count, clients } = plan
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-raw-'))
  const file = join(folder, 'accept.sql')
  await writeFile(file, scriptOf(plan))
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    clients,
    '-j',
    2,
    '-t',
    count / clients,
    '-D',
    'n=-1',
    '-f',
    file,
  ]
  const child = spawn('pgbench', [...args.map(String), databaseUrl], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const code = await new Promise((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  ).finally(() => rm(folder, { recursive: true, force: true }))
  const rate = /tps = ([\d.]+)/.exec(output)?.[1]
  if (code !== 0 || rate === undefined) throw new Error(`pgbench ended with ${String(code)}: ${output}`)
  return Number(rate)
}

/** The same with the driver's prepared statements, if pgbench is not installed. */
async function acceptByConnections(
  databaseUrl: string,
  { from, count, clients, isPipelined }: RawPlan,
): Promise<number> {
  const each = count / clients
  const prepared = roundTrips.flat().map((statement, index) => ({
    name: `accept-${index}`,
    text: statement.replaceAll(':k', '$1::int'),
    takesNumber: statement.includes(':k'),
  }))
  const options = { connectionString: databaseUrl, pipeline: isPipelined }
  const connections = Array.from({ length: clients }, () => new pg.Client(options))
  await Promise.all(connections.map((connection) => connection.connect()))
  const began = performance.now()
  await Promise.all(
    connections.map(async (connection, client) => {
      for (let number = from + client * each; number < from + (client + 1) * each; number++)
        for (const { name, text, takesNumber } of prepared)
          await connection.query({ name, text, values: takesNumber ? [number] : [] })
    }),
  )
  const rate = count / ((performance.now() - began) / 1000)
  await Promise.all(connections.map((connection) => connection.end()))
  return rate
}
